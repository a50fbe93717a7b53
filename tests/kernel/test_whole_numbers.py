"""Whole numbers that somebody typed: what is none is None, never an error of the program."""

import pytest

from domain.kernel.numbers import MOST_DIGITS, whole_number

NONE = ("", " 1", "+1", "-1", "1_0", "1.0", "²", "٣", "x", "9" * (MOST_DIGITS + 1), "9" * 5000)
"""int() reads some of them, and fails at others that are all digits."""


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_number_is_none(text: str) -> None:
    assert whole_number(text) is None


def test_a_number_has_as_many_digits_as_its_reader_takes() -> None:
    assert [whole_number(text) for text in ("0", "007", "9" * MOST_DIGITS)] == [0, 7, 10**MOST_DIGITS - 1]
    assert whole_number("123", digits=3) == 123 and whole_number("1234", digits=3) is None
