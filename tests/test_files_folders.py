"""A folder is written whole or not at all; two processes that fill one cache at once both get what is right."""

import errno
import json
import os
import signal
import subprocess
import sys
import threading
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import attnlab
from attnlab import files
from attnlab.errors import LabError
from attnlab.files import DRAFT, folder_whole, sweep_drafts

SOURCE = Path(attnlab.__file__).parent.parent


def fill(folder, word, count=3):
    for number in range(count):
        (folder / "deep").mkdir(exist_ok=True)
        (folder / "deep" / f"{number}.txt").write_text(word)


def read(folder):
    return {one.read_text() for one in folder.rglob("*.txt")}


def start(script, *words, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, words)], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(SOURCE), "NO_PROXY": "127.0.0.1"} | environment,
    )  # fmt: skip


def ends_well(process):
    out, err = process.communicate(timeout=200)
    assert process.returncode == 0, err
    return out


@pytest.mark.parametrize("at_once", [True, False], ids=["at-once", "one-after-the-other"])
def test_a_new_folder_takes_the_place_of_the_old_one(tmp_path, monkeypatch, at_once):
    if not at_once:  # as on a system that cannot
        monkeypatch.setattr(files, "_exchanged_at_once", lambda one, other: False)
    place = tmp_path / "site"
    for word in ("old", "new"):
        with folder_whole(place) as draft:
            fill(draft, word)
            assert not place.exists() or read(place) == {"old"}
        assert read(place) == {word}
        assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize(
    ("fault", "message"),
    [(OSError(errno.ENOSPC, "full"), "disk-full"), (OSError(errno.EIO, "broken"), "file-not-written"),
     (KeyboardInterrupt(), None)],
)  # fmt: skip
@pytest.mark.parametrize("step", ["fill", "fsync", "rename"])
def test_a_fault_leaves_the_old_folder_and_no_draft(tmp_path, monkeypatch, fault, message, step):
    place = tmp_path / "site"
    with folder_whole(place) as draft:
        fill(draft, "old")

    def strike(*_):
        raise fault

    with pytest.raises(LabError if message else KeyboardInterrupt) as said, monkeypatch.context() as patched:
        if step != "fill":
            patched.setattr(os, step, strike)
        with folder_whole(place) as draft:
            fill(draft, "new")
            if step == "fill":
                strike()
    if message:
        assert said.value.message == message
        assert str(place) in said.value.say("ru") and str(place) in said.value.say("et")
    assert read(place) == {"old"}
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.parametrize("step", ["mkdir", "fill", "sync", "exchange", "clear"])
def test_a_kill_leaves_the_old_folder_or_the_new_and_drafts_that_are_swept(tmp_path, step):
    place = tmp_path / "site"
    with folder_whole(place) as draft:
        fill(draft, "old")
    killed = start(
        """
import os, shutil, signal, sys
from pathlib import Path
from attnlab import files
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
step = sys.argv[2]
if step == "sync":
    files._flush_all = die
elif step == "exchange":
    files._exchange = die
elif step == "clear":
    shutil.rmtree = die
with files.folder_whole(Path(sys.argv[1])) as draft:
    if step == "mkdir":
        die()
    (draft / "0.txt").write_text("new")
    if step == "fill":
        die()
""",
        place,
        step,
    )
    killed.communicate(timeout=100)
    assert killed.returncode == -signal.SIGKILL
    assert read(place) == ({"new"} if step == "clear" else {"old"})
    left = [one for one in tmp_path.iterdir() if one != place]
    assert len(left) == 1 and left[0].name.startswith(".") and left[0].suffix == DRAFT
    sweep_drafts(tmp_path)
    assert left[0].exists()  # it could be another's, who is writing now
    os.utime(left[0], (0, 0))
    sweep_drafts(tmp_path)
    assert list(tmp_path.iterdir()) == [place]


def test_two_who_write_one_folder_at_once_leave_one_whole_and_a_reader_finds_it_always(tmp_path):
    script = """
import sys
from pathlib import Path
from attnlab.files import folder_whole
for _ in range(60):
    with folder_whole(Path(sys.argv[1])) as draft:
        for number in range(5):
            (draft / f"{number}.txt").write_text(sys.argv[2])
"""
    place = tmp_path / "site"
    with folder_whole(place) as draft:
        fill(draft, "old")
    both = [start(script, place, word) for word in ("one", "two")]
    while any(one.poll() is None for one in both):
        assert place.is_dir()
    for one in both:
        ends_well(one)
    assert read(place) in ({"one"}, {"two"})
    assert len(list(place.iterdir())) == 5
    assert list(tmp_path.iterdir()) == [place]


def test_two_who_fetch_one_data_set_at_once_both_have_it(tmp_path):
    content = b"anna\n" * 50_000
    together = threading.Barrier(2, timeout=100)

    class Home(BaseHTTPRequestHandler):
        def do_GET(self):
            together.wait()  # neither is answered before both ask
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Home)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    script = """
import sys
from pathlib import Path
from attnlab.datasets import Dataset, fetch
print(fetch(Dataset("names", sys.argv[2], sys.argv[3], "MIT"), Path(sys.argv[1])))
"""
    try:
        address = f"http://127.0.0.1:{server.server_port}/names.txt"
        both = [start(script, tmp_path, address, sha256(content).hexdigest()) for _ in range(2)]
        assert {ends_well(one).strip() for one in both} == {str(tmp_path / "names.txt")}
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("names.txt", content)]


CONVERT = """
import sys, time
from pathlib import Path
import torch, transformers
from attnlab.models import hub

class Words:
    def save_pretrained(self, folder):
        (Path(folder) / "tokenizer.json").write_text("{}")

def model(*_, **__):
    torch.manual_seed(0)
    here = Path(sys.argv[2])
    (here / f"reading-{time.time_ns()}").touch()
    until = time.monotonic() + 100
    while len(list(here.glob("reading-*"))) < int(sys.argv[3]) and time.monotonic() < until:
        time.sleep(0.01)
    sizes = dict(n_layer=1, n_head=2, n_embd=8, vocab_size=20, n_positions=8)
    return transformers.GPT2LMHeadModel(transformers.GPT2Config(**sizes))

transformers.AutoModelForCausalLM.from_pretrained = model
transformers.AutoTokenizer.from_pretrained = lambda *_, **__: Words()
print(hub._converted(Path(sys.argv[1])))
"""
"""Turns a GGUF file into safetensors, with a small model for what transformers would read; waits till all read."""


def test_two_who_convert_one_gguf_file_at_once_both_have_it_and_a_torn_conversion_is_made_anew(tmp_path, need):
    need("torch")
    need("transformers")
    from safetensors.numpy import load_file

    source, here = tmp_path / "small.gguf", tmp_path / "here"
    source.write_bytes(b"GGUF" + bytes(1000))
    here.mkdir()
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    both = [start(CONVERT, source, here, 2, **cache) for _ in range(2)]
    (place,) = {Path(ends_well(one).strip()) for one in both}
    assert list(place.parent.iterdir()) == [place]
    assert {one.name for one in place.iterdir()} >= {"config.json", "model.safetensors", "tokenizer.json"}
    weights = place / "model.safetensors"
    whole, tensors = weights.read_bytes(), load_file(weights)
    assert "transformer.wte.weight" in tensors
    assert json.loads((place / "config.json").read_text())["architectures"] == ["GPT2LMHeadModel"]

    weights.write_bytes(whole[: len(whole) // 2])  # by a power cut that came before the disk had it
    (draft := place.parent / f".small.0123{DRAFT}").mkdir()  # of one who was killed long ago
    os.utime(draft, (0, 0))
    again = CONVERT + "hub._converted(Path(sys.argv[1]))\n"
    ends_well(start(again, source, here, 2, **cache))
    assert weights.read_bytes() == whole
    assert list(place.parent.iterdir()) == [place]
    assert len(list(here.iterdir())) == 3  # and what is whole is not made again


def test_a_conversion_on_a_full_disk_is_said_and_leaves_nothing(tmp_path, need):
    need("torch")
    need("transformers")
    source = tmp_path / "small.gguf"
    source.write_bytes(b"GGUF" + bytes(1000))
    limited = CONVERT.replace(
        "print(",
        """
import resource
from attnlab import LabError
str(LabError("file-missing", path=""))  # the words are read before there is no room
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    print(""",
    )
    limited += "except LabError as fault:\n    print(fault.message, fault)\n"
    said = ends_well(start(limited, source, tmp_path, 1, XDG_CACHE_HOME=str(tmp_path / "cache")))
    assert said.startswith("file-not-written") and "File too large" in said
    assert list((tmp_path / "cache" / "attnlab" / "gguf").iterdir()) == []
