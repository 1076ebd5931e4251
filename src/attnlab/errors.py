"""What a person can mend: one error, said in the person's language."""

from typing import Any

from attnlab.words import Language, say


class LabError(Exception):
    r"""Something a person can mend: who, what was found, what was wanted, what to do now.

    A mistake of attnlab's own stays an ordinary exception; this one always carries a sentence. The
    sentence stands in the catalogues under `message`, so the page says it in its language and the
    terminal in English. A fact that is itself a LabError is said in the same language.

    >>> import attnlab
    >>> try:
    ...     attnlab.Site.parse("first")
    ... except attnlab.LabError as fault:
    ...     print(fault.message, fault.facts, fault.say("et"), sep="\n")
    site-unreadable
    {'site': 'first'}
    „first“ ei ole tähelepanukihi nimi. Kirjuta kihi number, näiteks 0, või encoder.0 või cross.0.
    """

    def __init__(self, message: str, /, **facts: Any) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts

    def say(self, lang: Language = "en") -> str:
        """The sentence in a language."""
        facts = {name: value.say(lang) if isinstance(value, LabError) else value for name, value in self.facts.items()}
        return say(self.message, lang, **facts)

    def __str__(self) -> str:
        return self.say()
