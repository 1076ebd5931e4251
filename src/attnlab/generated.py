"""What a model said by itself, with the map row behind every piece of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from attnlab import budgets
from attnlab.arrays import to_numpy
from attnlab.errors import LabError
from attnlab.model import Model, as_list, as_tokens, check_model
from attnlab.probe import Site
from attnlab.tokens import Tokens
from attnlab.traces import Map, Trace


@dataclass(frozen=True, eq=False)
class Generated:
    """A text that a model has continued.

    Piece p was said from row p - 1: the query of the piece before it, which is where `map` shows it.

    >>> import attnlab
    >>> from transformers import GPT2Config, GPT2LMHeadModel
    >>> sizes = GPT2Config(vocab_size=11, n_embd=8, n_layer=1, n_head=2, bos_token_id=0, eos_token_id=None)
    >>> model = attnlab.load(GPT2LMHeadModel(sizes))  # untrained, and without a tokenizer: texts are ids
    >>> made = attnlab.generate(model, "3 1 4", new=2)
    >>> made.first, made.row(3), made.map("0", 1).weight.shape  # a row for each new piece
    (3, 2, (2, 4))
    """

    tokens: Tokens
    """The finished text, prompt and all."""
    first: int
    """The position of the first new piece."""
    trace: Trace
    """Of every piece but the last, which the model has not read; its maps are those of one pass over the text.

    Its logits are NaN before the last piece of the prompt, where generation computes none.
    """
    kept: Mapping[Site, tuple[int, ...]] = field(default_factory=dict)
    """By site, how many keys each pass had at hand: the first over the prompt, then one for each new piece."""

    @property
    def new(self) -> tuple[str, ...]:
        """The pieces that the model said."""
        return self.tokens.pieces[self.first :]

    @property
    def said(self) -> str:
        """What the model said, as text."""
        begin = next((span[0] for span in self.tokens.spans[self.first :] if span), len(self.tokens.text))
        return self.tokens.text[begin:]

    def row(self, position: int) -> int:
        """The row of a map that predicted the piece at a position. Raises LabError for a piece that was not said."""
        if not self.first <= position < len(self.tokens):
            raise LabError("position-not-said", position=position, first=self.first, last=len(self.tokens) - 1)
        return position - 1

    def map(self, site: Site | str | int = "0", head: int = 0) -> Map:
        """Where a head looked while each new piece was predicted: one row for every new piece, in order.

        Raises LabError for a site or head that is not there, and for an encoder's site, which predicts nothing.
        """
        whole = self.trace.map(site, head)
        if whole.asking is not self.trace.tokens:
            raise LabError("site-predicts-nothing", site=str(whole.site))
        rows = list(range(self.first - 1, len(self.tokens) - 1))
        parts = {name: getattr(whole, name)[rows] for name in ("score", "mask", "weight", "output")}
        return replace(whole, places=tuple(rows), **parts)


def generate(model: Model, text: str | Tokens, new: int = 20, **how: Any) -> Generated:
    """Continue one text by up to `new` pieces, and keep where every head looked for each of them.

    Greedy by default; `how` is what transformers' generate takes, such as do_sample, num_beams or
    cache_implementation. Raises LabError for a text the model cannot read and a model that says nothing.

    >>> import attnlab
    >>> from transformers import GPT2Config, GPT2LMHeadModel
    >>> sizes = GPT2Config(vocab_size=11, n_embd=8, n_layer=1, n_head=2, bos_token_id=0, eos_token_id=None)
    >>> model = attnlab.load(GPT2LMHeadModel(sizes))  # untrained, and without a tokenizer: texts are ids
    >>> made = attnlab.generate(model, "3 1 4", new=2)
    >>> made.tokens.pieces[:3], len(made.new)
    (('3', '1', '4'), 2)
    """
    return generate_all(model, [text], new, **how)[0]


def generate_all(model: Model, texts: Sequence[str | Tokens], new: int = 20, **how: Any) -> list[Generated]:
    """Continue several texts as one batch: with num_return_sequences, so many continuations of each, in order.

    Padding is in no map. Options and errors are those of `generate`.

    >>> import attnlab
    >>> from transformers import GPT2Config, GPT2LMHeadModel
    >>> sizes = GPT2Config(vocab_size=11, n_embd=8, n_layer=1, n_head=2, bos_token_id=0, eos_token_id=None)
    >>> model = attnlab.load(GPT2LMHeadModel(sizes))  # untrained, and without a tokenizer: texts are ids
    >>> [len(made.tokens) for made in attnlab.generate_all(model, ["3 1 4", "5"], new=2)]
    [5, 3]
    """
    check_model(model, "generate(model, text)")
    say = getattr(model, "say", None)
    if say is None:
        raise LabError("hub-says-nothing", model=model.name)
    asked = [as_tokens(model, text) for text in as_list("texts", texts, '["anna", "maria"]')]
    if how.keys() <= {"do_sample", "num_beams", "num_return_sequences", "temperature", "choose"}:
        many = max(int(how.get(name, 1)) for name in ("num_beams", "num_return_sequences"))
        budgets.refuse_new(model, asked, new, many)
    made = []
    for saying in say(asked, new, **how):
        read = _shorter(saying.tokens)
        trace = Trace(model, read, to_numpy(saying.logits), saying.calls)
        made.append(Generated(saying.tokens, saying.first, trace, getattr(saying, "kept", {})))
    return made


def _shorter(tokens: Tokens) -> Tokens:
    """The tokens without the last."""
    parts = {name: getattr(tokens, name)[:-1] for name in ("pieces", "ids", "spans", "flags")}
    last = tokens.spans[-1]
    text = tokens.text if last is None else tokens.text[: last[0]]
    return Tokens(text, **parts, source=tokens.source)
