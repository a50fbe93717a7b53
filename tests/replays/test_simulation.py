"""Simulation depends on its seed alone, and any simulated game can be played again as a real one."""

from pathlib import Path

import pytest

from domain.kernel import Seat, SeatTaken
from domain.kernel.errors import InvalidSetup
from replays.archive import load, write
from replays.simulation import Run, kept_game, simulate, simulated
from replays.verification import verify

RUN = Run("waterloo", "short", ("random", "random"), 7)
LIBRARY = Path(__file__).parent.parent.parent / "replays" / "library"


def test_the_same_seed_gives_the_same_rows_whatever_the_number_of_workers() -> None:
    alone, turns_alone = simulate(RUN, 30, workers=1)
    together, turns_together = simulate(RUN, 30, workers=2)
    assert alone.equals(together)
    assert turns_alone.equals(turns_together)
    assert alone["number"].to_list() == list(range(30))


def test_another_seed_gives_other_games() -> None:
    other = Run(RUN.title, RUN.scenario, RUN.bots, RUN.seed + 1)
    assert simulated(RUN, 0)[0]["game"] != simulated(other, 0)[0]["game"]


def test_a_kept_game_is_the_simulated_one_and_verifies() -> None:
    row, turns = simulated(RUN, 4)
    recorded = kept_game(RUN, 4, at=1_000)
    verified = verify(write(RUN.rule_set, recorded))
    assert recorded[0].game == row["game"]
    assert verified.orders == row["orders"]
    assert verified.notes == ()
    assert {each.at for each in recorded} == {1_000}
    assert [each.body for each in recorded[1:3]] == [
        SeatTaken(Seat(seat), "bot", "random") for seat in ("french", "coalition")
    ]
    assert turns[-1]["turn"] == row["turns"]


def test_progress_is_told_up_to_the_last_game() -> None:
    told: list[int] = []
    simulate(RUN, 25, workers=1, progress=told.append)
    assert told == [20, 25]


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (Run("waterloo", "short", ("random", "genius"), 1), "no computer player 'genius'"),
        (Run("waterloo", "short", ("random",), 1), "1 computer players for 2 seats"),
        (Run("waterloo", "endless", ("random", "random"), 1), "no scenario 'endless'"),
        (Run("chess", "short", ("random", "random"), 1), "no title 'chess'"),
    ],
)
def test_a_run_that_cannot_be_played_says_why(run: Run, words: str) -> None:
    with pytest.raises(InvalidSetup, match=words):
        run.checked()


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_game_of_the_library_verifies_under_the_present_rules(path: Path) -> None:
    verified = verify(path.read_bytes())
    assert verified.over
    assert verified.notes == (), "make it again: python -m scripts.library"
    assert load(path).is_whole


def test_the_library_has_games() -> None:
    assert len(list(LIBRARY.glob("*.jsonl"))) >= 3
