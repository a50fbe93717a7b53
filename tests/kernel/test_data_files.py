"""Data files that anybody may have written: what is larger than a game can be is refused, and soon."""

import pytest

from domain.kernel.datafiles import LARGEST, LONGEST_TEXT, DataFile, read_files, same_ids
from domain.kernel.errors import DataError

MANY = 20_000
HOSTILE = {
    "no text": b"\xff\xfe",
    "lists in lists": b"a = " + b"[" * MANY,
    "lists in lists over lines": b"a = " + b"[\n" * MANY,
    "tables in tables": b"a = " + b"{a = " * MANY,
    "a long way to a key": b"a" + b".a" * MANY + b" = 1",
    "a number as long as a book": b"a = " + b"9" * MANY,
    "the same in hexadecimal": b"a = 0x" + b"f" * MANY,
    "many entries": b"a = [" + b"1," * MANY + b"]",
    "many tables": b"[[a]]\n" * MANY,
    "many keys": b"[a]\n" + b"".join(b"k%d = 1\n" % number for number in range(MANY)),
    "a long text": b'a = "' + b"so " * MANY + b'"',
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_is_larger_than_a_game_is_refused_by_file_and_in_few_words(content: bytes) -> None:
    with pytest.raises(DataError) as refusal:
        DataFile("map.toml", content, ("a",))
    assert "map.toml" in str(refusal.value)
    assert len(str(refusal.value)) < 1000


def test_what_is_just_large_enough_is_read() -> None:
    content = f'a = "{"so " * (LONGEST_TEXT // 3)}"\nb = [{"1," * LARGEST}]'.encode()
    assert len(DataFile("map.toml", content, ("a", "b")).tables["b"]) == LARGEST


def test_a_file_that_is_not_given_is_missed_by_its_name() -> None:
    with pytest.raises(DataError, match=r"cards\.toml.*is missing"):
        read_files({"map.toml": b"a = 1"}, {"map.toml": ("a",), "cards.toml": ("b",)})


def test_ids_that_are_new_or_missing_are_named() -> None:
    same_ids("units.toml", "french", ["b", "a"], ["a", "b"])
    with pytest.raises(DataError, match="'c': is new"):
        same_ids("units.toml", "french", ["a", "b", "c"], ["a", "b"])
    with pytest.raises(DataError, match="'b': is missing"):
        same_ids("units.toml", "french", ["a"], ["a", "b"])
