"""A player may resign at any time, in every title (Napoleonics R-116): kept, told, checked, never undone."""

from random import Random

import pytest
from msgspec.structs import replace

import domain.titles  # noqa: F401  (registers the titles)
from domain.kernel import PUBLIC, Seat, SeatResigned, SeedRevealed, fold, result_of, titled, titles
from domain.kernel.codec import codec
from domain.kernel.errors import NotAllowed
from domain.kernel.prose import prose
from domain.store import Games, Holder, open_games
from projections.documents import desk_document
from replays.archive import read, write
from replays.errors import ArchiveError
from replays.verification import verify
from tests.store.play import play_on

OF_TWO = [
    (each.id, scenario.id, seats)
    for each in titles()
    for scenario in each.scenarios[:1]
    for seats in scenario.seatings
    if len(seats) == 2 and seats not in each.bidding
]


def opened(games: Games, title: str, scenario: str, seats: tuple[Seat, ...], orders: int = 6) -> str:
    """A game of people that has gone on for some orders."""
    holders = {seat: Holder("person", f"Player of {seat}") for seat in seats}
    game = games.create(title, scenario, seats=seats, holders=holders, seed=b"resign".ljust(32, b"."))
    play_on(games, game, Random(1), orders)
    return game


@pytest.mark.parametrize(("title", "scenario", "seats"), OF_TWO)
def test_who_resigns_loses_at_once_whoever_is_to_decide(
    title: str, scenario: str, seats: tuple[Seat, ...]
) -> None:
    games, rules = open_games("memory:"), titled(title)
    for seat, other in (seats, seats[::-1]):
        game = opened(games, title, scenario, seats)
        before = games.standing(game)
        desk = games.resign(game, seat, (seat,))
        result = result_of(rules, desk.standing)
        assert result is not None and (result.winners, result.reason) == ((other,), "resignation")
        assert desk.is_over and not desk.waiting and desk.standing.state == before.state
        *_, resigned, seed = games.recorded(game)
        assert resigned.body == SeatResigned(seat, (other,)) and isinstance(seed.body, SeedRevealed)
        assert rules.redact(resigned.body, PUBLIC) == resigned.body
        for language in ("en", "it"):
            words = prose(rules, language)
            assert words.name(seat).lower() in words.event(resigned.body).lower()
        with pytest.raises(NotAllowed, match="over already"):
            games.resign(game, other, (other,))


@pytest.mark.parametrize(("title", "scenario", "seats"), OF_TWO[:2])
def test_a_resigned_game_folds_and_goes_out_and_in_as_it_is(
    title: str, scenario: str, seats: tuple[Seat, ...]
) -> None:
    games, rules = open_games("memory:"), titled(title)
    game = opened(games, title, scenario, seats)
    rest = games.standing(game).rest
    games.resign(game, seats[0], seats[:1])
    history, head = games.history(game), games.standing(game)
    assert fold(rules, history.recorded, None, history.at) == history.head == head
    writer = codec(title)
    assert writer.read_standing(writer.write_standing(head)) == head
    assert games.unfinished() == []

    with pytest.raises(NotAllowed, match="its seed is public"):
        games.take_back(game, seats, rest)
    fork = games.fork(game, rest, same_fate=True)
    assert not games.desk(fork).is_over and games.standing(fork).state == games.standing(game, rest).state

    data = write(rules, history.recorded)
    assert verify(data).over
    elsewhere = open_games("memory:")
    archive = read(data)
    assert archive.seed is not None
    elsewhere.adopt(archive.recorded, bytes.fromhex(archive.seed))
    assert result_of(rules, elsewhere.standing(game)) == result_of(rules, head)


def test_an_archive_names_nobody_else_as_the_winner() -> None:
    games = open_games("memory:")
    title, scenario, seats = OF_TWO[0]
    game = opened(games, title, scenario, seats)
    games.resign(game, seats[0], seats[:1])
    recorded = list(games.recorded(game))
    recorded[-2] = replace(recorded[-2], body=SeatResigned(seats[0], (seats[0],)))
    with pytest.raises(ArchiveError):
        verify(write(titled(title), recorded))


def test_one_resigns_for_a_side_and_not_over_the_head_of_an_ally() -> None:
    """Waterloo with three players: the Coalition has two seats, and one alone does not end it."""
    games = open_games("memory:")
    french, allied, prussian = Seat("french"), Seat("anglo_allied"), Seat("prussian")
    scenario, seats = next(
        (each.id, seats)
        for each in titled("waterloo").scenarios
        for seats in each.seatings
        if len(seats) == 3
    )
    game = opened(games, "waterloo", scenario, seats)
    desk = games.resign(game, allied, (allied,))
    assert not desk.is_over and desk.resigning == (allied,)
    assert desk_document(titled("waterloo"), desk, prussian)["resigning"] == [allied]
    assert desk_document(titled("waterloo"), desk, french)["resigning"] == [], "no enemy hears of it"
    assert games.play_on(game, prussian).resigning == (), "the ally plays on"
    with pytest.raises(NotAllowed, match="nobody on this side"):
        games.play_on(game, prussian)
    games.resign(game, prussian, (prussian,))
    result = result_of(titled("waterloo"), games.resign(game, allied, (allied,)).standing)
    assert result is not None and result.winners == (french,)
    game = opened(games, "waterloo", scenario, seats)
    result = result_of(titled("waterloo"), games.resign(game, allied, (allied, prussian)).standing)
    assert result is not None and result.winners == (french,)
    game = opened(games, "waterloo", scenario, seats)
    result = result_of(titled("waterloo"), games.resign(game, french, (french,)).standing)
    assert result is not None and set(result.winners) == {allied, prussian}


def test_whoever_comes_to_a_seat_has_not_said_yet_that_it_resigns() -> None:
    games = open_games("memory:")
    seats = titled("wellington").scenario("1812").seatings[0]
    game = opened(games, "wellington", "1812", seats, orders=0)
    assert games.resign(game, seats[0], seats[:1]).resigning
    assert not games.take_seat(game, seats[0], Holder("person", "Carla")).resigning


@pytest.mark.parametrize("players", [3, 4])
def test_who_has_bid_for_powers_resigns_for_the_side_that_these_are_on(players: int) -> None:
    """Wellington 2.1: which side somebody is on shows when all have taken their powers; before that nobody
    can resign, as more than one would be left to win."""
    games, rules = open_games("memory:"), titled("wellington")
    seats = next(each for each in rules.bidding if len(each) == players)
    game = opened(games, "wellington", "1812", seats, orders=0)
    with pytest.raises(NotAllowed, match="more than one side"):
        games.resign(game, seats[0], seats)
    while not _are_taken(games, game):
        play_on(games, game, Random(1), 1)
    side = rules.side_of(seats[0], seats, games.standing(game).state)
    others = tuple(seat for seat in seats if seat not in side)
    desk = games.resign(game, seats[0], side)
    result = result_of(rules, desk.standing)
    assert result is not None and len(result.winners) == 1 and set(result.winners) <= set(others)
    assert verify(write(rules, games.recorded(game))).over


def _are_taken(games: Games, game: str) -> bool:
    return len(games.standing(game).state.players) == len(games.standing(game).opened.seats)


def test_what_lies_on_the_table_is_void_when_somebody_resigns() -> None:
    games = open_games("memory:")
    title, scenario, seats = next(each for each in OF_TWO if each[0] == "waterloo")
    game = opened(games, title, scenario, seats, orders=0)
    desk = games.desk(game)
    seat = desk.waiting[0]
    games.order(game, seat, desk.menu(seat)[0], desk.moment)
    desk = games.resign(game, seat, (seat,))
    assert desk.is_over and not desk.drafts


def test_a_draw_is_offered_agreed_and_counts_as_one() -> None:
    games = open_games("memory:")
    title, scenario, seats = next(each for each in OF_TWO if each[0] == "waterloo")
    rules, game = titled(title), opened(games, title, scenario, seats)
    moment = games.desk(game).moment
    games.offer_draw(game, seats[0])
    assert games.desk(game).moment == moment, "the game goes on beside it"
    for refused in (
        lambda: games.offer_draw(game, seats[1]),
        lambda: games.answer_draw(game, seats[0], True),
    ):
        with pytest.raises(NotAllowed):
            refused()
    games.answer_draw(game, seats[1], False)
    with pytest.raises(NotAllowed, match="No draw waits"):
        games.answer_draw(game, seats[1], True)
    games.offer_draw(game, seats[1])
    head = games.standing(game)
    writer = codec(title)
    assert writer.read_standing(writer.write_standing(head)) == head
    desk = games.answer_draw(game, seats[0], True)
    result = result_of(rules, desk.standing)
    assert result is not None and (result.winners, result.reason) == ((), "agreement")
    history = games.history(game)
    assert fold(rules, history.recorded, None, history.at) == history.head == games.standing(game)
    assert verify(write(rules, history.recorded)).over
    forged = [each for each in history.recorded if type(each.body).__name__ != "DrawAgreed"]
    forged = [replace(each, version=number) for number, each in enumerate(forged, start=1)]
    with pytest.raises(ArchiveError):
        verify(write(rules, forged))


def test_an_offer_lapses_with_the_next_order_of_another_and_with_an_undo() -> None:
    games = open_games("memory:")
    title, scenario, seats = next(each for each in OF_TWO if each[0] == "napoleonics")
    game = opened(games, title, scenario, seats, orders=30)
    mover = games.desk(game).waiting[0]
    other = next(seat for seat in seats if seat != mover)
    games.offer_draw(game, mover)
    desk = games.desk(game)
    version = desk.version
    while desk.version == version and desk.waiting[0] == mover:
        desk = games.order(game, mover, desk.menu(mover)[0])
    assert desk.standing.offer is not None, "who offers it may play on"
    games.answer_draw(game, other, False)
    games.offer_draw(game, other)
    desk = games.desk(game)
    version, who = desk.version, desk.waiting[0]
    while desk.version == version:
        desk = games.order(game, who, desk.menu(who)[0])
    assert (desk.standing.offer is None) == (who != other)


def test_a_draw_needs_people_on_all_seats() -> None:
    games = open_games("memory:")
    title, scenario, seats = next(each for each in OF_TWO if each[0] == "waterloo")
    holders = {seats[0]: Holder("person", "Ada"), seats[1]: Holder("bot", "random")}
    game = games.create(title, scenario, seats=seats, holders=holders)
    with pytest.raises(NotAllowed, match="computers decline"):
        games.offer_draw(game, seats[0])


def test_in_wellington_one_player_of_the_side_that_is_left_wins() -> None:
    """19.1: of the player of a side, or of two the one with more points, R-105."""
    games, rules = open_games("memory:"), titled("wellington")
    scenario = rules.scenarios[0]
    seats = next(each for each in scenario.seatings if len(each) == 4 and each not in rules.bidding)
    game = opened(games, "wellington", scenario.id, seats, orders=0)
    britain, spain, sud, nord = map(Seat, ("britain", "spain", "sud", "nord"))
    assert not games.resign(game, sud, (sud,)).is_over
    result = result_of(rules, games.resign(game, sud, (sud, nord)).standing)
    assert result is not None and len(result.winners) == 1 and result.winners[0] in (britain, spain)
