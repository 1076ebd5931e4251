"""Every kind of file that a person can make: whole or not at all, and what else stands there is refused in words."""

import ast
import errno
import os
import random
import signal
import stat
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from file_kinds import Kind, kinds

import attnlab
from attnlab.errors import LabError
from attnlab.files import DRAFT, sweep_drafts
from attnlab.words import LANGUAGES

SOURCE = Path(attnlab.__file__).parent
ROOT = Path(__file__).parent.parent
OLD = b"what stood there before"
NAMES = (
    "trace.safetensors", "effects.safetensors", "model.safetensors", "check.json", "result.json", "trace.html",
    "check.html", "command.safetensors", "command.json", "command.csv", "command.txt", "command.md", "command.html",
    "effects.csv", "result.csv", "map.svg", "map.png", "map.pdf", "effects.png", "panels.svg", "plan.json",
    "rows-000000.parquet",
)  # fmt: skip
READ = (
    "trace.safetensors", "effects.safetensors", "model.safetensors", "check.json", "command.safetensors", "plan.json",
    "rows-000000.parquet",
)  # fmt: skip


@pytest.fixture
def kind(request, need) -> Kind:
    for module in ("matplotlib", "pyarrow", "filelock"):
        need(module)
    return kinds()[request.param]


def every(names=NAMES):
    return pytest.mark.parametrize("kind", names, indirect=True)


def in_words(fault: LabError, *held: str) -> str:
    """The message, once it can be said in all three languages, each of its own, with all that it should hold."""
    said = [fault.say(lang) for lang in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES)
    for sentence in said:
        assert all(part in sentence for part in held), sentence
    return fault.message


def test_the_kinds_are_these(need):
    for module in ("matplotlib", "pyarrow", "filelock"):
        need(module)
    assert set(kinds()) == set(NAMES)
    assert {name for name, kind in kinds().items() if kind.read} == set(READ)


# --- no writer slips past ---------------------------------------------------------------------------------------------

WRITES = {
    "write_text", "write_bytes", "savefig", "to_parquet", "write_table", "save_file", "savez", "savez_compressed",
    "savetxt", "tofile", "memmap", "rename", "renames", "mkdtemp", "mkstemp", "NamedTemporaryFile", "TemporaryFile",
    "TemporaryDirectory", "copyfile", "copy2", "copytree", "move", "touch", "save_pretrained", "retrieve",
    "symlink_to", "hardlink_to", "link", "symlink", "write_feather", "to_feather", "to_pickle", "dump", "extractall",
    "extract", "urlretrieve", "connect", "fdopen", "truncate",
}  # fmt: skip
"""What writes to a disk, in the libraries that are used or lie near."""
MAY = {
    "src/attnlab/files.py": {"write_bytes", "fdopen", "open", "rename", "replace"},  # the page that decides how
    "src/attnlab/drawings.py": {"savefig"},  # into memory
    "src/attnlab/plots.py": {"savefig"},  # into memory
    "src/attnlab/panels.py": {"savefig"},  # into memory
    "src/attnlab/shards.py": {"write_table"},  # into memory
    "src/attnlab/terminal.py": {"open"},  # /dev/null, for a pipe that is closed
    "src/attnlab/datasets.py": {"TemporaryDirectory"},  # the system's, for what is not checked yet
    "src/attnlab/lessons/site.py": {"write_bytes"},  # into the draft of a folder_whole
    "src/attnlab/models/hub.py": {"save_file", "save_pretrained", "write_text"},  # into the draft of a folder_whole
    "src/attnlab/server/__init__.py": {"connect"},  # a socket, not a database
    "benchmarks/lessons.py": {"TemporaryDirectory"},  # a site that is only weighed
    "benchmarks/memory.py": {"TemporaryDirectory", "save_pretrained", "write_text"},  # a model that is only weighed
    "benchmarks/page.py": {"TemporaryDirectory", "move", "save_pretrained"},  # a browser's: its mouse, its model
    "benchmarks/saved.py": {"TemporaryDirectory", "write_text"},  # pages that are only measured
    "benchmarks/sweeps.py": {"TemporaryDirectory", "write_text"},  # sweeps that are only measured
    "benchmarks/stream.py": {"write_text"},  # /proc/self/clear_refs
    "benchmarks/tracing.py": {"write_text"},  # /proc/self/clear_refs
}
"""The pages that call such a thing themselves, and why they may."""


def writers(tree: ast.AST):
    """The calls of a page that may write to a disk."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        at = call.func
        name = at.attr if isinstance(at, ast.Attribute) else at.id if isinstance(at, ast.Name) else ""
        home = at.value.id if isinstance(at, ast.Attribute) and isinstance(at.value, ast.Name) else ""
        place = 0 if name == "open" and home not in ("", "io", "os", "gzip", "bz2", "lzma") else 1  # path.open(mode)
        modes = [*call.args[place : place + 1], *(word.value for word in call.keywords if word.arg == "mode")]
        is_open = name in ("open", "ZipFile") and any(
            isinstance(mode, ast.Constant) and isinstance(mode.value, str) and set(mode.value) & set("wax+")
            for mode in modes
        )
        own = home in ("os", "shutil") and name in ("open", "replace", "copy", "link")
        saved = home in ("np", "numpy", "torch", "pickle") and name == "save"
        if name in WRITES or is_open or own or saved:
            yield name


def test_whoever_writes_a_file_does_it_by_the_page_that_decides_how():
    found = {}
    for page in sorted([*SOURCE.rglob("*.py"), *(ROOT / "benchmarks").glob("*.py")]):
        where = page.relative_to(SOURCE.parent.parent if SOURCE in page.parents else ROOT).as_posix()
        if named := set(writers(ast.parse(page.read_text(encoding="utf-8")))):
            found[where] = named
    assert found == MAY, "write it by attnlab.files.write_whole or folder_whole, or say here why not"


@pytest.mark.parametrize(
    "slip",
    ['open("x", "w")', 'path.open("ab")', 'io.open("x", mode="r+")', "np.save(x, y)", "path.write_text('x')",
     "os.replace(a, b)", "figure.savefig('x')", "ZipFile(x, 'w')", "torch.save(a, b)", "frame.to_parquet('x')"],
)  # fmt: skip
def test_a_new_writer_is_seen(slip):
    assert list(writers(ast.parse(slip)))
    assert not list(writers(ast.parse('open("x"); path.open("rb"); text.replace("a", "b"); made.save(path)')))


watched: dict = {}


def watch(event, found):
    if (folder := watched.get("folder")) is None:
        return
    if event == "open" and found[2] & (os.O_WRONLY | os.O_RDWR) and str(found[0]).startswith(folder):
        watched["opened"].append(Path(os.fsdecode(found[0])))


sys.addaudithook(watch)


@every()
def test_only_a_draft_is_ever_opened_for_writing(kind, tmp_path):
    path = tmp_path / kind.name
    watched.update(folder=str(tmp_path), opened=[])
    try:
        kind.write(path)
    finally:
        watched["folder"] = None
    assert [(one.parent, one.suffix, one.name[0]) for one in watched["opened"]] == [(tmp_path, DRAFT, ".")]
    assert list(tmp_path.iterdir()) == [path]


# --- a fault at every step --------------------------------------------------------------------------------------------

KILLED = ("trace.safetensors", "check.json", "trace.html", "map.svg", "plan.json", "rows-000000.parquet")
STEPS = ("make", "write", "flush", "rename", "folder")


class Short:
    """A file that takes half of what it is given."""

    def __init__(self, file, strike):
        self.file, self.strike = file, strike

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.file.close()

    def write(self, data):
        self.file.write(data[: len(data) // 2])
        self.file.flush()
        self.strike()


def strike_at(step, strike, patch):
    """Have `strike` called at a step of writing."""
    own_open, own_fdopen, own_sync, own_replace = os.open, os.fdopen, os.fsync, os.replace

    def opened(path, flags, *rest, **named):
        if str(path).endswith(DRAFT) and flags & os.O_CREAT:
            strike()
        return own_open(path, flags, *rest, **named)

    def synced(handle):
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        own_sync(handle)
        if is_folder == (step == "folder"):
            strike()

    def replaced(*paths):
        strike()
        own_replace(*paths)

    match step:
        case "make":
            patch(os, "open", opened)
        case "write":
            patch(os, "fdopen", lambda handle, *rest: Short(own_fdopen(handle, *rest), strike))
        case "flush" | "folder":
            patch(os, "fsync", synced)
        case "rename":
            patch(os, "replace", replaced)


@every()
def test_a_fault_at_any_step_leaves_the_old_file_or_the_new_and_is_said(kind, tmp_path, monkeypatch):
    path = tmp_path / kind.name
    for step, code in zip(STEPS, (errno.EIO, errno.ENOSPC, errno.EIO, errno.ENOSPC, errno.EIO), strict=True):
        path.write_bytes(OLD)

        def strike(code=code):
            raise OSError(code, os.strerror(code))

        with monkeypatch.context() as patched:
            strike_at(step, strike, patched.setattr)
            with pytest.raises(LabError) as fault:
                kind.write(path)
        message = in_words(fault.value, str(path))
        assert list(tmp_path.iterdir()) == [path]
        if step == "folder":  # it stands in its place; only a power cut could take it away
            assert message == "file-not-kept"
            assert path.read_bytes() != OLD
            assert kind.read is None or kind.read(path)
        else:
            assert message == ("disk-full" if code == errno.ENOSPC else "file-not-written")
            assert path.read_bytes() == OLD


def test_a_kill_at_any_step_leaves_the_old_file_or_the_new(tmp_path, need):
    """One kind of each room that writes, killed at each step in a process of its own; the others write as these do."""
    for module in ("matplotlib", "pyarrow", "filelock"):
        need(module)
    script = """
import os, signal, sys
from pathlib import Path
from file_kinds import kinds
from test_files_kinds import KILLED, OLD, STEPS, strike_at
for name in KILLED:
    kind = kinds()[name]
    for step in STEPS:
        folder = Path(sys.argv[1]) / f"{name}-{step}"
        folder.mkdir()
        (folder / name).write_bytes(OLD)
        if not (child := os.fork()):
            strike_at(step, lambda: os.kill(os.getpid(), signal.SIGKILL), setattr)
            kind.write(folder / name)
            os._exit(3)
        if not os.WIFSIGNALED(os.waitpid(child, 0)[1]):
            sys.exit(f"{name} was not killed at {step}")
"""
    in_process(script, tmp_path)
    for name in KILLED:
        kind = kinds()[name]
        for step in STEPS:
            folder = tmp_path / f"{name}-{step}"
            path = folder / name
            assert (path.read_bytes() == OLD) == (step != "folder"), (name, step)
            assert step != "folder" or kind.read is None or kind.read(path)
            left = [one for one in folder.iterdir() if one != path]
            assert all(one.name.startswith(".") and one.suffix == DRAFT for one in left)
            assert bool(left) == (step in ("write", "flush", "rename"))
            if name == "rows-000000.parquet":
                from attnlab import shards

                assert shards.numbers(folder) == [0]
            kind.write(path)
            sweep_drafts(folder)
            assert len(list(folder.iterdir())) == 1 + len(left)  # they may be another's, who is writing now
            sweep_drafts(folder, older=0)
            assert list(folder.iterdir()) == [path]


def in_process(script, *words):
    ran = subprocess.run(
        [sys.executable, "-c", script, *map(str, words)], capture_output=True, text=True, timeout=200,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(SOURCE.parent), str(Path(__file__).parent)])},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_a_disk_with_a_limit_refuses_each_kind_and_says_so(tmp_path, need):
    for module in ("matplotlib", "pyarrow", "filelock"):
        need(module)
    script = """
import os, resource, sys
from pathlib import Path
from file_kinds import kinds
from test_files_kinds import OLD, in_words
from attnlab.errors import LabError
every = kinds()
try:
    raise LabError("file-missing", path="")
except LabError as fault:  # the words are read before there is no room
    in_words(fault)
for name in every:
    (Path(sys.argv[1]) / name).write_bytes(OLD)
resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))
for name, kind in every.items():
    path = Path(sys.argv[1]) / name
    try:
        kind.write(path)
    except LabError as fault:
        assert in_words(fault, str(path)) == "file-not-written", name
    else:
        sys.exit(f"{name} was written")
"""
    in_process(script, tmp_path)
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == dict.fromkeys(NAMES, OLD)


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 8 KB, where this system lets one be made."""
    place = tmp_path / "disk"
    place.mkdir()
    how = ["mount", "-t", "tmpfs", "-o", "size=8k", "none", str(place)]
    if os.geteuid() != 0 or subprocess.run(how, capture_output=True).returncode:
        pytest.skip("a small disk can be made by root alone, and not everywhere")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@every(["trace.safetensors", "trace.html", "map.png"])
def test_a_disk_that_is_really_full_is_said_to_be_full(kind, small_disk):
    path = small_disk / kind.name
    path.write_bytes(OLD)
    with pytest.raises(LabError) as fault:
        kind.write(path)
    assert in_words(fault.value, str(path)) == "disk-full"
    assert [(one, one.read_bytes()) for one in small_disk.iterdir()] == [(path, OLD)]


# --- what is read -----------------------------------------------------------------------------------------------------


def same(one, other) -> bool:
    """Do two records hold the same?"""
    if hasattr(one, "parameters"):
        return one.record == other.record and all(
            np.array_equal(x, other.parameters[n]) for n, x in one.parameters.items()
        )
    if hasattr(one, "calls"):
        return one.tokens == other.tokens and np.array_equal(one.logits, other.logits)
    if hasattr(one, "change"):
        return one.target == other.target and np.array_equal(one.change, other.change, equal_nan=True)
    return one == other


def refusal(kind, path):
    """The message of the refusal, said in all three languages with the path in it; None where it was read."""
    try:
        kind.read(path)
    except LabError as fault:
        return in_words(fault, str(path) if kind.name != "plan.json" or path.exists() else str(path.parent))
    return None


@every(READ)
def test_a_file_that_was_cut_anywhere_is_refused(kind, tmp_path):
    path = tmp_path / kind.name
    kind.write(path)
    whole = path.read_bytes()
    assert refusal(kind, path) is None
    size = len(whole) - whole.endswith(b"\n")
    for cut in sorted({0, 1, 7, 8, 9, 100, *range(0, size, max(1, size // 20)), size - 9, size - 1}):
        path.write_bytes(whole[:cut])
        assert refusal(kind, path) is not None, cut


@every(READ)
def test_one_altered_bit_is_found_where_a_seal_is_and_never_a_crash(kind, tmp_path):
    path = tmp_path / kind.name
    kind.write(path)
    whole, asis = path.read_bytes(), kind.read(path)
    rng = random.Random(7)
    places = {*range(0, min(len(whole), 24)), *rng.sample(range(len(whole)), min(len(whole), 120))}
    for place in places:
        altered = bytearray(whole)
        altered[place] ^= 1 << rng.randrange(8)
        path.write_bytes(altered)
        if refusal(kind, path) is None and kind.sealed:
            assert same(kind.read(path), asis), place  # a space of the header, say


def foreign():
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        zipped.writestr("model.bin", "x" * 100)
    yield "zip", made.getvalue()
    yield "empty", b""
    yield "noise", random.Random(1).randbytes(5000)
    yield "text", "Ёлка\n".encode() * 50
    yield "latin", b"caf\xe9"
    yield "deep", b"[" * 100_000
    yield "picture", b"\x89PNG\r\n\x1a\n" + bytes(100)
    for content in ("{}", "[1]", '"attnlab"', "1e999", "null"):
        yield content, content.encode()
    yield "half", b'{"format": "attnlab check 1", "verdicts": 3}'
    from safetensors.numpy import save

    array = {"logits": np.zeros(3, dtype=np.float32)}
    yield "theirs", save(array, {"format": "pt"})
    yield "bare", save(array)
    for number, said in enumerate(("[]", "{", "null", "[" * 100_000, '{"format": 3}', '{"format": {}}')):
        yield f"said-{number}", save(array, {"attnlab": said})
    import pyarrow
    from pyarrow import parquet

    for columns in ({"x": [1, 2]}, {"number": ["0"], "text": [1]}, {"number": [None]}):
        made = BytesIO()
        parquet.write_table(pyarrow.table(columns), made)
        yield str(columns), made.getvalue()


@every(READ)
def test_another_programs_file_is_refused(kind, tmp_path):
    path = tmp_path / kind.name
    for name, content in foreign():
        path.write_bytes(content)
        assert refusal(kind, path) is not None, name


@every(READ)
def test_what_is_no_file_is_refused_and_never_waited_for(kind, tmp_path):
    path = tmp_path / kind.name
    missing = "sweep-missing" if kind.name == "plan.json" else "file-missing"
    if kind.name != "rows-000000.parquet":  # a shard that is not there is simply still to be made
        assert refusal(kind, path) == missing
    path.mkdir()
    assert refusal(kind, path) == "path-is-folder"
    path.rmdir()
    os.mkfifo(path)
    assert refusal(kind, path) == "path-not-file"
    path.unlink()
    path.symlink_to("/dev/zero")
    assert refusal(kind, path) == "path-not-file"
    path.unlink()
    path.symlink_to(path.name)  # to itself
    assert refusal(kind, path) is not None
    path.unlink()
    if kind.name not in ("plan.json", "rows-000000.parquet"):
        assert refusal(kind, tmp_path / ("n" * 300)) == "file-missing"  # no file has so long a name
        assert refusal(kind, tmp_path / "zero\0") == "file-not-read"


@every([name for name in READ if name not in ("command.safetensors", "rows-000000.parquet")])
def test_a_file_of_a_later_version_is_refused_and_named(kind, tmp_path):
    path = tmp_path / kind.name
    kind.write(path)
    kind.later(path)
    assert refusal(kind, path).endswith("-foreign")


# --- two at once ------------------------------------------------------------------------------------------------------


def test_two_writers_and_a_reader_never_meet_half_a_file(tmp_path):
    script = """
import sys
from pathlib import Path
from attnlab.files import write_whole
print("ready", flush=True)
for _ in range(10_000):
    write_whole(Path(sys.argv[1]), sys.argv[2].encode() * 300_000)
"""
    path = tmp_path / "x.json"
    path.write_bytes(b"old")
    both = [
        subprocess.Popen([sys.executable, "-c", script, str(path), letter], stdout=subprocess.PIPE) for letter in "ab"
    ]
    try:
        for one in both:
            one.stdout.readline()
        seen = set()
        for _ in range(10_000):
            content = path.read_bytes()
            assert content == b"old" or (len(content) == 300_000 and len(set(content)) == 1)
            seen.add(content[:1])
            if len(seen - {b"o"}) == 2:
                break
        assert seen >= {b"a", b"b"}
    finally:
        for one in both:
            one.send_signal(signal.SIGKILL)
            one.wait()
            one.stdout.close()
    content = path.read_bytes()
    assert len(content) == 300_000 and len(set(content)) == 1
    assert all(one == path or one.suffix == DRAFT for one in tmp_path.iterdir())
