"""Random games run to their end; nothing is lost, doubled or leaked. See `scripts/playouts.py` for many."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.kernel.agenda import decision_at
from domain.kernel.seats import Seat
from domain.wellington.ending.victory import result
from domain.wellington.events.endings import VictoryScored
from domain.wellington.facts.world import POWERS, SEATINGS
from domain.wellington.seen.scene import conceal
from scripts.playouts import Playout, Rules, kept, report
from scripts.playouts import played as played_out
from tests.rules.wellington.built_in import STARTS
from tests.rules.wellington.invariants import check
from tests.rules.wellington.position import Table, started

GAMES = [(s, seats, n) for n, s in enumerate(sorted(STARTS)) for seats in SEATINGS]


def played(scenario: str, seats: tuple[Seat, ...], number: int) -> Table:
    table, random = started(scenario, seats, bytes([number]) * 32), Random(number)
    while table.decision is not None:
        table.play_on(random, most=1)
        check(table.state, table.game.agenda, table.decision)
    return table


@pytest.mark.parametrize(("scenario", "seats", "number"), GAMES)
def test_a_random_game_ends_and_keeps_its_pieces(scenario: str, seats: tuple[Seat, ...], number: int) -> None:
    table = played(scenario, seats, number)
    found = result(table.state)
    assert table.game.agenda == [] and found is not None and set(found.winners) <= set(seats)
    assert table.state.ended != "last_year" or table.state.year == 1814
    assert {event.power for event in table.all(VictoryScored)} == set(POWERS)


@pytest.mark.parametrize("number", range(2))
def test_who_is_asked_and_what_tells_nothing_about_cards_unseen(number: int) -> None:
    table, random = started("1812", SEATINGS[0], bytes([9, number]) * 16), Random(number)
    while table.decision is not None:
        for seat in table.state.seats:
            agenda = tuple(table.game.agenda)
            again = decision_at(conceal(table.state, seat, random, agenda), agenda)
            assert again is not None and again.seats == table.decision.seats
            if seat in again.seats:
                assert list(again.asks[seat].menu()) == table.menu(seat)
        table.play_on(random, most=1)


def test_random_games_play_out_and_are_read_back_as_they_were_kept() -> None:
    games = list(played_out("wellington", range(3), checks=True, workers=1))
    assert [game.problem for game in games] == ["", "", ""]
    assert "3 games, 3 ended, 0 did not" in report(games, 3, 1.0)


def test_a_run_that_was_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    file, rules = tmp_path / "kept" / "games.jsonl", Rules("wellington", "1a2b", True)
    assert kept(file, rules) == {}
    first, second = Playout(7, "1812, 2 seats", problem="stuck"), Playout(8, "1813, 2 seats")
    with file.open("ab") as end:
        end.write(msgspec.json.encode(first) + b"\n" + msgspec.json.encode(second)[:20])
    assert kept(file, rules) == {7: first}
    with file.open("ab") as end:
        end.write(msgspec.json.encode(second) + b"\n")
    assert kept(file, rules) == {7: first, 8: second}


def test_games_of_other_rules_are_never_counted_together(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    kept(file, Rules("wellington", "1a2b", True))
    with pytest.raises(SystemExit, match="other rules"):
        kept(file, Rules("wellington", "3c4d", True))
