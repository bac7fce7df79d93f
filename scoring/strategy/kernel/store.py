"""A table on disk and back: named rows of numbers, packed."""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SIXTEENTHS, SHARES = 16, 256  # the parts of a point in which worths and means are stored
MOST = 128  # points of a side in one deal, and more
FOLDER = Path(__file__).with_name("data")


def packed(facts: Mapping[str, Any], rows: Mapping[str, array[Any]]) -> bytes:
    """Return `facts`, fit for JSON, and `rows` as bytes; numbers lie in little-endian order."""
    head = {"facts": facts, "rows": [[name, row.typecode, len(row)] for name, row in rows.items()]}
    first = json.dumps(head, sort_keys=True).encode()
    body = b"".join(row.tobytes() for row in rows.values())
    return zlib.compress(len(first).to_bytes(4, "little") + first + body, 9)


def unpacked(data: bytes) -> tuple[dict[str, Any], dict[str, array[Any]]]:
    """Return the facts and rows that `packed` packed."""
    raw = zlib.decompress(data)
    start = 4 + int.from_bytes(raw[:4], "little")
    head = json.loads(raw[4:start])
    rows = {}
    for name, typecode, number in head["rows"]:
        row: array[Any] = array(typecode)
        end = start + number * row.itemsize
        row.frombytes(raw[start:end])
        rows[name] = row
        start = end
    return head["facts"], rows


def path_of(name: str) -> Path:
    """Return where the tables of the game `name` lie."""
    return FOLDER / f"{name}.bin"
