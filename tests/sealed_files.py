"""What the tests of files share: a file of ours with another record in it, sealed as its writer would have."""

import json

from safetensors import safe_open
from safetensors.numpy import save_file

INSTEAD = {"a list for a record": [], "brackets without end": "[" * 100_000}
"""What may stand where the manifest should."""


def resealed(path, change):
    """Lets `change` alter the manifest and the arrays of a file, or puts something instead, and writes it anew."""
    from attnlab.storage import seal

    with safe_open(path, framework="np") as file:
        manifest = json.loads(file.metadata()["attnlab"])
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    manifest.pop("sha256")
    if callable(change):
        change(manifest, tensors)
        manifest["sha256"] = seal(manifest, tensors)
        change = json.dumps(manifest)
    save_file(tensors, path, {"attnlab": change if isinstance(change, str) else json.dumps(change)})
    return path
