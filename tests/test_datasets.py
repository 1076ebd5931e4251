"""Data sets: fetched once, checked every time, and every way of not getting them said in words."""

import io
import threading
import zipfile
from dataclasses import replace
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from string import ascii_lowercase

import pytest

from attnlab.datasets import NAMES, SMS, Dataset, cached, fetch, read_names, verify
from attnlab.errors import LabError

CONTENT = b"anna\nemma\njacob"


def packed(content=CONTENT, name="inner"):
    """A zip that holds one file, stored as it is, beside another."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        zipped.writestr("readme", "of no use")
        zipped.writestr(name, content)
    return made.getvalue()


PAGES = {
    "/names.txt": CONTENT,
    "/packed.zip": packed(),
    "/altered.zip": packed(CONTENT + b"!"),
    "/without.zip": packed(name="another"),
    "/torn.zip": packed()[:-30],
    "/bits.zip": packed().replace(CONTENT, CONTENT[:-1] + b"B"),
    "/page.zip": b"<html>Sign in first</html>",
}
SYMBOLS = tuple(ascii_lowercase)


class Home(BaseHTTPRequestHandler):
    """A home that has one file, one that breaks off, and nothing else."""

    def do_GET(self):
        self.server.asked.append(self.path)
        if self.path in PAGES:
            content = PAGES[self.path]
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        elif self.path == "/breaks-off":
            self.send_response(200)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            self.wfile.write(CONTENT)
        else:
            self.send_error(404)

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def home(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Home)
    server.asked = []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def of(home, path="names.txt", content=CONTENT):
    return Dataset("names", f"http://127.0.0.1:{home.server_port}/{path}", sha256(content).hexdigest(), "MIT")


def refused(message, run):
    with pytest.raises(LabError) as fault:
        run()
    assert fault.value.message == message
    assert all(fault.value.say(lang) for lang in ("en", "ru", "et"))
    return fault.value


def test_a_data_set_is_fetched_once_and_then_read_from_disk(home, tmp_path):
    path = fetch(of(home), tmp_path)
    assert path.read_bytes() == CONTENT
    assert fetch(of(home), tmp_path) == path
    assert home.asked == ["/names.txt"]


def test_a_kept_file_that_is_no_longer_right_is_fetched_anew(home, tmp_path):
    path = fetch(of(home), tmp_path)
    path.write_bytes(CONTENT[:-1])
    assert fetch(of(home), tmp_path).read_bytes() == CONTENT
    assert home.asked == ["/names.txt"] * 2


def test_a_file_of_another_content_is_refused_and_not_kept(home, tmp_path):
    fault = refused("data-download-failed", lambda: fetch(of(home, content=b"other"), tmp_path))
    assert sha256(b"other").hexdigest() in fault.facts["reason"]
    assert sha256(CONTENT).hexdigest() in fault.facts["reason"]
    assert list(tmp_path.iterdir()) == []


def test_a_download_that_breaks_off_is_refused_and_nothing_of_it_is_kept(home, tmp_path):
    fault = refused("data-download-failed", lambda: fetch(of(home, "breaks-off"), tmp_path))
    assert "--data" in str(fault)
    assert list(tmp_path.iterdir()) == []


def test_a_page_that_is_not_found_is_said_with_its_address(home, tmp_path):
    fault = refused("data-download-failed", lambda: fetch(of(home, "gone"), tmp_path))
    assert "404" in fault.facts["reason"]
    assert f"127.0.0.1:{home.server_port}/gone" in str(fault)


def test_a_home_that_does_not_answer_is_said(home, tmp_path):
    dataset = of(home)
    home.shutdown()
    home.server_close()
    fault = refused("data-download-failed", lambda: fetch(dataset, tmp_path))
    assert "refused" in fault.facts["reason"]


def test_a_cache_that_cannot_be_made_is_said(home, tmp_path):
    (tmp_path / "file").write_text("in the way")
    refused("data-download-failed", lambda: fetch(of(home), tmp_path / "file" / "cache"))


def zipped(home, path):
    return replace(of(home, path), member="inner")


def test_a_data_set_in_a_zip_is_unpacked_once_and_only_its_own_file_is_kept(home, tmp_path):
    assert cached(zipped(home, "packed.zip"), tmp_path / "made") is None
    path = fetch(zipped(home, "packed.zip"), tmp_path / "made")
    assert path.read_bytes() == CONTENT
    assert fetch(zipped(home, "packed.zip"), tmp_path / "made") == path == cached(of(home), tmp_path / "made")
    assert home.asked == ["/packed.zip"]
    assert list((tmp_path / "made").iterdir()) == [path]
    path.write_bytes(CONTENT[:-1])
    assert fetch(zipped(home, "packed.zip"), tmp_path / "made").read_bytes() == CONTENT
    assert home.asked == ["/packed.zip"] * 2


def test_an_altered_file_in_a_zip_is_refused_with_both_hashes_and_not_kept(home, tmp_path):
    fault = refused("data-download-failed", lambda: fetch(zipped(home, "altered.zip"), tmp_path))
    assert sha256(CONTENT).hexdigest() in fault.facts["reason"]
    assert sha256(CONTENT + b"!").hexdigest() in fault.facts["reason"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("page", ["torn.zip", "bits.zip", "page.zip", "without.zip", "breaks-off", "gone"])
def test_a_zip_that_is_torn_or_is_none_or_lacks_the_file_is_refused_and_nothing_of_it_is_kept(home, tmp_path, page):
    fault = refused("data-download-failed", lambda: fetch(zipped(home, page), tmp_path))
    assert len(fault.facts["reason"]) > 8
    assert fault.facts["url"].endswith(page)
    assert list(tmp_path.iterdir()) == []


def test_the_collection_of_messages_comes_out_of_the_zip_at_its_home(sms_collection):
    assert SMS.url == "https://archive.ics.uci.edu/static/public/228/sms+spam+collection.zip"
    assert SMS.member == sms_collection.name
    assert verify(SMS, sms_collection) == sms_collection


def test_advice_on_a_wrong_file_fits_the_command_that_it_is_for(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_bytes(CONTENT)
    for lang in ("en", "ru", "et"):
        of_names, of_messages = (refused("data-hash-wrong", lambda one=one: verify(one, path)).say(lang)
                                 for one in (NAMES, SMS))  # fmt: skip
        assert "--any-data" in of_names and "--any-data" not in of_messages
        assert "--fetch" in of_messages and SMS.sha256 in of_messages


def test_a_given_file_is_held_to_its_hash(tmp_path):
    path = tmp_path / "mine.txt"
    fault = refused("file-missing", lambda: verify(NAMES, path))
    assert fault.facts["path"] == str(path)
    path.write_bytes(CONTENT)
    fault = refused("data-hash-wrong", lambda: verify(NAMES, path))
    assert (fault.facts["found"], fault.facts["wanted"]) == (sha256(CONTENT).hexdigest(), NAMES.sha256)


def test_names_are_read_a_line_each_and_only_those_in_the_letters(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text("\ufeffanna\r\n\n  emma  \nAnna\nmary ann\nжанна\no'neil\njacob", encoding="utf-8")
    assert read_names(path, SYMBOLS) == ["anna", "emma", "jacob"]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"Anna\n", "анна".encode(), b"\xff\xfe\x00"])
def test_a_file_without_a_name_that_can_be_used_is_refused(tmp_path, content):
    path = tmp_path / "names.txt"
    path.write_bytes(content)
    assert refused("data-empty", lambda: read_names(path, SYMBOLS)).facts["wanted"] == "a-z"
    assert refused("path-is-folder", lambda: read_names(tmp_path, SYMBOLS)).facts["path"] == str(tmp_path)


def test_the_list_of_names_is_the_one_that_the_model_was_trained_on(names, names_list):
    assert verify(NAMES, names_list) == names_list
    read = read_names(names_list, SYMBOLS)
    assert len(read) == names.record["texts"] == 32_033
    assert max(map(len, read)) == names.context - 1
    assert names.record["data"]["sha256"] == NAMES.sha256
