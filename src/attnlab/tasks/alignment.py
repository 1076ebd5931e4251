"""Gold links between two texts: words that carry the same mark say the same."""

from attnlab.tasks.task import Example, Found, Links


class Word:
    """A word, the marks of what it says, and the marks of what its form follows."""

    def __init__(self, text: str, *says: str, agrees: tuple[str, ...] = ()) -> None:
        self.text = text
        self.says = says
        self.agrees = agrees


def translation(content: str, text: list[Word], answer: list[Word]) -> Found:
    """The example that a text and its translation make, with their links."""
    pieces = tuple(word.text for word in text)
    example = Example(
        source=" ".join(pieces),
        pieces=pieces,
        answer=tuple(word.text for word in answer),
        alignment=_links(text, [word.says for word in answer]),
        agreement=_links(text, [word.agrees for word in answer]),
    )
    return content, example


def _links(text: list[Word], wanted: list[tuple[str, ...]]) -> Links:
    places: dict[str, list[int]] = {}
    for place, word in enumerate(text):
        for mark in word.says:
            places.setdefault(mark, []).append(place)
    return tuple(
        (place, other)
        for place, marks in enumerate(wanted)
        for other in sorted(other for mark in marks for other in places.get(mark, ()))
    )
