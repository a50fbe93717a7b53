"""An archive carries the data pack that its game is played on, and nobody is harmed by a false one."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from domain.kernel import Seat
from domain.store import Games, open_games
from replays.archive import ArchiveError, read, write
from replays.importing import adopt
from replays.verification import verify
from tests.replays.hostile import chained, lines_of
from tests.store.play import play_on
from tests.store.test_packs import corrected, forget
from tests.toy import LINE

Line = dict[str, Any]


def archived(start: int, over: bool = True) -> bytes:
    """A game on a pack, to its end or for a few orders, with its seed."""
    games = open_games("memory:")
    games.packs.add(corrected(start))
    game = games.create("skirmish", "line", pack="My line")
    play_on(games, game, Random(start), 1000 if over else 5)
    data = write(games.rule_set(game), games.recorded(game), seed=games.seed(game, host=True))
    games.close()
    return data


@pytest.fixture
def fresh() -> Games:
    return open_games("memory:")


def test_it_brings_its_pack_into_a_server_that_has_never_seen_it(fresh: Games) -> None:
    data = archived(2)
    forget(corrected(2))
    game = adopt(fresh, data)
    (kept,) = fresh.packs.every()
    assert (kept.name, kept.is_offered) == ("My line", False)
    assert fresh.standing(game).state.data == corrected(2).digest
    assert write(fresh.rule_set(game), fresh.recorded(game)) == data


def test_a_running_game_on_a_pack_goes_on_elsewhere(fresh: Games) -> None:
    game = adopt(fresh, archived(4, over=False))
    assert play_on(fresh, game, Random(1)).is_over


def test_it_is_verified_on_its_pack() -> None:
    verified = verify(archived(3))
    assert verified.orders > 0 and verified.notes == () and verified.only_shown == ""
    assert verified.pack == "My line"


def test_what_one_seat_saw_carries_the_pack_too() -> None:
    games = open_games("memory:")
    games.packs.add(corrected(3))
    game = games.create("skirmish", "line", pack="My line")
    seen = read(write(games.rule_set(game), games.recorded(game), Seat("red")))
    games.close()
    assert seen.pack is not None and seen.pack.digest == corrected(3).digest and not seen.is_whole


def test_a_game_on_built_in_data_is_archived_as_before() -> None:
    games = open_games("memory:")
    game = games.create("skirmish", "line")
    header, *_ = lines_of(write(games.rule_set(game), games.recorded(game)))
    games.close()
    assert header["grognard"] == 1


def _without_pack(lines: list[Line]) -> None:
    del lines[-2]
    lines[0]["grognard"] = 1


def _of(field: str, value: Any) -> Callable[[list[Line]], None]:
    def change(lines: list[Line]) -> None:
        lines[-2]["pack"][field] = value

    return change


def _with_text(old: str, new: str) -> Callable[[list[Line]], None]:
    """Other data under the digest that fits them: only the loader can find fault with them."""

    def change(lines: list[Line]) -> None:
        from domain.kernel.packs import Pack

        files = lines[-2]["pack"]["files"]
        files[LINE] = files[LINE].replace(old, new)
        pack = Pack("skirmish", "My line", {name: text.encode() for name, text in files.items()})
        lines[1]["event"][2]["data"] = pack.digest

    return change


def _opened_as(name: str) -> Callable[[list[Line]], None]:
    def change(lines: list[Line]) -> None:
        lines[1]["event"][2]["pack"] = lines[-2]["pack"]["name"] = name

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_without_pack, "Line 2: the game is played on the data pack 'My line'"),
        (_of("name", "Another"), "this is not the data pack 'My line'"),
        (_of("title", "waterloo"), "title is waterloo; it must be skirmish"),
        (_of("files", {}), "this is not the data pack"),
        (_of("files", {LINE: 5}), "it cannot be read"),
        (_of("more", 1), "it cannot be read"),
        (_of("files", {LINE: "#" * 1_000_001}), "the line has"),
        (_with_text("start = 3\n", "start = 8\n"), r"cannot be played on. line.toml, entry 'red'"),
        (_with_text("[[piece]]", "[[[piece]"), r"line.toml, entry 'file', field 'syntax'"),
        (_with_text('src = "rulebook 1"', "src = " + "[" * 9000), r"line.toml, entry 'file', field 'syntax'"),
        (_with_text("start = 3\n", "start = 2\n"), "is not offered here"),
        (_opened_as("My\u202eline"), "Line 2: this game cannot be opened here"),
        (_opened_as(" "), "Line 2: this game cannot be opened here"),
    ],
)
def test_a_false_pack_is_refused_by_its_line_and_nothing_is_kept(
    fresh: Games, change: Callable[[list[Line]], None], said: str
) -> None:
    lines = lines_of(archived(3))
    change(lines)
    with pytest.raises(ArchiveError, match=said):
        adopt(fresh, chained(lines))
    assert fresh.ids() == [] and fresh.packs.every() == []


def test_a_pack_on_a_game_of_built_in_data_is_refused(fresh: Games) -> None:
    lines = lines_of(archived(3))
    del lines[1]["event"][2]["pack"]
    with pytest.raises(ArchiveError, match="this is not the data pack ''"):
        adopt(fresh, chained(lines))
    assert fresh.ids() == []
