"""`python -m benchmarks [NAME]` runs one benchmark; without a name, `forward`."""

import sys
from importlib import import_module
from pathlib import Path

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
# what benchmarks are made of is no benchmark
NAMES = [name for name in NAMES if name not in ("measure", "planted", "scores")]


def main() -> int:
    name, *options = sys.argv[1:] or ["forward"]
    if name not in NAMES:
        print(f"There is no benchmark {name!r}. There are: {', '.join(NAMES)}.", file=sys.stderr)
        return 2
    import_module(f"benchmarks.{name}").main(*options)
    return 0


sys.exit(main())
