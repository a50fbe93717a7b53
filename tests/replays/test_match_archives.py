"""A match is two archives: the return game's names the first, and whoever takes in both has the match."""

import json
from pathlib import Path

import pytest

from domain.kernel import Seat
from domain.kernel.errors import InvalidSetup
from domain.store import Games, Holder, open_games
from domain.store.faults import Conflict
from replays.archive import read, write
from replays.errors import ArchiveError
from replays.importing import adopt
from replays.verification import verify
from tests.replays import hostile

SEATS = (Seat("red"), Seat("blue"))


def played(games: Games, names: tuple[str, str], game: str | None = None) -> str:
    """A finished game of these two people."""
    holders = {seat: Holder("hotseat", name) for seat, name in zip(SEATS, names, strict=True)}
    game = games.create("skirmish", "line", seats=SEATS, holders=holders, game=game)
    while not (desk := games.desk(game)).is_over:
        games.order(game, desk.waiting[0], desk.menu(desk.waiting[0])[-1])
    return game


def match(games: Games, again: tuple[str, str] = ("Bruno", "Anna")) -> tuple[str, str]:
    """A match that was played to its end: its two games."""
    first = played(games, ("Anna", "Bruno"))
    return first, played(games, again, games.matches.claim(first))


def archived(games: Games, game: str) -> bytes:
    return write(games.rule_set(game), games.recorded(game), return_of=games.matches.first_of(game))


def test_the_return_game_names_the_first_and_nothing_else_is_written_otherwise() -> None:
    games = open_games("memory:")
    first, second = match(games)
    headers = [json.loads(archived(games, game).splitlines()[0])["line"] for game in (first, second)]
    assert headers[1].pop("return_of") == first and "return_of" not in headers[0]
    assert headers[0].keys() == headers[1].keys()
    assert read(archived(games, first)).header.return_of == ""


@pytest.mark.parametrize("is_first_late", [False, True])
@pytest.mark.parametrize("is_upload", [False, True])
def test_both_games_are_a_match_where_they_are_taken_in(is_first_late: bool, is_upload: bool) -> None:
    games, other = open_games("memory:"), open_games("memory:")
    first, second = match(games)
    for game in (second, first) if is_first_late else (first, second):
        assert other.matches.first_of(second) is None, "one game is no match"
        adopt(other, archived(games, game), is_upload=is_upload)
    assert (other.matches.first_of(second), other.matches.return_of(first)) == (first, second)


def test_nobody_uploads_a_return_game_of_a_game_that_was_played_here() -> None:
    games, here = open_games("memory:"), open_games("memory:")
    first, second = match(games)
    adopt(here, archived(games, first))
    adopt(here, archived(games, second), is_upload=True)
    assert here.matches.first_of(second) is None and here.matches.return_of(first) is None


def test_games_of_others_are_no_match() -> None:
    games, other = open_games("memory:"), open_games("memory:")
    first, second = match(games, again=("Bruno", "Carla"))
    for game in (first, second):
        adopt(other, archived(games, game))
    assert other.matches.first_of(second) is None


def test_no_game_is_its_own_return_game() -> None:
    games = open_games("memory:")
    game = played(games, ("Anna", "Bruno"))
    with pytest.raises(ArchiveError, match="return_of"):
        verify(write(games.rule_set(game), games.recorded(game), return_of=game))
    lines = hostile.lines_of(archived(games, game))
    lines[0]["return_of"] = "elsewhere"
    with pytest.raises(ArchiveError):
        read(hostile.chained(lines))


def test_that_it_is_an_upload_is_stored_with_the_game_or_neither_of_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A server that ends between the two would rate a game that somebody made up."""
    games, here = open_games("memory:"), open_games(f"sqlite:///{tmp_path / 'here.db'}")
    archive = archived(games, played(games, ("Anna", "Bruno")))

    def ended(cursor: object, game: str) -> None:
        raise Conflict("the server ends here")

    with monkeypatch.context() as patched:
        patched.setattr(here.uploads, "note", ended)
        with pytest.raises(InvalidSetup):
            adopt(here, archive, is_upload=True)
    assert here.ids() == []
    assert {adopt(here, archive, is_upload=True)} == here.uploads.games() == {*here.ids()}
    here.close()
