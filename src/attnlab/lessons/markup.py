"""How a text becomes a page: Markdown with formulas, figures by key, live elements, instructions and tasks."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from html import escape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

from attnlab.errors import LabError
from attnlab.lessons import LESSONS, PAGES, Text
from attnlab.lessons.cells import KINDS, Cell, printed_html
from attnlab.lessons.formulas import mathml, stand_in
from attnlab.lessons.quoting import QUOTE, Quoted, quote, result
from attnlab.lessons.references import Reference, references
from attnlab.lessons.sources import source
from attnlab.results import claimed, held, panel_view
from attnlab.words import Language, has, number, say

BOXES = ("note", "honest", "try")
_ID = r"[a-z][a-z0-9-]*"
_SET = re.compile(rf"set:({_ID})\.({_ID})=(.*)")
_SEE = re.compile(rf"see:({_ID})\.({_ID})(?::(\d))?")
_EXPECT = re.compile(rf"expect:({_ID})\.({_ID})\s*([=~<>])\s*(.+)")
_PART = re.compile(rf"= (right|reveal|other|choice ({_ID})|hint ({_ID}))\s*$")
_HALF = re.compile(r"= (beside|under)\s*$")
_LIVE = re.compile(rf'<live-({_ID})\s[^>]*\bid="({_ID})"')


@dataclass
class Page:
    """One text on its way to a page, and what was met in it."""

    lesson: str
    lang: Language
    lab: str | None
    """Where the lab is from here; None on a site that stands alone."""
    live: dict[str, str]
    """Kinds of the live elements, by id."""
    met: list[tuple[str, str]] = field(default_factory=list)
    """Every key, element, task and link in the order of the text: the same in all languages."""
    figures: list[Quoted] = field(default_factory=list)
    cited: list[Reference] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    half: str | None = None
    """Which part of a pair is being written; None outside of one."""

    def note(self, kind: str, what: str) -> None:
        self.met.append((kind, what))

    @property
    def where(self) -> str:
        """How a refusal names it."""
        return f"{self.lesson} ({self.lang})"


def render(given: Text, lab: str | None = None) -> tuple[str, Page]:
    """A text as HTML, and what was met in it; both are kept and not to be changed.

    Raises LabError for anything in it that leads nowhere.
    """
    return _render(given, lab)


@lru_cache(maxsize=256)
def _render(given: Text, lab: str | None) -> tuple[str, Page]:
    page = Page(given.name, given.lang, lab, {name: kind for kind, name in _LIVE.findall(given.markdown)})
    html = _reader().render(given.markdown, {"page": page})
    if page.cited:
        items = "\n".join(f'<li id="ref-{one.key}">{one.html}</li>' for one in page.cited)
        heading = say("lessons-references", given.lang)
        html += f'<section class="references"><h2>{heading}</h2>\n<ol>\n{items}\n</ol></section>\n'
    return html, page


def _reader() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": True, "typographer": False}).enable("table")
    made.use(dollarmath_plugin, allow_space=False, double_inline=False)
    for name in BOXES:
        made.use(container_plugin, name, render=_box(name))
    made.use(container_plugin, "task", validate=lambda info, *_: info.strip().startswith("task"), render=_task)
    made.use(container_plugin, "pair", render=_pair)
    for name, rule in {"part": _line_rule("part", _PART), "half": _line_rule("half", _HALF)}.items():
        made.block.ruler.before("paragraph", name, rule, {"alt": ["paragraph", "reference", "blockquote", "list"]})
    made.inline.ruler.before("escape", "figure", _figure_rule)
    for name, rule in {
        "part": _part, "half": _half, "figure": _figure, "math_inline": _formula, "math_block": _formula_block,
        "fence": _fence,
        "link_open": _link, "link_close": _link_end, "html_block": _html, "html_inline": _html, "table_open": _table,
        "table_close": _table_end, "heading_open": _heading,
    }.items():  # fmt: skip
        made.add_render_rule(name, rule)
    return made


# --- figures and formulas ---------------------------------------------------------------------------------------------


def _figure_rule(state: StateInline, silent: bool) -> bool:
    found = QUOTE.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        state.push("figure", "", 0).meta = {"asked": found}
    state.pos = found.end()
    return True


def _figure(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    return _quoted(tokens[at].meta["asked"], env["page"]).html


def _quoted(asked: re.Match, page: Page) -> Quoted:
    made = quote(asked, page.lesson, page.lang)
    page.note("figure", f"{made.key}:{made.form}{made.digits}")
    page.figures.append(made)
    return made


def _formula(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any, block: bool = False) -> str:
    page, figures = env["page"], []

    def put(asked: re.Match) -> str:
        figures.append(_quoted(asked, page).html)
        return stand_in(len(figures) - 1)

    latex = QUOTE.sub(put, tokens[at].content)
    if block:  # what a sentence writes in signs, another language may write in words
        page.note("formula", tokens[at].content.strip())
    return mathml(latex, figures, block=block, where=page.where)


def _formula_block(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    return f'<div class="formula" tabindex="0">{_formula(self, tokens, at, options, env, True)}</div>\n'


# --- links ------------------------------------------------------------------------------------------------------------


def _link(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    page, address = env["page"], unquote(str(tokens[at].attrs["href"]))
    kind, _, what = address.partition(":")
    made = _SCHEMES.get(kind)
    if made is None:
        if not address.startswith("https://"):
            raise LabError("lesson-link-unknown", lesson=page.where, found=address)
        page.note("link", address)
        start, end = f'<a href="{escape(address)}" rel="noreferrer">', "</a>"
    else:
        start, end = made(address, what, page)
    tokens[at + _closing(tokens[at:])].meta["end"] = end
    return start


def _closing(tokens: list[Token]) -> int:
    depth = 0
    for place, token in enumerate(tokens):
        depth += token.nesting if token.type in ("link_open", "link_close") else 0
        if depth == 0:
            return place
    raise AssertionError("a link that does not end")


def _link_end(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    return tokens[at].meta["end"]


def _set_link(address: str, what: str, page: Page) -> tuple[str, str]:
    name, choice, value = _parts(_SET, address, page)
    kind = _kind(name, address, page)
    if not has(f"live-{kind}-{choice}", page.lang):
        raise LabError("lesson-link-unknown", lesson=page.where, found=address)
    page.note("set", address)
    label, told = say(f"live-{kind}-{choice}", page.lang), shown_value(kind, choice, value, page.lang)
    return (
        f'<button type="button" class="do" data-live="{name}" data-name="{choice}" data-value="{escape(value)}">'
        f'<span class="do-name">{escape(label)}</span> <span class="do-value">{escape(told)}</span>', "</button>",
    )  # fmt: skip


def shown_value(kind: str, choice: str, value: str, lang: Language) -> str:
    """A value as its control shows it."""
    if has(f"live-{kind}-{choice}-{value}", lang):
        return say(f"live-{kind}-{choice}-{value}", lang)
    if value in ("yes", "no"):
        return say(f"lessons-{value}", lang)
    if re.fullmatch(r"-?\d+(\.\d+)?", value):
        return number(float(value), lang, len(value.partition(".")[2]))
    if re.fullmatch(r"-?\d+(\.\d+)?(,-?\d+(\.\d+)?)+", value):
        return (", " if lang == "en" else "; ").join(shown_value(kind, choice, one, lang) for one in value.split(","))
    return value


def _see_link(address: str, what: str, page: Page) -> tuple[str, str]:
    name, read, digits = _parts(_SEE, address, page)
    _kind(name, address, page)
    page.note("see", address)
    return f'<output class="see" data-live="{name}" data-read="{read}" data-digits="{digits or 3}">…', "</output>"


def _expect_link(address: str, what: str, page: Page) -> tuple[str, str]:
    name, read, sign, value = _parts(_EXPECT, address, page)
    _kind(name, address, page)
    page.note("expect", address)
    told = f'data-live="{name}" data-read="{read}" data-op="{escape(sign)}" data-value="{escape(value.strip())}"'
    return f'<span class="expect" {told}>', "</span>"


def _term_link(address: str, what: str, page: Page) -> tuple[str, str]:
    if not has(f"term-{what}", page.lang):
        raise LabError("lesson-link-unknown", lesson=page.where, found=address)
    page.note("term", what)
    about = escape(say(f"term-{what}-about", page.lang))
    return f'<a class="term" href="glossary.html#{what}" title="{about}">', "</a>"


def _lesson_link(address: str, what: str, page: Page) -> tuple[str, str]:
    name, _, place = what.partition("#")
    if name not in (*LESSONS, *PAGES, "index"):
        raise LabError("lesson-link-unknown", lesson=page.where, found=address)
    page.note("lesson", what)
    return f'<a href="{name}.html{"#" + place if place else ""}">', "</a>"


def _lab_link(address: str, what: str, page: Page) -> tuple[str, str]:
    page.note("lab", what)
    if page.lab is None:
        return f'<span class="in-lab" title="{escape(say("lessons-in-lab", page.lang))}">', "</span>"
    sign = "&" if "?" in what else "?"
    return f'<a class="in-lab" href="{page.lab}{escape(what)}{escape(sign)}lang={page.lang}">', "</a>"


def _reference_link(address: str, what: str, page: Page) -> tuple[str, str]:
    one = references().get(what)
    if one is None:
        raise LabError("lesson-link-unknown", lesson=page.where, found=address)
    if one not in page.cited:
        page.cited.append(one)
    page.note("reference", what)
    return f'<a class="ref" href="#ref-{what}">{escape(one.short(page.lang))}', "</a>"


def _claim_link(address: str, what: str, page: Page) -> tuple[str, str]:
    name, _, key = what.partition(".")
    found = result(name)
    claim = next((one for one in found.findings.claims if one.key == key), None)
    if claim is None:
        raise LabError("lesson-link-unknown", lesson=page.where, found=address)
    page.note("claim", what)
    said, verdict = claimed(found, claim, page.lang), held(claim, page.lang)
    holds = "holds" if claim.holds else "fails"
    return f'<span class="claim {holds}" data-key="{what}">{escape(said)} <strong>{escape(verdict)}</strong>', "</span>"


_SCHEMES: dict[str, Callable[[str, str, Page], tuple[str, str]]] = {
    "set": _set_link, "see": _see_link, "expect": _expect_link, "term": _term_link, "lesson": _lesson_link,
    "lab": _lab_link, "ref": _reference_link, "claim": _claim_link,
}  # fmt: skip


def _parts(form: re.Pattern, address: str, page: Page) -> tuple[Any, ...]:
    found = form.fullmatch(address)
    if not found:
        raise LabError("lesson-link-unknown", lesson=page.where, found=address)
    return found.groups()


def _kind(name: str, address: str, page: Page) -> str:
    if name not in page.live:
        raise LabError("lesson-element-missing", found=address, ids=sorted(page.live) or "-", lesson=page.where)
    return page.live[name]


# --- boxes, tasks, elements, code -------------------------------------------------------------------------------------


def _box(name: str) -> Callable:
    tag = "aside" if name == "note" else "section"

    def draw(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        page = env["page"]
        if tokens[at].nesting < 0:
            return f"</{tag}>\n"
        page.note("box", name)
        if name == "note":
            return '<aside class="note">\n'
        return f'<section class="{name}"><h3>{escape(say(f"lessons-{name}", page.lang))}</h3>\n'

    return draw


def _task(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    page = env["page"]
    if tokens[at].nesting < 0:
        return "</div></lesson-task>\n"
    name = tokens[at].info.split()[-1]
    if not re.fullmatch(_ID, name) or name in page.tasks:
        raise LabError("lesson-task-name", lesson=page.where, found=name)
    page.tasks.append(name)
    page.note("task", name)
    return f'<lesson-task id="task-{name}" name="{page.lesson}.{name}"><div slot="question">\n'


def _line_rule(name: str, form: re.Pattern) -> Callable:
    """A line of its own in that form is a token of that name."""

    def rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
        found = form.fullmatch(line)
        if not found:
            return False
        if not silent:
            state.push(name, "", 0).meta = {"found": found}
            state.line = start + 1
        return True

    return rule


def _part(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    whole, choice, hint = tokens[at].meta["found"].groups()
    if whole == "other":  # the hint for every wrong answer that has none of its own
        hint, whole = "other", "hint other"
    page = env["page"]
    page.note("part", f"{page.tasks[-1] if page.tasks else '-'} {whole}")
    told = f'data-choice="{choice}"' if choice else f'data-hint="{hint}"' if hint else f'slot="{whole}"'
    return f"</div><div {told}>\n"


def _pair(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    """Two forms of one thing side by side: `= beside` begins the second, `= under` what is said of both."""
    page = env["page"]
    if tokens[at].nesting > 0:
        page.half = "first"
        page.note("box", "pair")
        return '<div class="pair"><div class="half">\n'
    if page.half == "first":
        raise LabError("lesson-pair", lesson=page.where)
    page.half = None
    return "</div></div>\n"


def _half(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    page, (which,) = env["page"], tokens[at].meta["found"].groups()
    if (page.half, which) not in (("first", "beside"), ("beside", "under")):
        raise LabError("lesson-pair", lesson=page.where)
    page.half = which
    page.note("part", which)
    return f'</div><div class="{"half" if which == "beside" else "under"}">\n'


def _html(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    page, content = env["page"], tokens[at].content
    for tag, attributes in _tags(content):
        if tag == "!comment":
            continue
        if not tag.startswith("live-"):
            raise LabError("lesson-html", lesson=page.where, found=content.strip()[:80])
        told = [f"{name}={value}" for name, value in sorted(attributes) if name != "caption"]  # a caption is words
        page.note("element", f"{tag} {' '.join(told)}")
    return content


def _tags(content: str) -> list[tuple[str, list[tuple[str, str | None]]]]:
    found: list[tuple[str, list[tuple[str, str | None]]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, attrs))

    Reader().feed(content)
    return found


def _fence(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    page, token = env["page"], tokens[at]
    kind, _, what = token.info.strip().partition(" ")
    if kind == "source":
        made = source(what, page.where)
        page.note("source", what)
        again = page.anchors.count(made.anchor)
        page.anchors.append(made.anchor)
        return made.html(page.lang, f"{made.anchor}-{again + 1}" if again else made.anchor)
    if kind == "panel":
        return _panel(what.strip(), page)
    if kind in KINDS:
        page.note(kind, f"{what} {token.content}")
        return Cell(kind, what, token.content).html(page.lang)
    if kind == "printed":
        page.note("printed", what)
        return printed_html(what, page.lesson, page.lang)
    page.note("fence", kind)
    return f'<pre class="plain" tabindex="0"><code>{escapeHtml(token.content)}</code></pre>\n'


def _panel(what: str, page: Page) -> str:
    """A recorded figure: the panel's data, which the page draws."""
    name, _, key = what.partition(".")
    titled = f"experiment-{name}-{key}-title"
    found = next((one for one in result(name).findings.panels if one.title == titled), None)
    if found is None:
        raise LabError("lesson-figure-unknown", lesson=page.where, key=what)
    page.note("panel", what)
    view = asdict(panel_view(found, page.lang))
    told = escape(json.dumps(view, ensure_ascii=False, allow_nan=False))
    return f'<lesson-panel data-key="{what}" data-panel="{told}"></lesson-panel>\n'


def _table(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    return '<div class="table" tabindex="0"><table>\n'


def _table_end(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    return "</table></div>\n"


def _heading(self: RendererHTML, tokens: list[Token], at: int, options: Any, env: Any) -> str:
    page, token = env["page"], tokens[at]
    page.note("heading", token.tag)
    count = sum(kind == "heading" for kind, _ in page.met)
    return f'<{token.tag} id="part-{count}">' if token.tag != "h1" else "<h1>"
