"""First names as the package faker lists them, for models that say names in an alphabet of their own."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from attnlab.errors import LabError
from attnlab.extras import bring

RUSSIAN = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
CYRILLIC = RUSSIAN + "іїєґўђјљњћџѓѕќ"
LATIN = ascii_lowercase
ESTONIAN = ascii_lowercase + "šžõäöü"


def first_names(alphabet: str, locales: Iterable[str] | None = None) -> list[str]:
    """Every first name of one word that faker has in these letters, in small letters, once, in order of code points.

    `locales` names some of faker's, such as et_EE; by default all are read. The same version of faker gives the same
    list. Raises LabError where faker is missing, a locale is unknown or no name is left.
    """
    people = bring("faker.providers.person", "names", "first_names")
    known = sorted(module.name for module in pkgutil.iter_modules(people.__path__) if module.ispkg)
    wanted = known if locales is None else list(locales)
    letters, found = set(alphabet), set()
    for locale in wanted:
        if locale not in known:
            raise LabError("names-locale-unknown", locale=locale, locales=known)
        provider = importlib.import_module(f"{people.__name__}.{locale}").Provider
        found |= {name.lower() for name in _listed(provider)}
    names = sorted(name for name in found if name and letters.issuperset(name))
    if not names:
        raise LabError("names-none", alphabet=alphabet)
    return names


def _listed(provider: type) -> Iterator[str]:
    """What stands in a locale's lists of first names, whatever their number and kind."""
    for field in dir(provider):
        names = getattr(provider, field)
        # a property joins lists that are met anyway
        if field.startswith("first_names") and not isinstance(names, property):
            yield from (name.strip() for name in names)
