"""Tournaments in the store: games are opened for their people, count as they end, and nothing is lost."""

import threading

import pytest

from domain.kernel.errors import InvalidSetup, NotAllowed
from domain.store import open_games, tournament_rounds
from domain.store.behind import Behind
from domain.store.people import clean_name
from domain.store.tournament_rounds import (
    award,
    catch_up,
    enter,
    give,
    make,
    next_round,
    seat_of,
    start,
    withdraw,
)
from domain.tournaments.events import Made
from domain.tournaments.rounds import is_over, rounds_due
from domain.tournaments.standings import standings
from tests.patience import PATIENCE
from tests.projections.play import until
from tests.store.test_packs import corrected


def cup_of(games, people, kind="round_robin", **more):
    made = Made(name="Cup", kind=kind, title="skirmish", scenario="line", seats=("", ""), **more)
    cup = make(games, made)
    for number in range(people):
        assert enter(games, cup, f"P{number + 1}") == number + 1
    return cup


def looked_at(games, cup):
    """A tournament as whoever looks at it finds it: what is over counts, and what follows is opened."""
    catch_up(games, cup)
    return games.tournaments.of(cup)


def test_a_tournament_is_played_by_resignations_and_opens_its_rounds_by_itself(sqlite, tmp_path):
    cup = cup_of(sqlite, 4, games_each=2)
    start(sqlite, cup)
    for number in (1, 2, 3):
        found = looked_at(sqlite, cup)
        assert len(found.rounds) == number
        for game, (pairing, place) in found.games().items():
            names = [each.name for each in sqlite.holders(game).values()]
            pair = [found.entrant(each).name for each in pairing.people]
            assert names == (pair if place == 0 else pair[::-1])
        for game in found.running():
            seat = seat_of(found, game, max(found.games()[game][0].people))
            sqlite.resign(game, seat, (seat,))
    looked_at(sqlite, cup)
    with_other_eyes = open_games(f"sqlite:///{tmp_path}/games.db")
    found = with_other_eyes.tournaments.of(cup)
    assert is_over(found)
    told = [(each.entrant, each.points) for each in standings(found)]
    assert told == [(1, 6), (2, 4), (3, 2), (4, 0)]
    assert with_other_eyes.tournaments.every() == [found]
    with_other_eyes.close()


def test_every_store_keeps_tournaments(games):
    cup = cup_of(games, 2)
    start(games, cup)
    (game,) = games.tournaments.of(cup).running()
    games.resign(game, "red", ("red",))
    looked_at(games, cup)
    (found,) = games.tournaments.every()
    assert is_over(found) and [each.entrant for each in standings(found)] == [2, 1]
    assert games.tournaments.played_in(game) == cup


def test_two_processes_on_one_store_open_the_next_round_once(sqlite, tmp_path):
    other = open_games(f"sqlite:///{tmp_path}/games.db")
    cup = cup_of(sqlite, 4, kind="swiss")
    start(other, cup)
    first, second = sqlite.tournaments.of(cup).running()
    assert len(other.tournaments.of(cup).rounds) == 1
    sqlite.resign(first, "red", ("red",))
    other.resign(second, "blue", ("blue",))
    for games in (sqlite, other):
        catch_up(games, cup)
    found = sqlite.tournaments.of(cup)
    assert found == other.tournaments.of(cup)
    assert len(found.rounds) == 2 and sorted(sqlite.unfinished()) == sorted(found.running())
    other.close()


def test_a_match_of_two_games_is_a_match_and_who_needs_more_players_plays_none(sqlite):
    cup = cup_of(sqlite, 2, games_each=2)
    start(sqlite, cup)
    first, second = sqlite.tournaments.of(cup).running()
    assert sqlite.matches.return_of(first) == second and sqlite.matches.first_of(second) == first
    with pytest.raises(InvalidSetup):
        make(sqlite, Made(name="Cup", kind="swiss", title="council", scenario="hall", seats=("", "")))


def test_a_drawn_pairing_of_a_knockout_is_played_again_with_sides_changed(sqlite):
    cup = cup_of(sqlite, 2, kind="knockout")
    start(sqlite, cup)
    (game,) = sqlite.tournaments.of(cup).running()
    sqlite.offer_draw(game, "red")
    sqlite.answer_draw(game, "blue", True)
    (again,) = looked_at(sqlite, cup).running()
    before, after = sqlite.holders(game), sqlite.holders(again)
    assert (before["red"], before["blue"]) == (after["blue"], after["red"])
    award(sqlite, cup, again, (0.0, 1.0), "did not come")
    found = sqlite.tournaments.of(cup)
    assert is_over(found) and [each.entrant for each in standings(found)] == [2, 1]
    with pytest.raises(NotAllowed):
        award(sqlite, cup, again, (1.0, 0.0), "")


def test_the_maker_opens_rounds_where_it_is_agreed_so(sqlite):
    cup = cup_of(sqlite, 4, kind="swiss", opening="maker")
    start(sqlite, cup)
    with pytest.raises(NotAllowed):
        next_round(sqlite, cup)
    for game in sqlite.tournaments.of(cup).running():
        sqlite.resign(game, "red", ("red",))
    assert len(looked_at(sqlite, cup).rounds) == 1
    next_round(sqlite, cup)
    assert len(sqlite.tournaments.of(cup).rounds) == 2


def test_who_leaves_resigns_what_is_played_and_forfeits_what_would_come(sqlite):
    cup = cup_of(sqlite, 3, opening="all")
    start(sqlite, cup)
    found = sqlite.tournaments.of(cup)
    assert len(found.rounds) == 3 and len(found.running()) == 3
    withdraw(sqlite, cup, 2)
    found = sqlite.tournaments.of(cup)
    assert len(found.running()) == 1 and len(sqlite.unfinished()) == 1
    assert {each.entrant: each.points for each in standings(found)} == {1: 2, 3: 2, 2: 1}, "each had a bye"
    with pytest.raises(NotAllowed):
        withdraw(sqlite, cup, 2)


def test_games_that_were_promised_only_are_opened_by_whoever_looks_next(sqlite, monkeypatch):
    cup = cup_of(sqlite, 2)
    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        killed.setattr(sqlite, "create", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        start(sqlite, cup)
    (game,) = sqlite.tournaments.of(cup).running()
    catch_up(sqlite, cup)
    assert sqlite.unfinished() == [game]


@pytest.mark.parametrize("deed", ["begin", "give", "join"])
def test_whoever_opens_a_game_and_is_killed_leaves_none_without_its_seats_and_its_return_game(
    sqlite, monkeypatch, deed
):
    cup = cup_of(sqlite, 2, games_each=2)
    for entrant in (1, 2):
        sqlite.tournaments.let_browser(cup, entrant, f"browser{entrant}")

    def is_killed(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        holder = {"begin": sqlite._histories, "give": tournament_rounds, "join": sqlite.matches}[deed]
        killed.setattr(holder, deed, is_killed)
        start(sqlite, cup)
    catch_up(sqlite, cup)
    found = sqlite.tournaments.of(cup)
    first, second = found.running()
    assert sqlite.unfinished() == [first, second]
    assert sqlite.matches.return_of(first) == second and sqlite.matches.first_of(second) == first
    for game, seats in ((first, ("red", "blue")), (second, ("blue", "red"))):
        for entrant, seat in zip((1, 2), seats, strict=True):
            given = sqlite.passes.of(f"browser{entrant}")[game]
            assert given.keys == {seat: sqlite.seat_key(game, seat)}


def test_a_browser_that_is_known_before_a_game_is_there_has_its_seat_of_it(sqlite, monkeypatch):
    cup = cup_of(sqlite, 2)
    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        killed.setattr(sqlite, "create", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        start(sqlite, cup)
    (game,) = sqlite.tournaments.of(cup).running()
    give(sqlite, "browser", game, "red")
    catch_up(sqlite, cup)
    assert sqlite.passes.of("browser")[game].keys == {"red": sqlite.seat_key(game, "red")}


def test_a_look_gives_nobody_a_seat_back_that_was_freed(sqlite):
    cup = cup_of(sqlite, 2)
    sqlite.tournaments.let_browser(cup, 1, "browser")
    start(sqlite, cup)
    (game,) = sqlite.tournaments.of(cup).running()
    sqlite.forget_holder(game, "red")
    catch_up(sqlite, cup)
    assert sqlite.passes.of("browser")[game].keys["red"] != sqlite.seat_key(game, "red")


def test_a_look_at_a_tournament_reads_of_its_own_running_games_alone_and_once(sqlite, monkeypatch):
    for _ in range(3):
        sqlite.create("skirmish", "line")
    cup = cup_of(sqlite, 4, "swiss")
    start(sqlite, cup)
    first, second = sqlite.tournaments.of(cup).running()
    sqlite.resign(first, "red", ("red",))
    sqlite._tournaments_ahead.finish()  # nobody else looks
    read, newest_first = [], sqlite._stream.newest_first

    def reading(game):
        read.append(game)
        return newest_first(game)

    monkeypatch.setattr(sqlite._stream, "newest_first", reading)
    looked_at(sqlite, cup)
    assert read == [second]


@pytest.fixture
def last_of_round(sqlite, monkeypatch):
    """(a tournament, the last game of its first round to be played); nothing is done behind us."""
    cup = cup_of(sqlite, 4, "swiss")
    start(sqlite, cup)
    first, last = sqlite.tournaments.of(cup).running()
    with monkeypatch.context() as alone:
        alone.setattr(Behind, "ask", lambda *_: None)
        sqlite.resign(first, "red", ("red",))
    looked_at(sqlite, cup)
    return cup, last


def test_whoever_ends_a_round_does_not_wait_for_the_games_of_the_next(sqlite, last_of_round, monkeypatch):
    cup, last = last_of_round
    here, is_answered, waited = threading.current_thread(), threading.Event(), []
    create = sqlite.create

    def create_later(*asked, **more):
        is_here = threading.current_thread() is here
        waited.append(is_answered.is_set() if is_here else is_answered.wait(PATIENCE))
        return create(*asked, **more)

    monkeypatch.setattr(sqlite, "create", create_later)
    sqlite.resign(last, "red", ("red",))
    assert sqlite.unfinished() == []
    is_answered.set()
    found = looked_at(sqlite, cup)
    assert waited == [True, True], "and nobody opened them twice"
    assert len(found.rounds) == 2 and sorted(sqlite.unfinished()) == sorted(found.running())


def test_a_store_that_closes_has_opened_the_next_round(sqlite, last_of_round, tmp_path):
    cup, last = last_of_round
    sqlite.resign(last, "red", ("red",))
    sqlite.close()
    again = open_games(f"sqlite:///{tmp_path}/games.db")
    found = again.tournaments.of(cup)
    assert len(found.rounds) == 2 and sorted(again.unfinished()) == sorted(found.running())
    again.close()


def test_a_store_that_closes_leaves_a_long_round_to_the_next_start(
    sqlite, last_of_round, tmp_path, monkeypatch
):
    cup, last = last_of_round
    create, behind = sqlite.create, sqlite._tournaments_ahead

    def create_slowly(*asked, **more):
        until(lambda: behind.is_left)
        return create(*asked, **more)

    monkeypatch.setattr("domain.store.games.CLOSING_SECONDS", 0.0)
    monkeypatch.setattr(sqlite, "create", create_slowly)
    sqlite.resign(last, "red", ("red",))
    until(lambda: len(sqlite.tournaments.of(cup).rounds) == 2)
    sqlite.close()
    again = open_games(f"sqlite:///{tmp_path}/games.db")
    assert len(again.unfinished()) == 1, "the game that was in hand"
    again.tournaments_go_on()
    again._tournaments_ahead.finish()
    found = again.tournaments.of(cup)
    assert len(found.rounds) == 2 and sorted(again.unfinished()) == sorted(found.running())
    assert len(found.running()) == 2
    again.close()


def test_a_start_looks_at_tournaments_that_are_played_only(sqlite, last_of_round, monkeypatch):
    cup, _ = last_of_round
    cup_of(sqlite, 2)
    asked = []
    monkeypatch.setattr(Behind, "ask", lambda behind, tournament: asked.append(tournament))
    sqlite.tournaments_go_on()
    assert asked == [cup]


def test_a_round_that_ended_as_its_process_was_killed_is_followed_when_somebody_looks(
    sqlite, last_of_round, monkeypatch
):
    cup, last = last_of_round
    monkeypatch.setattr(Behind, "ask", lambda *_: None)
    sqlite.resign(last, "red", ("red",))
    assert len(sqlite.tournaments.of(cup).rounds) == 1 and sqlite.unfinished() == []
    found = looked_at(sqlite, cup)
    assert len(found.rounds) == 2 and sorted(sqlite.unfinished()) == sorted(found.running())


def test_who_leaves_keeps_a_game_that_was_won_just_before(sqlite, last_of_round, monkeypatch):
    cup, last = last_of_round
    found = sqlite.tournaments.of(cup)
    winner, loser = found.games()[last][0].people
    seat = seat_of(found, last, loser)
    monkeypatch.setattr(Behind, "ask", lambda *_: None)
    sqlite.resign(last, seat, (seat,))
    withdraw(sqlite, cup, winner)
    over = sqlite.tournaments.of(cup).over(last)
    assert (over.how, over.points) == ("resignation", (1, 0))


def test_what_goes_wrong_as_a_tournament_goes_on_is_logged_and_tried_by_whoever_looks(
    sqlite, last_of_round, monkeypatch, caplog
):
    cup, last = last_of_round
    with monkeypatch.context() as broken:
        broken.setattr(sqlite, "create", lambda *_, **__: 1 / 0)
        sqlite.resign(last, "red", ("red",))
        sqlite._tournaments_ahead.finish()
    assert "does not go on before somebody looks" in caplog.text
    assert sorted(looked_at(sqlite, cup).running()) == sorted(sqlite.unfinished()) != []


def test_what_cannot_be_a_tournament_is_refused(sqlite):
    cup = cup_of(sqlite, 2, most=2)
    for wrong in ({"most": 1}, {"most": 17}, {"games_each": 3}, {"opening": "all", "kind": "swiss"}):
        with pytest.raises(InvalidSetup):
            cup_of(sqlite, 0, **wrong)
    with pytest.raises(NotAllowed):
        enter(sqlite, cup, "One more")
    withdraw(sqlite, cup, 1)
    with pytest.raises(InvalidSetup):
        enter(sqlite, cup, "p2")
    assert enter(sqlite, cup, "P1") == 3
    start(sqlite, cup)
    with pytest.raises(NotAllowed):
        enter(sqlite, cup, "Late")


def test_of_two_who_enter_at_once_nobody_gets_the_others_place(sqlite, monkeypatch):
    cup, record, numbers = cup_of(sqlite, 0), sqlite.tournaments.record, {}

    def first_comes_anna(*asked):
        monkeypatch.setattr(sqlite.tournaments, "record", record)
        record(*asked)
        numbers["Bruno"] = enter(sqlite, cup, "Bruno")

    monkeypatch.setattr(sqlite.tournaments, "record", first_comes_anna)
    numbers["Anna"] = enter(sqlite, cup, "Anna")
    found = sqlite.tournaments.of(cup)
    assert {name: found.entrant(number).name for name, number in numbers.items()} == {
        "Anna": "Anna", "Bruno": "Bruno"
    }  # fmt: skip


def test_a_game_of_others_that_ends_meanwhile_is_no_matter_of_who_leaves(sqlite, monkeypatch):
    cup = cup_of(sqlite, 4, opening="all")
    start(sqlite, cup)
    games = sqlite.tournaments.of(cup).games()
    other = next(game for game, (pairing, _) in games.items() if 1 not in pairing.people)
    record = tournament_rounds._done

    def later(*asked):
        if asked[-1].__name__ == "left":
            monkeypatch.setattr(tournament_rounds, "_done", record)
            sqlite.resign(other, "red", ("red",))
        return record(*asked)

    monkeypatch.setattr(tournament_rounds, "_done", later)
    withdraw(sqlite, cup, 1)
    own = [game for game, (pairing, _) in games.items() if 1 in pairing.people]
    assert len(own) == 3 and all(sqlite.desk(game).is_over for game in [*own, other])


def test_a_tournament_goes_on_with_the_pack_that_it_began_with(sqlite):
    kept = sqlite.packs.add(corrected())
    made = Made(
        name="Cup", kind="round_robin", title=kept.title, scenario="line", seats=("", ""), pack=kept.digest
    )
    cup = make(sqlite, made)
    for name in ("Anna", "Bruno", "Carla"):
        enter(sqlite, cup, name)
    sqlite.packs.withdraw(kept)
    start(sqlite, cup)
    (game,) = sqlite.tournaments.of(cup).running()
    sqlite.resign(game, "red", ("red",))
    (game,) = looked_at(sqlite, cup).running()
    assert not sqlite.desk(game).is_over
    with pytest.raises(InvalidSetup):
        make(sqlite, made)


def test_a_swiss_tournament_has_no_more_rounds_than_pairing_bears(sqlite):
    cup = cup_of(sqlite, 16, "swiss", rounds=15)
    start(sqlite, cup)
    assert rounds_due(sqlite.tournaments.of(cup)) == 8


def test_nobody_enters_under_a_name_that_looks_like_anothers_or_like_nothing(sqlite):
    cup = cup_of(sqlite, 0)
    enter(sqlite, cup, "Anna")
    for alike in ("anna", "An\u200dna", "Anna\ufe0e", "\uff21nna", "Anna\u3164", "Anna\U000e0101"):
        with pytest.raises(InvalidSetup, match="already"):
            enter(sqlite, cup, alike)
    for blank in ("\u3164", "\u2800 \u2800", "\u115f", "\u1160", "\uffa0", "\u200d\ufe0f"):
        assert clean_name(blank) == ""
        with pytest.raises(InvalidSetup):
            enter(sqlite, cup, blank)
    assert clean_name("\U0001f469\u200d\U0001f680 Zo\u00e9") == "\U0001f469\u200d\U0001f680 Zo\u00e9"
    assert [each.name for each in sqlite.tournaments.of(cup).entrants] == ["Anna"]
