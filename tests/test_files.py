"""A file is written whole or not at all, whatever gets in the way."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlab.errors import LabError
from attnlab.files import write_whole


def refused(path, content="new", message="file-not-written"):
    with pytest.raises(LabError) as fault:
        write_whole(path, content)
    assert fault.value.message == message
    assert fault.value.facts["path"] == str(path)
    assert "Nothing was changed" in str(fault.value)
    return fault.value.facts.get("reason")


def in_process(script, *words):
    """What a fresh process says; it may lower its limits or its rights."""
    ran = subprocess.run([sys.executable, "-c", script, *map(str, words)], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@given(content=st.one_of(st.binary(), st.text(st.characters(exclude_categories=["Cs"]))))
def test_what_is_written_is_read_back_and_nothing_else_is_left(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("whole")
    path = folder / "x.json"
    for before in ("", "an older and longer text" * 10):
        path.write_text(before)
        assert write_whole(path, content) == path
        assert path.read_bytes() == (content.encode() if isinstance(content, str) else content)
        assert list(folder.iterdir()) == [path]


@pytest.mark.parametrize("fault", [KeyboardInterrupt, MemoryError, SystemExit])
def test_an_interruption_leaves_the_old_file_as_it_was(tmp_path, monkeypatch, fault):
    path = tmp_path / "x.json"
    path.write_text("old")

    def interrupt(handle):
        raise fault

    monkeypatch.setattr(os, "fsync", interrupt)  # everything is written by now, and not yet in its place
    with pytest.raises(fault):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_reader_who_had_the_old_file_open_goes_on_reading_the_old_one(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("old")
    with path.open() as reader:
        write_whole(path, "new")
        assert reader.read() == "old"
    assert path.read_text() == "new"


def test_a_disk_that_is_full_in_the_middle_leaves_the_old_file_as_it_was(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("old")
    said = in_process(
        """
import resource, sys
from pathlib import Path
from attnlab.errors import LabError
from attnlab.files import write_whole
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    write_whole(Path(sys.argv[1]), b"x" * 1_000_000)
except LabError as fault:
    print(fault)
""",
        path,
    )
    assert "File too large" in said
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_one_may_not_write_to_is_refused_with_the_reason(tmp_path):
    said = in_process(
        """
import os, sys
from pathlib import Path
from attnlab.errors import LabError
from attnlab.files import write_whole
from attnlab.words import say
str(LabError("file-missing", path=""))  # everything is read before the rights are given up
folder = Path(sys.argv[1])
folder.chmod(0o555)
if os.geteuid() == 0:
    os.setuid(65534)
try:
    write_whole(folder / "x.json", "new")
except LabError as fault:
    print(fault)
""",
        tmp_path,
    )
    tmp_path.chmod(0o755)
    assert "Permission denied" in said
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_a_file_for_a_folder_and_a_folder_for_a_file_are_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("old")
    with pytest.raises(LabError) as fault:
        write_whole(tmp_path / "none" / "x.json", "new")
    assert (fault.value.message, fault.value.facts["path"]) == ("folder-missing", str(tmp_path / "none"))
    assert refused(file / "x.json") == "Not a directory"
    assert refused(tmp_path) == "Is a directory"
    assert "too long" in refused(tmp_path / ("n" * 300))
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text() == "old"


def test_a_name_that_is_just_short_enough_for_the_disk_can_be_written(tmp_path):
    path = tmp_path / ("n" * 250)
    assert write_whole(path, "new").read_text() == "new"


def test_a_file_keeps_its_permissions_and_a_new_one_has_the_usual_ones(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("old")
    path.chmod(0o600)
    write_whole(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    usual = tmp_path / "usual"
    usual.touch()
    fresh = write_whole(tmp_path / "fresh", "new")
    assert fresh.stat().st_mode == usual.stat().st_mode


def test_of_a_link_the_file_it_points_to_is_written_and_the_link_stays(tmp_path):
    target, link, lost = tmp_path / "target", tmp_path / "link", tmp_path / "lost"
    target.write_text("old")
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"

    lost.symlink_to(tmp_path / "fresh")
    write_whole(lost, "new")
    assert (tmp_path / "fresh").read_text() == "new"


@pytest.fixture
def full(tmp_path):
    """A device that is always full; for root one of its own, for a fault in the code would put a file in its place."""
    if os.geteuid() != 0:
        return Path("/dev/full")
    path = tmp_path / "full"
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 7))
        path.write_bytes(b"")
    except OSError as fault:
        pytest.skip(f"root may not make devices here: {fault}")
    return path


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_device_is_written_into_and_stays_a_device(full):
    """Put in a file's place, /dev/null would be gone for every program of the machine."""
    refused(full, message="disk-full")
    assert full.is_char_device()


def test_a_pipe_is_written_into_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True)
    write_whole(pipe, "new")
    assert reader.communicate(timeout=30)[0] == "new"
    assert pipe.is_fifo()
