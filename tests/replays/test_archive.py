"""An archive is whole, fair and legal, or `verify` names the first line that is wrong."""

from random import Random

import msgspec
import pytest

import tests.toy  # noqa: F401
from domain.kernel import Recorded, Rolled, Seat, SeedRevealed
from domain.kernel.errors import NotAllowed
from domain.kernel.history import History
from domain.store import open_games
from replays.archive import ArchiveError, _chained, read, write
from replays.importing import adopt
from replays.verification import verify
from tests.laws.games import whole_game

RED = Seat("red")


def finished(number: int = 0) -> History:
    """Random toy game `number` with its seed revealed."""
    played = whole_game("skirmish", "line", (RED, Seat("blue")), number)
    last = len(played.recorded)
    revealed = Recorded("game", last + 1, 0, SeedRevealed(number.to_bytes(32, "big").hex()))
    return History(played.rule_set, [*played.recorded, revealed])


def rewritten(history: History, version: int, **fields: object) -> bytes:
    """The archive with one event's body changed and the chain made anew, as a forger would."""
    recorded = list(history.recorded)
    body = msgspec.structs.replace(recorded[version - 1].body, **fields)
    recorded[version - 1] = msgspec.structs.replace(recorded[version - 1], body=body)
    return write(history.rule_set, recorded)


def test_a_finished_game_is_read_back_as_it_was_written() -> None:
    history = finished()
    archive = read(write(history.rule_set, history.recorded))
    assert list(archive.recorded) == history.recorded
    assert archive.header.over


@pytest.mark.parametrize("number", range(5))
def test_a_finished_game_verifies_with_every_draw_and_order(number: int) -> None:
    history = finished(number)
    verified = verify(write(history.rule_set, history.recorded))
    assert verified.draws == sum(type(each.body).__name__ in ("Rolled", "Drawn") for each in history.recorded)
    assert verified.orders > 0
    assert verified.notes == ()


def test_editing_any_byte_is_detected_and_the_line_is_named() -> None:
    history = finished()
    data = write(history.rule_set, history.recorded)
    random = Random(1)
    for place in random.sample(range(len(data)), 400):
        byte = random.choice([b for b in range(32, 127) if b != data[place]])
        edited = data[:place] + bytes([byte]) + data[place + 1 :]
        with pytest.raises(ArchiveError) as caught:
            verify(edited)
        assert 1 <= caught.value.line <= data[:place].count(b"\n") + 1


def test_a_truncated_archive_is_refused_wherever_it_ends() -> None:
    history = finished()
    data = write(history.rule_set, history.recorded)
    for end in range(0, len(data), 97):
        with pytest.raises(ArchiveError):
            verify(data[:end])


def test_a_forged_roll_is_found_although_the_chain_is_whole() -> None:
    history = finished(
        next(n for n in range(20) if any(isinstance(r.body, Rolled) for r in finished(n).recorded))
    )
    roll = next(each for each in history.recorded if isinstance(each.body, Rolled))
    assert isinstance(roll.body, Rolled)
    values = tuple(7 - value for value in roll.body.values)
    with pytest.raises(ArchiveError, match="is not what the seed gives") as caught:
        verify(rewritten(history, roll.version, values=values))
    assert caught.value.line == roll.version + 1


def test_a_forged_outcome_is_found_because_the_rules_are_run_again() -> None:
    history = finished()
    shown = next(each for each in history.recorded if type(each.body).__name__ == "CardsRevealed")
    with pytest.raises(ArchiveError, match="does not follow from the orders") as caught:
        verify(rewritten(history, shown.version, red=("red_8",)))
    assert caught.value.line == shown.version + 1
    assert "or it was played by an older Grognard" in caught.value.message, "rules are mended, too"


def test_an_order_that_was_not_offered_is_found() -> None:
    history = finished()
    recorded = list(history.recorded)
    place = next(n for n, each in enumerate(recorded) if each.answers)
    round_one = dict(recorded[place].answers[0])  # type: ignore[index]
    seat, draft = next(iter(round_one.items()))
    round_one[seat] = (*draft, *draft)
    recorded[place] = msgspec.structs.replace(recorded[place], answers=(round_one,))
    with pytest.raises(ArchiveError, match=r"not offered|not complete") as caught:
        verify(write(history.rule_set, recorded))
    assert caught.value.line == recorded[place].version + 1


def test_another_seed_does_not_fit_the_commitment() -> None:
    history = finished()
    recorded = list(history.recorded)
    recorded[-1] = msgspec.structs.replace(recorded[-1], body=SeedRevealed("00" * 31 + "77"))
    with pytest.raises(ArchiveError, match="commitment"):
        verify(write(history.rule_set, recorded))


def test_a_running_game_shows_a_seat_only_what_it_may_see() -> None:
    history = whole_game("skirmish", "line", (RED, Seat("blue")), 0)
    running = History(history.rule_set, history.recorded[: history.rests()[1]])
    data = write(running.rule_set, running.recorded, RED)
    hand = running.head.state.hands
    assert all(card.encode() in data for card in hand[RED])
    assert not any(card.encode() in data for card in hand[Seat("blue")])
    assert "only the chain" in verify(data).notes[0]


def test_a_file_that_is_no_archive_is_refused_at_its_first_line() -> None:
    for data in (
        b"",
        b"\n",
        b"hello\n",
        b"\xff\xfe\n",
        b"{}\n",
        _chained([{"grognard": 1}, {"end": 0, "seed": None}]),
    ):
        with pytest.raises(ArchiveError) as caught:
            read(data)
        assert caught.value.line == 1


def test_a_fork_with_a_fresh_fate_verifies_and_says_what_its_parent_must_show() -> None:
    games = open_games("memory:")
    parent = games.create("skirmish", "line")
    for game, same in ((parent, None), (None, True), (None, False)):
        if game is None:
            point = games.history(parent).rests()[3]
            game = games.fork(parent, point, same_fate=bool(same))
        while not (desk := games.desk(game)).is_over:
            seat = desk.waiting[0]
            games.order(game, seat, desk.menu(seat)[-1])
        verified = verify(write(games.rule_set(game), games.recorded(game)))
        assert verified.draws > 0
        assert bool(verified.notes) == (same is False)
        if verified.notes:
            assert parent in verified.notes[0]
    games.close()


def test_an_archive_goes_into_another_store_and_out_again_byte_for_byte() -> None:
    history = finished()
    here = open_games("memory:")
    game = here.create("skirmish", "line")
    while not (desk := here.desk(game)).is_over:
        seat = desk.waiting[0]
        here.order(game, seat, desk.menu(seat)[-1])
    data = write(history.rule_set, here.recorded(game))
    there = open_games("memory:")
    assert adopt(there, data) == game
    assert write(history.rule_set, there.recorded(game)) == data
    here.close()
    there.close()


def test_what_cannot_be_whole_is_not_imported() -> None:
    games = open_games("memory:")
    game = games.create("skirmish", "line")
    rule_set, recorded = games.rule_set(game), games.recorded(game)
    with pytest.raises(NotAllowed, match="as red saw it"):
        adopt(games, write(rule_set, recorded, RED))
    with pytest.raises(NotAllowed, match="does not hold the seed"):
        adopt(games, write(rule_set, recorded))
    other = open_games("memory:")
    assert adopt(other, write(rule_set, recorded, seed=games.seed(game, host=True))) == game
    assert other.desk(game).waiting == games.desk(game).waiting
    other.close()
    games.close()
