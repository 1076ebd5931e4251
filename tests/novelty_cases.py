"""What the experiment `novelty` hears without noise, to hold the page's form of it to; run this file to write it.

attnlab is imported inside only: the shape checks are switched on after this file may have been read.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

CASES = Path(__file__).parents[1] / "web" / "lessons" / "novelty.cases.json"
ASKED: tuple[dict[str, Any], ...] = (
    {"repeats": 20, "change": 12.0, "pause": 0, "compares": True},
    {"repeats": 20, "change": 1.0, "pause": 0, "compares": True},
    {"repeats": 20, "change": 0.0, "pause": 160, "compares": True},
    {"repeats": 7, "change": 2.5, "pause": 12, "compares": True},
    {"repeats": 20, "change": 12.0, "pause": 0, "compares": False},
    {"repeats": 3, "change": 4.0, "pause": 40, "compares": False},
    {"repeats": 5, "change": 1.0, "pause": 0, "compares": True, "width": 0.5},
    {"repeats": 9, "change": 3.0, "pause": 5, "compares": True, "sharpness": 3.0},
)


def case(asked: dict[str, Any]) -> dict[str, Any]:
    """The experiment's own functions on one sequence; without a pause the old tone comes once more at the end."""
    from attnlab.experiments.novelty import Settings, response, tone, trace

    given = {name: asked[name] for name in ("width", "sharpness") if name in asked}
    settings, rng = Settings(noise=0.0, **given), np.random.default_rng(0)
    old, moved = tone(settings, 16.0, rng), tone(settings, 16.0 + asked["change"], rng)
    memory, responses, scores = [trace(settings, rng)], [], []
    heard = [(old, 0)] * asked["repeats"] + [(moved, asked["pause"])] + [(old, 0)] * (asked["pause"] == 0)
    for stimulus, pause in heard:
        responses.append(response(settings, stimulus, memory, pause=pause, compares=asked["compares"]))
        scores.append(settings.sharpness * max(float(stimulus @ one) for one in memory))
        memory.append(stimulus)
    angle = float(np.degrees(np.arccos(min(1.0, float(old @ moved)))))
    return {**asked, "responses": responses, "scores": scores, "angle": angle}


def cases() -> dict[str, Any]:
    """All that the file holds."""
    from attnlab.experiments.novelty import Settings

    usual = Settings()
    return {
        "settings": {name: getattr(usual, name) for name in ("detectors", "width", "sharpness", "alarm", "fading")},
        "heard": [case(asked) for asked in ASKED],
    }  # fmt: skip


if __name__ == "__main__":
    CASES.write_text(json.dumps(cases()).replace("}, {", "},\n{") + "\n", encoding="utf-8")
