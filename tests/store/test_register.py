"""The register tells of games without folding them; leases let one program at a time work on a game."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.core import whole_game
from domain.kernel import titled
from domain.store import Games, Holder, open_games
from domain.store.leases import LAPSES_SECONDS
from tests.projections.play import opened, play

BOT = Holder("bot", "random")


def without_folding(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(game: str) -> Any:
        raise AssertionError(f"game {game} was folded")

    monkeypatch.setattr(games._histories, "load", load)
    monkeypatch.setattr(games._histories, "_looked_at", load)


def test_what_is_over_is_told_without_folding(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = open_games(address)
    running, over, renamed, taken_back = (opened(games) for _ in range(4))
    for game in (over, renamed):
        play(games, game, Random(1))
    games.take_seat(renamed, "red", Holder("person", "Somebody else"))
    play(games, taken_back, Random(2), orders=4)
    to = games.undo_target(taken_back, ("red", "blue"))
    assert to is not None
    games.take_back(taken_back, ("red", "blue"), to)
    fork = games.fork(over, games.history(over).rests()[-3], same_fate=False)
    without_folding(games, monkeypatch)
    assert games.unfinished() == [running, taken_back, fork]
    assert set(games.ids()) == {running, over, renamed, taken_back, fork}
    games.close()


def test_a_simulated_game_that_has_ended_is_over_though_no_seed_was_revealed(games: Games) -> None:
    recorded = whole_game(titled("skirmish"), "line", 1)
    game = games.adopt(recorded, (1).to_bytes(32, "big"))
    assert game in games.ids() and games.unfinished() == []


def test_the_first_list_of_a_large_store_is_that_of_one_that_grew(address: str) -> None:
    grown = open_games(address)
    if address == "memory:":
        return
    listed = []
    for _ in range(5):
        listed.append(opened(grown))
        assert grown.ids() == listed
    again = open_games(address)
    assert again.ids() == listed and again.unfinished() == grown.unfinished() == listed
    again.close()
    grown.close()


def test_a_bots_seat_is_known_as_soon_as_it_is_taken_and_no_longer(games: Games) -> None:
    game = opened(games)
    assert not games.has_bots(game)
    games.take_seat(game, "red", BOT)
    assert games.has_bots(game)
    games.take_seat(game, "red", Holder("person", "Ada"))
    assert not games.has_bots(game)


def test_a_game_has_one_lease_and_whoever_gives_it_up_leaves_it_to_the_next(address: str) -> None:
    first = open_games(address)
    second = first if address == "memory:" else open_games(address)
    game = opened(first)
    assert first.leases.take(game) == 0 == first.leases.take(game)
    if second is not first:
        assert 0 < second.leases.take(game) <= LAPSES_SECONDS
        second.leases.give_up(game)
        assert second.leases.take(game) > 0, "it gives up only what it has"
    first.leases.give_up(game)
    assert second.leases.take(game) == 0
    second.close()
    if second is not first:
        first.close()


def test_a_lease_that_stays_as_it_is_lapses_and_one_that_is_renewed_does_not(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr("domain.store.leases.time", SimpleNamespace(monotonic=lambda: clock[0]))
    first, second = (open_games(f"sqlite:///{tmp_path}/games.db") for _ in range(2))
    game = opened(first)
    assert first.leases.take(game) == 0
    for _ in range(10):
        assert second.leases.take(game) > 0
        clock[0] += LAPSES_SECONDS / 2
        first.leases.renew(game)
    clock[0] += LAPSES_SECONDS
    assert second.leases.take(game) > 0, "it was renewed since the second one looked"
    clock[0] += LAPSES_SECONDS
    assert second.leases.take(game) == 0
    first.leases.renew(game)
    assert first.leases.take(game) > 0, "who was away too long has lost it"
    first.close()
    second.close()
