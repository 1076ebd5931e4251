"""The models at hand: those in the package, by name, and those in a file, by path."""

import re
from difflib import get_close_matches
from importlib import import_module
from importlib.resources import as_file, files
from os.path import isdir, isfile
from pathlib import Path
from typing import Any

from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.model import Model

EMBEDDED = (
    "names", "names-ru", "names-latin", "names-experts", "address", "last-of-two", "last-of-two-blind", "copy",
    "agreement", "numbers-ru", "numbers-et", "grammar-ru", "grammar-et",
)  # fmt: skip
HANDMADE = ("previous", "same", "decoy", "quiet", "backup")
NAMES = (*EMBEDDED, *HANDMADE)


def load(model: Any, tokenizer: Any = None, /, **how: Any) -> Model:
    """A model by name, by path, or one of transformers' that is already in memory.

    A name is one of attnlab's own (`NAMES`) or a Hugging Face name such as "gpt2"; a path is that of a file that
    `attnlab train` wrote, of a folder that transformers can read, or of a .gguf file; a model of transformers is
    given with its tokenizer, or without one: then texts are ids, "5 17 3". For Hugging Face models `start` is a piece
    put before every text, `dtype` what they are computed in (float32; "auto" takes them as they are stored), and
    `name` what one in memory is called.
    They are proved on opening to be heard, the same and moved (`Proof`), and left as they were found.

    Raises LabError for a name that nobody knows, a file that is torn or not a model, and a model that fails a proof.

    >>> import attnlab
    >>> attnlab.load("names").parameter_count
    4192
    >>> attnlab.load("address").sites
    (Site(layer=0, stack='decoder', kind='self'),)
    """
    if not isinstance(model, str | Path):
        return _hub("load(model, tokenizer)").of(model, tokenizer, **how)
    name = str(model)
    if name in HANDMADE:
        from attnlab.models.handmade import handmade

        return handmade()[name]()
    from attnlab.models.small import Small

    if name in EMBEDDED:
        with as_file(files("attnlab.models") / f"{name}.safetensors") as path:
            return Small.open(path)
    path, is_gguf = Path(name), name.lower().endswith(".gguf")
    # os.path, unlike Path, takes a name that is too long for the disk as one that is not there
    if path.suffix == ".safetensors" or (isfile(name) and not is_gguf):
        return Small.open(path)
    # a slip in one of our own names is answered here, not asked for on the net
    slip = not isdir(name) and get_close_matches(name.lower(), NAMES, n=1, cutoff=0.7)
    if not name or slip or not (isdir(name) or is_gguf or _is_hub_name(name)):
        raise LabError("model-unknown", name=name, names=list(NAMES))
    try:
        hub = _hub(f"load({name!r})")
    except LabError as missing:
        # without the hub a bare name is more likely a slip than a wish for another package
        if isdir(name) or is_gguf or missing.message != "extra-missing":
            raise
        raise LabError("model-unknown-here", name=name, names=list(NAMES), missing=missing) from None
    return hub.open_hub(name, **how)


def _hub(wish: str) -> Any:
    bring("torch", "hub", wish)
    bring("transformers", "hub", wish)
    return import_module("attnlab.models.hub")


def _is_hub_name(name: str) -> bool:
    """True for a text that could be a name there: `gpt2` or `owner/name`, of at most 96 characters."""
    return (
        len(name) <= 96
        and re.fullmatch(r"(?:[\w.-]+/)?[\w.-]+", name, re.ASCII) is not None
        and not name.startswith(".")
    )
