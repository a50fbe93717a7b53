"""An archived game is well formed: also what it says of seats that changed hands."""

import pytest

import tests.toy  # noqa: F401
from domain.kernel import SEAT_EVENTS, Recorded, Seat, SeatTaken
from domain.kernel.events import Event, SeatAsked, SeatFreed, SeatKept
from domain.store import open_games
from replays.errors import ArchiveError
from replays.soundness import check_course
from tests.replays.forks import plays_on

RED = Seat("red")


def ended_with(*bodies: Event) -> list[Recorded]:
    """A finished skirmish that goes on with these events."""
    games = open_games("memory:")
    game = games.create("skirmish", "line")
    plays_on(games, game, last=True)
    recorded = games.recorded(game)
    games.close()
    later = [
        Recorded(game, recorded[-1].version + number, recorded[-1].at, body)
        for number, body in enumerate(bodies, start=1)
    ]
    return [*recorded, *later]


def check(*bodies: Event) -> None:
    recorded = ended_with(*bodies)
    check_course(recorded[0].body, recorded, recorded[-1 - len(bodies)].body.seed)  # type: ignore


def test_seats_of_a_finished_game_may_change_hands() -> None:
    check(SeatAsked(RED, "Ada", "Bruno", "live"), SeatKept(RED, "Ada"), SeatFreed(RED, "Ada", "Bruno"))
    check(SeatTaken(RED, "bot", "a computer of another program"))


@pytest.mark.parametrize("kind", SEAT_EVENTS)
@pytest.mark.parametrize("name", ["long " * 20, "turned \u202e round"])
def test_names_around_a_seat_are_such_as_may_be_shown(kind: type[Event], name: str) -> None:
    fields = {each: "live" for each in kind.__struct_fields__} | {"kind": "person", "seat": RED}
    shown = next(each for each in ("by", "was", "name") if each in kind.__struct_fields__)
    given = {each: value for each, value in fields.items() if each in kind.__struct_fields__}
    check(kind(**given))
    with pytest.raises(ArchiveError):
        check(kind(**{**given, shown: name}))
    with pytest.raises(ArchiveError):
        check(kind(**{**given, "seat": Seat("green")}))
