"""The laws of data packs, for every title that can be played on other data.

A pack that says what the built-in files say plays as they do; one that says something else plays as if its
files had always been the title's; what no game can be played on is refused by file, entry and field.
"""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.kernel import Opened
from domain.kernel.codec import codec
from domain.kernel.errors import DataError, InvalidSetup
from domain.kernel.gathering import loaded
from domain.kernel.history import Standing
from domain.kernel.packs import Pack, learn, rules_of
from domain.kernel.ruleset import RuleSet, register, titled
from domain.skeleton import SKELETON
from domain.titles import TITLES
from tests.laws.as_printed import (
    built_in,
    changed,
    corrected,
    may_be_set_up,
    on_pack,
    told,
    told_as_built_in,
    told_as_printed,
    values,
)
from tests.thorough import times

PACKED = [each for each in TITLES if each.on_data is not None]
NO_FILES = [b"", b"[", b"\xff", b"a = " + b"[" * 50_000, b"x = 1", b"x = 0x" + b"f" * 9000]
OTHER_WORDS = ["0", "-1", "1000", '""', "[]", "{}", '"x"']
every_title = pytest.mark.parametrize("title", [each.id for each in PACKED])
every_file = pytest.mark.parametrize(
    ("title", "file"), [(each.id, file) for each in PACKED for file in each.data_files]
)


def opened_on(rule_set: RuleSet, pack: str) -> Opened:
    scenario = rule_set.scenarios[0]
    seats, data = scenario.seatings[0], rule_set.data_digest
    return Opened(rule_set.id, rule_set.edition, scenario.id, seats, {}, "", data, pack=pack)


# What is played -------------------------------------------------------------------------------


@pytest.mark.thorough
@every_title
def test_a_pack_of_the_built_in_files_plays_as_they_do(title: str) -> None:
    assert tuple(told(on_pack(title, built_in(title)), "the same")) == told_as_built_in(title)


@pytest.mark.thorough
@every_title
@pytest.mark.parametrize("number", range(times(1, 6)))
def test_a_pack_plays_as_if_its_files_had_always_been_the_titles(
    title: str, number: int, tmp_path: Path
) -> None:
    files = corrected(title, number)
    mine = list(told(on_pack(title, files), "corrected"))
    assert mine == told_as_printed(title, files, tmp_path)
    assert mine != list(told_as_built_in(title))


@pytest.mark.thorough
@every_title
def test_a_game_on_built_in_data_plays_on_as_before_when_packs_are_known(title: str) -> None:
    before = told_as_built_in(title)
    on = told(on_pack(title, corrected(title, 0)), "corrected")
    between = [line for line, _ in zip(told(titled(title)), on, strict=False)]
    assert between == [*before[: len(between)]]


@every_title
def test_a_state_names_its_data_and_keeps_them_when_it_is_stored(title: str) -> None:
    rule_set = on_pack(title, corrected(title, 0))
    opened = opened_on(rule_set, "corrected")
    assert rules_of(opened) is rule_set
    state, agenda = rule_set.set_up(opened)
    assert state.data == rule_set.data_digest
    written = codec(title)
    standing = Standing(1, 1, opened, state, agenda, {})
    read: Any = written.read_standing(written.write_standing(standing))
    assert read.state == state
    assert read.state.facts is state.facts


@every_title
def test_a_game_without_a_pack_is_played_on_the_built_in_data(title: str) -> None:
    rule_set = titled(title)
    opened = opened_on(rule_set, "")
    assert rules_of(opened) is rule_set
    assert rule_set.set_up(opened)[0].data == ""


# What is refused ------------------------------------------------------------------------------


def test_a_title_whose_data_are_its_own_refuses_packs() -> None:
    with pytest.raises(InvalidSetup, match="Skeleton"):
        learn(Pack(SKELETON.id, "mine", {}))


@every_file
@pytest.mark.parametrize("content", NO_FILES)
def test_a_file_that_is_none_is_refused_by_its_name(title: str, file: str, content: bytes) -> None:
    with pytest.raises(DataError, match=re.escape(file)):
        on_pack(title, {**built_in(title), file: content})


@every_file
def test_a_missing_file_is_named(title: str, file: str) -> None:
    files = {name: content for name, content in built_in(title).items() if name != file}
    with pytest.raises(DataError, match=re.escape(file)):
        on_pack(title, files)


@every_title
def test_a_file_that_the_title_does_not_have_is_named(title: str) -> None:
    with pytest.raises(DataError, match=r"more\.toml"):
        on_pack(title, {**built_in(title), "more.toml": b""})


@every_file
def test_a_number_that_no_box_has_is_refused(title: str, file: str) -> None:
    found = [(span, was) for span, was in values(built_in(title), file) if was.isdigit()]
    for span, _ in Random(file).sample(found, min(12, len(found))):
        for number in ("1000000", "-1000000", "9" * 190):
            with pytest.raises(DataError):
                on_pack(title, changed(built_in(title), file, {span: number}))


@every_file
@pytest.mark.parametrize("number", range(times(24, 400)))
def test_damaged_files_are_refused_or_can_be_played(title: str, file: str, number: int) -> None:
    damaged = damage(built_in(title)[file].decode(), Random(f"{file} {number}"))
    may_be_set_up(title, {**built_in(title), file: damaged.encode()})


def damage(text: str, random: Random) -> str:
    """The text with one thing changed: a line gone, twice or elsewhere, or another word in place of one."""
    lines = text.split("\n")
    written = [number for number, line in enumerate(lines) if line.strip() and line[0] != "#"]
    at, other = random.choice(written), random.choice(written)
    kind = random.choice(("gone", "twice", "exchanged", "word", "word", "word"))
    if kind == "gone":
        del lines[at]
    elif kind == "twice":
        lines.insert(other, lines[at])
    elif kind == "exchanged":
        lines[at], lines[other] = lines[other], lines[at]
    else:
        words = list(re.finditer(r'"[^"\n]*"|\w+', lines[at]))
        word = random.choice(words) if words else None
        every = re.findall(r'"[^"\n]*"|\b\d+\b', text)
        new = random.choice((random.choice(every), random.choice(every), random.choice(OTHER_WORDS)))
        if word is not None:
            lines[at] = lines[at][: word.start()] + new + lines[at][word.end() :]
    return "\n".join(lines)


# Where values are read ------------------------------------------------------------------------


@every_title
def test_rules_read_what_is_printed_from_the_state_only(title: str) -> None:
    """No module but the one that makes the title holds the built-in facts, by whatever name."""
    rule_set = titled(title)
    package = ".".join(rule_set.folder.relative_to(Path(__file__).parents[2]).parts)
    facts = rule_set.set_up(opened_on(rule_set, ""))[0].facts
    rules = [
        module
        for module in loaded(package)
        if not module.__name__.startswith(f"{package}.facts") and register not in vars(module).values()
    ]
    assert len(rules) > 10
    for module in rules:
        assert all(value is not facts for value in vars(module).values()), module.__name__
        assert not re.search(r"\bFACTS\b", Path(module.__file__ or "").read_text("utf-8")), module.__name__
