"""Whole numbers that somebody typed."""

MOST_DIGITS = 9


def whole_number(text: str, digits: int = MOST_DIGITS) -> int | None:
    """The number that `text` is, with so many digits from 0 to 9 at most; None if it is anything else."""
    is_one = text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if is_one else None
