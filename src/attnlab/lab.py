"""The desk: one function per wish, names in, views out. Page, terminal and notebook all ask here."""

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from attnlab import edits as change
from attnlab import models
from attnlab.checks import Case, Settings, Watch, check
from attnlab.effects import key_effects
from attnlab.errors import LabError
from attnlab.model import Model, find_head, find_site, prove
from attnlab.probe import Site
from attnlab.targets import Target, choose, find_position
from attnlab.texts import COUNT, default_cases
from attnlab.tokens import Tokens
from attnlab.traces import Map, Trace, explained
from attnlab.verdicts import Check, say_verdict
from attnlab.views import (
    CheckView,
    EditView,
    HeadView,
    KeyView,
    LookView,
    MapView,
    ModelView,
    PieceView,
    RowView,
    SiteView,
    SymbolView,
    TargetView,
)
from attnlab.words import LANGUAGES, Language

EXAMPLES = {
    "names": "anna",
    "previous": "anton",
    "same": "banana",
    "decoy": "anton",
    "quiet": "aebio",
    "backup": "anton",
}


@lru_cache(maxsize=8)
def open_model(name: str) -> Model:
    """A model by name or path, proved on opening to be heard, the same and moved. Raises LabError if it is not."""
    model = models.load(name)
    if getattr(model, "proof", None) is None:  # a hub model is proved by `load`
        prove(model, _example(model))
    return model


def model_views() -> list[ModelView]:
    """Every model that can be picked by name."""
    return [model_view(open_model(name)) for name in models.NAMES]


def known_model(name: str) -> str:
    """The name, if a model has it; a request never reaches a path. Raises LabError with the names there are."""
    if name not in models.NAMES:
        raise LabError("model-name-unknown", name=name, names=list(models.NAMES))
    return name


def model_view(model: Model) -> ModelView:
    """What a person should know of a model before picking it."""
    return ModelView(
        name=model.name,
        about=f"model-about-{model.name if model.name in models.NAMES else 'file'}",
        parameters=model.parameter_count,
        context=model.context,
        sites=[SiteView(str(site), model.heads(site)) for site in model.sites],
        vocabulary=list(model.vocabulary),
        example=_example(model),
    )


def look(
    name: str, text: str, head: str | None = None, query: int | None = None, edits: Sequence[str] = ()
) -> LookView:
    """One state of the page: a model's text, one head, one query of it, and edits as typed.

    Head is `site.head`, such as 0.3 (default: the first head of the first site). The default query is the third
    from the end, so that a masked future is in sight. The target is read at the query: the symbol that the
    unedited model puts first there, against its runner-up. Raises LabError for anything that does not fit.
    """
    model = open_model(name)
    site, number = (model.sites[0], 0) if head is None else parse_head(model, head)
    tokens = model.tokens(text)
    place = max(0, len(tokens) - 3) if query is None else find_position(tokens, query)
    made = [change.parse(one) for one in edits]

    clean = explained(model, tokens)
    edited = explained(model, tokens, made) if made else clean
    target = choose(model, tokens, clean.logits, "top", place)
    large = edited.map(site, number)
    before = clean.map(site, number)
    score = finite_scores(edited, large)
    return LookView(
        model=model_view(model),
        text=text,
        pieces=[
            PieceView(position, piece, not plain)
            for position, (piece, plain) in enumerate(zip(tokens.pieces, tokens.plain, strict=True))
        ],
        heads=[
            _head_view(edited, site, head, made) for site in model.sites for head in range(model.heads(site))
        ],
        map=MapView(
            site=str(site),
            head=number,
            queries=list(large.queries),
            keys=list(large.keys),
            score=score.tolist(),
            weight=large.weight.tolist(),
            weight_before=before.weight.tolist(),
            state=large.state.tolist(),
            total=large.total.tolist(),
            entropy=large.entropy.tolist(),
            entropy_most=large.most_entropy.tolist(),
            top_share=large.top_share.tolist(),
        ),
        row=_row_view(model, edited, large, before, score, place, target, made),
        target=target_view(model, target, clean, edited),
        next=[
            SymbolView(symbol, float(was), float(now))
            for symbol, was, now in zip(
                model.vocabulary, clean.probabilities[place], edited.probabilities[place], strict=True
            )
        ],
        edits=[edit_view(edit) for edit in made],
    )  # fmt: skip


def run_check(
    name: str,
    heads: Sequence[str] | None = None,
    cases: Sequence[Case] | None = None,
    *,
    texts_name: str = "texts-given",
    count: int = COUNT,
    settings: Settings | None = None,
    watch: Watch = lambda done, total: None,
) -> Check:
    """A verdict for each head (default: all) over texts; without texts, over `count` of the model's own by the seed.

    Raises LabError for a model, head, text or target that does not fit.
    """
    model = open_model(name)
    settings = settings or Settings()
    if cases is None:
        cases, texts_name = default_cases(model, count, settings.seed, watch)
    return check(model, cases, heads or "all", settings, texts_name=texts_name, watch=watch)


def check_view(made: Check, lang: Language) -> CheckView:
    """A check with its words."""
    sentences = [say_verdict(verdict, lang, made.settings["rule"]) for verdict in made.verdicts]
    return CheckView(made, made.say(lang), sentences, list(made.backups))


def parse_head(model: Model, name: str) -> tuple[Site, int]:
    """Site and head of a name such as 0.3 or encoder.0.3. Raises LabError where the model has no such head."""
    site, dot, number = name.strip().rpartition(".")
    if not dot or re.fullmatch("[0-9]{1,9}", number) is None:
        raise LabError("head-unreadable", head=name, example=f"{model.sites[0]}.0")
    found = find_site(model, site)
    return found, find_head(model, found, int(number))


def find_keys(tokens: Tokens, name: str, lenient: bool = False) -> list[int]:
    """The positions that a person means: a number, or every place of a piece, its leading space left out if they wish.

    Raises LabError for one that the text does not have, unless `lenient`.
    """
    if name.lstrip("-").isdigit() and name not in tokens.pieces:
        return [find_position(tokens, int(name))]
    found = [place for place, piece in enumerate(tokens.pieces) if name in (piece, piece.strip())]
    if not found and not lenient:
        raise LabError("key-unknown", key=name, pieces=[f"{n} {p}" for n, p in enumerate(tokens.pieces)])
    return found


def finite_scores(run: Trace, map: Map) -> np.ndarray:
    """The map's scores, with the one it would have had at each cut cell."""
    return np.where(map.score > -np.inf, map.score, run.would_have_been(map.site, map.head))


def target_view(model: Model, target: Target, clean: Trace, edited: Trace) -> TargetView:
    """A target before and after."""
    before, after = target(clean.logits), target(edited.logits)
    return TargetView(target.name(model), target.position, before, after, after - before)


def edit_view(edit: change.Edit) -> EditView:
    """An edit as plain data."""
    source = getattr(edit, "source", None)
    return EditView(
        text=str(edit),
        kind=edit.kind,
        site=str(edit.site),
        head=edit.head,
        query=getattr(edit, "query", None),
        key=getattr(edit, "key", None),
        by=getattr(edit, "by", None),
        source=("zero" if source is None else str(source)) if edit.kind == "swap" else None,
    )


def language(name: str) -> Language:
    """The language of that name. Raises LabError with the names there are."""
    for known in LANGUAGES:
        if known == name:
            return known
    raise LabError("language-unknown", lang=name, langs=list(LANGUAGES))


def _example(model: Model) -> str:
    known, room = EXAMPLES.get(model.name, ""), model.context - 1
    if known and len(known) <= room and all(symbol in model.vocabulary for symbol in known):
        return known
    # the last symbol of a vocabulary is START, which is no part of a text
    return "".join(model.vocabulary[: min(3, room, len(model.vocabulary) - 1)])


def _head_view(run: Trace, site: Site, head: int, edits: Sequence[change.Edit]) -> HeadView:
    map = run.map(site, head)
    touched = any((edit.site, edit.head) == (site, head) for edit in edits)
    return HeadView(str(site), head, map.weight.tolist(), map.state.tolist(), touched)


def _row_view(
    model: Model, run: Trace, map: Map, before: Map, score: np.ndarray, place: int, target: Target,
    edits: Sequence[change.Edit],
) -> RowView:  # fmt: skip
    effects = key_effects(model, run.tokens, map.site, map.head, place, target, edits=edits)
    return RowView(
        site=str(map.site),
        head=map.head,
        query=place,
        keys=[
            KeyView(
                position=key,
                piece=run.tokens.pieces[key],
                special=not run.tokens.plain[key],
                state=map.state[place, key],
                score=float(score[place, key]),
                weight=float(map.weight[place, key]),
                weight_before=float(before.weight[place, key]),
                effect=None if np.isnan(effects[key]) else float(effects[key]),
            )
            for key in range(len(run.tokens))
        ],
        total=float(map.total[place]),
        entropy=float(map.entropy[place]),
        entropy_most=float(map.most_entropy[place]),
        top_share=float(map.top_share[place]),
    )
