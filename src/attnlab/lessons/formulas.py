"""Formulas: LaTeX in a text becomes MathML, which browsers draw themselves."""

import re

from attnlab.errors import LabError

_ALPHABETS = {
    "double-struck": {"R": "ℝ", "E": "𝔼", "N": "ℕ", "1": "𝟙"},
    "script": {"A": "𝒜", "L": "ℒ", "N": "𝒩"},
}
_STYLED = re.compile(r'<(m[in]) mathvariant="([a-z-]+)">(\w)</m[in]>')
_NAME = re.compile(r"(<m[io]>(?:exp|ln|log|sin|cos|max|min)</m[io]>)(?=<m(?:[inu]|sub|sup|frac|row))")
_OPEN, _CLOSE = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}", "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"
_FIGURE = re.compile(rf"<mtext>{_OPEN}(\d+){_CLOSE}</mtext>")


def stand_in(place: int) -> str:
    """What stands for figure number `place` while a formula is read."""
    return f"\\text{{{_OPEN}{place}{_CLOSE}}}"


def mathml(latex: str, figures: list[str], *, block: bool, where: str) -> str:
    """A formula as MathML; `figures` are put where `stand_in` left their places.

    Raises LabError for a formula that latex2mathml lets through unread.
    """
    from latex2mathml.converter import convert

    try:
        made = convert(latex, display="block" if block else "inline")
    except Exception as fault:
        raise LabError(
            "lesson-formula-unread", lesson=where, formula=latex, reason=str(fault) or type(fault).__name__
        ) from None
    unread = re.search(r"<mi>(\\\w+|&amp;|&)</mi>", made)
    if unread:
        raise LabError("lesson-formula-unread", lesson=where, formula=latex, reason=unread[1])
    made = made.replace('<mspace width="negativethinmathspace" />', "")
    made = _NAME.sub(r'\1<mspace width="0.17em" />', made)  # what a name of a function is applied to
    made = _STYLED.sub(lambda one: _letter(one, latex, where), made)
    return _FIGURE.sub(lambda one: f"<mn>{figures[int(one[1])]}</mn>", made)


def _letter(one: re.Match, latex: str, where: str) -> str:
    tag, alphabet, letter = one.groups()
    drawn = _ALPHABETS.get(alphabet, {}).get(letter)
    if drawn is None:  # browsers no longer draw mathvariant: the letter itself must be the right one
        raise LabError("lesson-formula-unread", lesson=where, formula=latex, reason=f"{alphabet} {letter}")
    return f"<{tag}>{drawn}</{tag}>"
