"""Grow a network: `python -m training.grow OLD --out build/grown.bin`.

Each hidden unit becomes two that share its output, so the network says nearly the same as before.
A little noise in their rows lets training move the two apart. With `--pad` the new units do nothing
instead, and the network says the same as before: so an old one can be measured beside a new one.
"""

from __future__ import annotations

import argparse
import random
import struct
from array import array
from pathlib import Path
from typing import Final

from training.train import replace_file

_HEADER: Final = struct.Struct("<12sIIIi")
_NOISE: Final = 4  # a unit is 512


def grow(data: bytes, seed: int) -> bytes:
    """The weights file of a network with twice as many hidden units."""
    magic, version, rows, units, output_bias = _HEADER.unpack_from(data)
    numbers = array("h", data[_HEADER.size :])
    rng = random.Random(seed)
    grown = array("h")
    for row in range(rows):
        old = numbers[row * units : (row + 1) * units]
        grown.extend(number + rng.randint(-_NOISE, _NOISE) for _ in range(2) for number in old)
    bias, output = numbers[rows * units : -units], numbers[-units:]
    grown.extend([*bias, *bias])
    grown.extend(number // 2 for number in output)
    grown.extend(number - number // 2 for number in output)
    return _HEADER.pack(magic, version, rows, 2 * units, output_bias) + grown.tobytes()


def pad(data: bytes) -> bytes:
    """The same network with as many more hidden units, which do nothing."""
    magic, version, rows, units, output_bias = _HEADER.unpack_from(data)
    numbers, idle = array("h", data[_HEADER.size :]), array("h", [0] * units)
    wide = array("h")
    for start in range(0, len(numbers), units):
        wide.extend(numbers[start : start + units] + idle)
    return _HEADER.pack(magic, version, rows, 2 * units, output_bias) + wide.tobytes()


def main() -> None:
    """Read the command line and write the larger network."""
    parser = argparse.ArgumentParser(description="Double the hidden units of a network.")
    parser.add_argument("weights", type=Path, help="the network to start from")
    parser.add_argument("--pad", action="store_true", help="with units that do nothing")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path, default=Path("build/grown.bin"))
    options = parser.parse_args()
    data = options.weights.read_bytes()
    replace_file(options.out, pad(data) if options.pad else grow(data, options.seed))


if __name__ == "__main__":
    main()
