"""`make bench`: how fast the library is, side by side in one run with the witness and with peers.

Everything runs on one core. The table has medians and spread, and goes to build/bench.json too.
`--instructions` counts machine instructions with valgrind instead: the same on a busy machine.
"""

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Measure, print, save."""
    from benchmarks import instructions, machine, measure, peers, report, rows

    options = _options()
    if options.instructions:
        print(report.instructions(instructions.count()))
        return
    contestants = [*rows.contestants(), *peers.contestants()]
    results = measure.side_by_side(contestants, options.repeats, options.seconds)
    starts = rows.start_up(options.repeats)
    about = machine.about(ROOT)
    print(report.table(about, results, starts))
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    data = {"machine": about, "rates": results, "start_up": starts}
    target.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(f"saved to {target.relative_to(ROOT)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=9, help="runs of each, in turn")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a run, roughly")
    parser.add_argument("--instructions", action="store_true", help="count with callgrind instead")
    return parser.parse_args()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
