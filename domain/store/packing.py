"""Packing: an event is kept short by the phrases that events of its title are often made of.

A title may have files of phrases, `data/phrases.1.txt` and so on. What is stored begins with the number of
the file that it was packed with, or with the `[` of plain JSON, as all events of titles without phrases do.
Files of phrases are never changed: better ones get the next number (`python -m scripts.phrases`).
"""

import zlib
from functools import cache
from pathlib import Path

RAW = -15
"""Deflated, with neither header nor checksum."""
LARGEST = 31
"""The largest number of a file: larger bytes begin plain text."""


def packed(folder: Path, plain: bytes) -> bytes:
    """Plain JSON as it is stored, by the newest phrases in a title's folder."""
    number = newest(folder)
    if number == 0:
        return plain
    packer = _packer(folder, number).copy()
    short = bytes([number]) + packer.compress(plain) + packer.flush()
    return short if len(short) < len(plain) else plain


def unpacked(folder: Path, stored: bytes) -> bytes:
    """The plain JSON that was stored. Raises FileNotFoundError without its phrases, zlib.error."""
    if not stored or stored[0] > LARGEST:
        return stored
    reader = zlib.decompressobj(RAW, zdict=phrases(folder, stored[0]))
    plain = reader.decompress(stored[1:])
    if not reader.eof:
        raise zlib.error("the end is missing")
    return plain


@cache
def newest(folder: Path) -> int:
    """The number of the newest phrases in a title's folder; 0 if there are none."""
    return max((int(each.name.split(".")[1]) for each in folder.glob("data/phrases.*.txt")), default=0)


@cache
def phrases(folder: Path, number: int) -> bytes:
    """A title's phrases, the most usual ones last."""
    return (folder / "data" / f"phrases.{number}.txt").read_bytes()


@cache
def _packer(folder: Path, number: int) -> "zlib._Compress":
    """To be copied for each event: that costs a third of making a new one."""
    return zlib.compressobj(6, zlib.DEFLATED, RAW, 8, zlib.Z_DEFAULT_STRATEGY, phrases(folder, number))
