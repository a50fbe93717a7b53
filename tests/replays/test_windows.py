"""Archives of games with response windows: what was dropped is not in them, and they verify."""

from domain.store import open_games
from replays.archive import read, write
from replays.importing import adopt
from replays.verification import verify
from tests.council import COUNCIL, EAST, NORTH, SEATS, SOUTH, Adjourn, LetPass, Object, Propose

PASS = LetPass()


def test_an_archive_holds_no_offer_that_was_dropped_and_verifies() -> None:
    games = open_games("memory:")
    game = games.create("council", "hall")
    games.order(game, NORTH, Propose("talk"))
    for seat, order in ((SOUTH, Object("yes_1")), (NORTH, Object("yes_2")), (EAST, PASS)):
        games.order(game, seat, order)
    for seat in SEATS:
        games.order(game, seat, PASS)
    games.order(game, NORTH, Adjourn())
    data = write(COUNCIL, games.recorded(game), seed=games.seed(game))
    games.close()
    assert b"yes_2" not in data and b"yes_1" in data
    verified = verify(data)
    assert (verified.orders, verified.notes) == (3, ())
    other = open_games("memory:")
    assert other.recorded(adopt(other, data)) == list(read(data).recorded)
    other.close()
