"""What may be shown and said of so many games (`analytics.md` 7.4).

A sentence is chosen by rule from the result: none says that two groups differ unless the
adjusted p is below .05, and each says what difference could have been seen.
"""

import tomllib
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, Literal

import msgspec

Mark = Literal["counts", "hollow", "solid"]

COUNTS_ONLY, SOLID, GAMES, PAIRS = 5, 10, 15, 8
LEVEL = 0.05
PROSE = Path(__file__).parent / "prose"


class Size(msgspec.Struct, frozen=True):
    """How much a group holds: games, pairs of players (or games of bots), and how many of those, or of
    people where they are fewer, do not depend on one another."""

    label: str
    games: int
    pairs: int
    independent: int


class Verdict(msgspec.Struct, frozen=True):
    """Whether two groups may be compared; else the reason in words."""

    may_compare: bool
    reason: str


def mark(games: int) -> Mark:
    """How a number of so many games is drawn: below 5 only the counts, below 10 hollow, else solid."""
    if games < COUNTS_ONLY:
        return "counts"
    return "hollow" if games < SOLID else "solid"


def verdict(a: Size, b: Size, language: str = "en") -> Verdict:
    """Two groups need 15 games each, of 8 pairs of players and 8 people; a game of bots is a pair."""
    for size in sorted((a, b), key=lambda each: each.games):
        if size.games < GAMES:
            key, have, need = "few_games", size.games, GAMES
        elif size.independent < PAIRS:
            key = "few_pairs" if size.pairs < PAIRS else "few_people"
            have, need = size.independent if size.pairs >= PAIRS else size.pairs, PAIRS
        else:
            continue
        return Verdict(False, sentence("verdict", key, language, label=size.label, have=have, need=need))
    return Verdict(True, "")


def stands_out(adjusted: float | None) -> bool:
    """Whether a difference may be called one."""
    return adjusted is not None and adjusted < LEVEL


@cache
def texts(language: str) -> dict[str, dict[str, str]]:
    """The templates of `replays/prose/<language>.toml`. Raises FileNotFoundError for an unknown language."""
    return tomllib.loads((PROSE / f"{language}.toml").read_text("utf-8"))


class _Forms(Formatter):
    """Fills templates. A field with two words behind its colon is one of them. With three it is the number
    itself behind the first, behind the second if it begins with 0, and behind the third if its Italian word
    begins with a vowel: `{rate:il |lo |l'}` is "il 54", "lo 0" and "l'83"."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        one, several, *vowel = format_spec.split("|")
        if not vowel:
            return one if value == 1 else several
        text = str(value)
        begins_with_vowel = text.startswith("8") or text in ("1", "11")
        return (vowel[0] if begins_with_vowel else several if text.startswith("0") else one) + text


_FORMS = _Forms()


def sentence(table: str, key: str, language: str, **fields: Any) -> str:
    """The template filled with `fields`; `{n:game|games}` is the first word where `n` is 1, else the second;
    for articles see `_Forms`.
    Raises KeyError for a missing template or field."""
    return _FORMS.vformat(texts(language)[table][key], (), fields)


def p_text(p: float, language: str = "en") -> str:
    """ "= .21", "= .034", "< .001"; in Italian "= ,21"."""
    if p >= 0.995:
        return "= 1"
    text = "< .001" if p < 0.001 else "= " + (f"{p:.3f}" if p < 0.1 else f"{p:.2f}").lstrip("0")
    return _written(text, language)


def _written(digits: str, language: str) -> str:
    """Digits with the decimal mark of the language, and a minus for a hyphen."""
    return digits.replace(".", texts(language)["words"]["decimal"]).replace("-", "−")


def signed(value: float, language: str = "en") -> str:
    """With sign and two decimals: +0.12."""
    return _written(f"{value:+.2f}", language)


def points(share: float) -> str:
    """A share as percent or percentage points, whole."""
    return str(round(100 * share)).replace("-", "−")


def percent(share: float) -> str:
    """A share as whole percent. One that is neither none nor all is not told as 0 or 100."""
    text = points(share)
    if 0 < share < 1 and text in ("0", "100"):
        return "<1" if text == "0" else ">99"
    return text


def number(value: float | None, language: str = "en") -> str:
    """Three digits that matter: 1234, 12.3, 0.123; None (no spread at all) is "any size"."""
    if value is None:
        return texts(language)["words"]["any_size"]
    if abs(value) >= 100:
        return f"{value:.0f}"
    text = f"{value:.3g}"
    return "0" if float(text) == 0 else _written(text, language)
