"""Texts of lessons that were damaged: a page, or a refusal that says what leads nowhere."""

from html.parser import HTMLParser

from hypothesis import strategies as st

from attnlab import LabError
from attnlab.lessons import LESSONS, PAGES, Text, text
from attnlab.lessons.cells import cells
from attnlab.lessons.markup import render
from attnlab.words import LANGUAGES
from fuzz.draws import altered
from fuzz.edits import refused
from fuzz.targets import Target

PIECES = (
    "{scale.raw-largest}", "{here.x}", "{scale.raw-largest:%2}", "{a.b|c|d}", "[](set:row.rivals=10)",
    "[](see:row.first)", "[](see:row.first:9)",
    "[x](expect:row.first<0.7)", "[x](term:query)", "[x](term:)", "[](claim:spam.dilution)", "[](claim:x)",
    "[x](lab:?place=bench)", "[x](ref:vaswani)",
    "[x](lesson:scores#part-1)", "[x](https://example.org)", "[x](javascript:alert(1))", "[x](%00)",
    "[a [b](term:key) c](term:key)",
    "```source attnlab.formula.attention\n```\n", "```source \n```\n", "```source .\n```\n",
    "```source attnlab.LabError.x\n```\n", "```source web/decoder.ts#attend\n```\n",
    "```source attnlab.formula.causal from=\"x\"\n```\n", "```source math.sin\n```\n",
    "```source attnlab.LANGUAGES\n```\n", "```source attnlab.formula\n```\n",
    "```source attnlab..formula\n```\n", "```source attnlab.probe.Stage\n```\n", "```panel scale.x\n```\n",
    "```panel\n```\n", "```run a\nx\n```\n", "```python a.py\nx =\n```\n",
    "```printed trace\n```\n", "```printed\n```\n", "```", "~~~", ":::note\n", ":::task\n", ":::task a\n",
    ":::task x y\n", ":::pair\n", ":::", "::: honest\n", ":::try\n", "\n= right\n",
    "\n= choice a\n", "\n= hint b\n", "\n= reveal\n", "\n= other\n", "\n= beside\n", "\n= under\n",
    '\n<live-row id="row" rivals="3"></live-row>\n', "<live-row id=x>", "<!-- x -->",
    "<script>x</script>", "<live-", "<b>", "</live-row>", "$\\frac{1}{2}$", "$$\\sum_i x_i$$", "$\\text{x",
        "$\\begin{matrix}", "$x^{$", "$${here.x}$$", "${scale.raw-largest}$",
    "| a | b |\n|---|---|\n| 1 |\n", "\n# x\n", "\n####### x\n", "![x](y)", "[x]: term:query\n", "[x]",
    "<https://example.org>", "&#0;", "\\", "\n> ", "\n- ", "\n1. ", "    x\n",
)  # fmt: skip


class Reads(HTMLParser):
    """Reads a page as a browser would begin to."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


def attempt(data: st.DataObject) -> str:
    name = data.draw(st.sampled_from((*LESSONS, *PAGES)), "lesson")
    lang = data.draw(st.sampled_from(LANGUAGES), "lang")
    whole = text(name, lang).markdown
    # a part of a lesson is as good as all of it, and sooner done
    start = data.draw(st.integers(0, max(0, len(whole) - 1500)), "from")
    part = "# x\n\n" + whole[start : start + 1500] if data.draw(st.booleans(), "part") else whole
    made = data.draw(altered(part, PIECES), "markdown")
    made = made.encode("utf-8", "replace").decode()  # a file holds no half of a character
    given = Text(name, lang, made)
    cells(made)
    try:
        assert given.title is not None
        html, page = render(given, "../" if data.draw(st.booleans()) else None)
    except LabError as fault:
        return refused(fault)
    reader = Reads()
    reader.feed(html)
    reader.close()
    assert "script" not in reader.tags, "a script came into the page"
    assert all(isinstance(what, str) for _, what in page.met)
    return "a page"


def warm() -> None:
    render(text("scores", "en"))


TARGET = Target(
    "lessons", "texts of lessons that were damaged", attempt, ("a page", "refused"), patience=30.0, short=15, warm=warm
)
