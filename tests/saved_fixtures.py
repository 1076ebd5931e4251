"""What the tests of saved results share: a file opened from disk, and a page that plays a notebook.

attnlab is imported inside only: conftest.py reads this file before the shape checks are switched on.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_fixtures import PATIENCE, ROOT, listened, missing

BUILT = ROOT / "src" / "attnlab" / "page" / "saved"


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Saves a result and opens the file, with no network; at the end the console may have said nothing."""
    if not (BUILT / "saved.js").is_file():
        missing("the page is not built; ./dev web builds it")
    contexts, said = [], []

    def open_file(shown: Any, script: Path | None = None, how: dict[str, Any] | None = None, **options: Any) -> Any:
        shown.save_html(tmp_path / "saved.html", **options)
        return open_path(tmp_path / "saved.html", script, **(how or {}))

    def open_path(path: Path, script: Path | None = None, **how: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | how)
        context.set_offline(True)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = listened(context, said, script)
        asked = lambda one: said.append(one.url) if not one.url.startswith(("file:", "data:", "blob:")) else None  # noqa: E731
        page.on("request", asked)
        page.goto(path.as_uri())
        page.wait_for_selector("attn-tokens, attn-found .panel")
        return page

    open_file.path = open_path
    yield open_file
    for context in contexts:
        context.close()
    assert said == []


HOST = """<!doctype html><meta charset="utf-8"><title>notebook</title><div id="one"></div><div id="two"></div>
<script type="module">{module}
const state = {state};
const heard = {{}};
globalThis.saves = 0;
globalThis.model = {{
  get: (name) => state[name],
  set: (name, value) => {{ state[name] = value; for (const one of heard["change:" + name] ?? []) one(); }},
  save_changes: () => {{ globalThis.saves += 1; }},
  on: (name, then) => (heard[name] ??= []).push(then),
  off: (name, then) => {{ heard[name] = (heard[name] ?? []).filter((one) => one !== then); }},
}};
globalThis.heard = heard;
globalThis.leave = widget.render({{ model, el: document.getElementById("one") }});
</script>"""


@pytest.fixture
def notebook(opened, tmp_path):
    """A page that plays a notebook: it holds the state of a widget and lets either side change it."""
    import json

    from attnlab.saved import record

    def open_widget(shown: Any) -> Any:
        made = record(shown)
        state = {"record": made, "theme": "system", **made.get("start", {})}
        if "kind" not in made:
            state["edits"] = made["edits"]
        script = "found-widget.js" if "kind" in made else "widget.js"
        code = (BUILT / script).read_text(encoding="utf-8").rstrip()
        body, _, given = code.rpartition("export")
        name = given.split("{")[1].split(" as ")[0].strip()
        module = f"{body}\nconst widget = {name};".replace("</script", "<\\/script")
        told = json.dumps(state, ensure_ascii=False).replace("<", "\\u003c")
        (tmp_path / "notebook.html").write_text(HOST.format(module=module, state=told), encoding="utf-8")
        return opened.path(tmp_path / "notebook.html")

    return open_widget
