"""Names of people lie outside the events: who is forgotten is somebody, and the games stay as they were."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.kernel.events import SEAT_EVENTS, SeatTaken
from domain.kernel.history import Recorded
from domain.store import Author, Games, Holder, open_games
from domain.store.accounts import Account
from domain.store.addresses import new_address
from domain.store.names import SIGN, Names
from domain.store.passes import Pass
from domain.store.people import SOMEBODY
from domain.store.register import topics_of
from domain.store.tournament_rounds import enter, make
from domain.tournaments.events import Made
from tests.store.play import play_on

NAME, PASSWORD = "Zebedee Quagmire", "a cold morning"
SEATED = [topic for event in SEAT_EVENTS for topic in topics_of(event)]


def with_account(games: Games, names: tuple[str, str] = (NAME, "Bruno")) -> tuple[Account, str]:
    """An account that holds Red in a game, with all that a person leaves there."""
    person = games.accounts.make(NAME, PASSWORD, "some words")
    game = seated(games, *names)
    games.passes.change(person.person, game, lambda _: Pass(game, {"red": games.seat_key(game, "red")}))
    games.talk.say(game, Author(NAME, "red"), "A fine day")
    games.talk.note(game, Author(NAME, "red"), 1, "So it begins", "everybody")
    games.addresses.keep(game, "mail", "red", new_address("a@example.org", "en", is_confirmed=True))
    return person, game


def seated(games: Games, red: str, blue: str) -> str:
    holders = {"red": Holder("person", red), "blue": Holder("person", blue)}
    return games.create("skirmish", "line", seed=bytes(32), holders=holders)


def names_in(recorded: Iterable[Recorded]) -> list[str]:
    return [each.body.name for each in recorded if isinstance(each.body, SeatTaken)]


def told(games: Games, game: str) -> list[str]:
    return [holder.name for holder in games.holders(game).values()]


def test_events_have_signs_where_names_were_and_tell_the_names(games: Games) -> None:
    game = seated(games, NAME, "Bruno")
    bot = games.create("skirmish", "line", holders={"red": Holder("bot", "random")})
    stored = games._stream.raw_of_topics(game, SEATED, 0)[1]
    assert [each.body.name[0] for each in stored] == [SIGN, SIGN]
    assert told(games, game) == [NAME, "Bruno"] and games.seated(bot)["red"] == ("bot", "random")
    names = [each.body.name for each in games.recorded(game) if isinstance(each.body, SEAT_EVENTS)]
    assert names == [NAME, "Bruno"] == [name for _kind, name in games.seated(game).values()]
    holders = {"red": Holder("person", NAME)}
    child = games.fork(game, games.head(game).version, same_fate=False, holders=holders)
    assert games.holders(child)["red"].name == NAME


def test_who_is_forgotten_is_somebody_and_the_game_stays(games: Games) -> None:
    person, game = with_account(games)
    play_on(games, game, Random(1))
    before = games.history(game)
    games.forget_person(person)
    after = games.history(game)
    assert told(games, game) == [SOMEBODY, "Bruno"] and games.seated(game)["red"] == ("person", SOMEBODY)
    assert after.head.state == before.head.state and after.head.version == before.head.version
    reader = games.talk.reader(game, ("blue",))
    assert [each.name for each in (*games.talk.lines(game, reader), *games.talk.notes(game, reader))] == [
        SOMEBODY, SOMEBODY,
    ]  # fmt: skip
    assert games.addresses.of(game) == {} and games.passes.of(person.person) == {}
    assert games.accounts.of(NAME) is None
    games.forget_person(person)  # begun again, after a process was killed


@pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
def test_another_process_is_told_who_was_forgotten(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.store.names.LOOK_SECONDS", 0.0)
    one, other = open_games(address), open_games(address)
    person, game = with_account(one)
    assert told(other, game) == [NAME, "Bruno"]
    one.forget_person(person)
    assert told(other, game) == [SOMEBODY, "Bruno"] and other.forgotten(0) == (1, [game])
    assert other.head(game).late[1].body.name == SOMEBODY
    one.close()
    other.close()


def test_what_was_read_while_somebody_was_forgotten_does_not_stay_in_memory(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, game = with_account(games)
    other = seated(games, "Carla", "Dora")
    read = games._stream.read

    def meanwhile(asked: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        found = read(asked, after, upto)
        monkeypatch.setattr(games._stream, "read", read)
        games.forget_person(person)
        games._histories._read_again()  # as somebody does who looks at another game
        return found

    games._histories.forget(game)
    monkeypatch.setattr(games._stream, "read", meanwhile)
    assert names_in(games.head(game).late) == [NAME, "Bruno"]  # it was asked for before
    assert told(games, other) == ["Carla", "Dora"]
    assert told(games, game) == names_in(games.head(game).late) == [SOMEBODY, "Bruno"]


def test_nor_does_a_whole_history_that_was_read_then(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    person, game = with_account(games)
    read = games._stream.read

    def meanwhile(asked: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        found = read(asked, after, upto)
        monkeypatch.setattr(games._stream, "read", read)
        games.forget_person(person)
        games._histories._read_again()
        return found

    monkeypatch.setattr(games._stream, "read", meanwhile)
    games.history(game)
    assert names_in(games.history(game).recorded) == [SOMEBODY, "Bruno"]


def test_nor_where_the_game_goes_on_at_that_moment(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    person, game = with_account(games)
    append = games._stream.append

    def meanwhile(*told: Any, **more: Any) -> None:
        append(*told, **more)
        monkeypatch.setattr(games._stream, "append", append)
        games.forget_person(person)
        games._histories._read_again()

    monkeypatch.setattr(games._stream, "append", meanwhile)
    before = games.head(game).version
    while games.head(game).version == before:
        play_on(games, game, Random(1), 1)
    assert told(games, game) == names_in(games.head(game).late) == [SOMEBODY, "Bruno"]


def test_a_name_in_events_of_before_is_told_no_more(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(Names, "apart", lambda self, recorded: (list(recorded), {}))
        person, game = with_account(games)
        other = seated(games, "Bruno", "zebedee  quagmire")
    assert told(games, game) == [NAME, "Bruno"]
    games.forget_person(person)
    assert told(games, game) == [SOMEBODY, "Bruno"] and told(games, other) == ["Bruno", SOMEBODY]


def test_names_that_only_this_person_had_in_a_game_are_forgotten_there(sqlite: Games) -> None:
    person, game = with_account(sqlite, ("Zeb", "Bruno"))
    other = seated(sqlite, "Zeb", "Bruno")
    sqlite.forget_person(person)
    assert told(sqlite, game) == [SOMEBODY, "Bruno"] and told(sqlite, other) == ["Zeb", "Bruno"]


def test_an_entrant_is_forgotten(sqlite: Games) -> None:
    person, _game = with_account(sqlite)
    made = Made(name="Cup", kind="round_robin", title="skirmish", scenario="line", seats=("red", "blue"))
    cup = make(sqlite, made)
    for name in (NAME, "Bruno", "Zeb"):
        enter(sqlite, cup, name)
    key = sqlite.tournaments.key(cup, "3")
    sqlite.passes.change(person.person, cup, lambda _: Pass(cup, {"3": key}))
    sqlite.tournaments.let_browser(cup, 3, person.person)
    sqlite.forget_person(person)
    assert [each.name for each in sqlite.tournaments.of(cup).entrants] == [SOMEBODY, "Bruno", SOMEBODY]
    assert sqlite.tournaments.key(cup, "3") != key and sqlite.tournaments.browsers(cup, 3) == []


def test_a_computer_keeps_its_name_when_a_person_of_that_name_is_forgotten(sqlite: Games) -> None:
    made = Made(name="Cup", kind="round_robin", title="skirmish", scenario="line", seats=("red", "blue"))
    cup = make(sqlite, made)
    enter(sqlite, cup, "marshal", is_computer=True)
    sqlite.forget_person(sqlite.accounts.make("Marshal", PASSWORD, "some words"))
    assert [each.name for each in sqlite.tournaments.of(cup).entrants] == ["marshal"]


def test_no_byte_of_the_name_is_left_in_the_file(tmp_path: Path) -> None:
    games = open_games(f"sqlite:///{tmp_path}/games.db")
    person, game = with_account(games)
    for number in range(40):  # pages are split and moved about
        seated(games, NAME, f"Opponent {number}")
        games.accounts.log_in(person, "Firefox")
    play_on(games, game, Random(1))

    def left() -> set[str]:
        return {
            path.name
            for path in tmp_path.iterdir()
            for word in ("Zebedee", "zebedee", "Quagmire", "quagmire")
            if word.encode() in path.read_bytes()
        }

    assert left() and told(games, game) == [NAME, "Bruno"]
    games.forget_person(person)
    assert left() == set(), "neither in the file nor in the log beside it"
    games.close()
    again = open_games(f"sqlite:///{tmp_path}/games.db")
    assert told(again, game) == [SOMEBODY, "Bruno"] and again.history(game).head.is_over
    again.close()


def test_a_games_name_is_taken_from_it_in_every_process_and_given_back(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    games, other = open_games(url), open_games(url)
    holders = {"red": Holder("person", "Ada"), "blue": Holder("person", "Bruno")}
    game = games.create("skirmish", "line", name="An utter insult", holders=holders)
    play_on(games, game, Random(1))
    assert other.standing(game).opened.name == "An utter insult"
    games.take_name(game, "an insult")
    for each in (games, other, again := open_games(url)):
        history = each.history(game)
        called = {history.head.opened.name, history.at(history.rests()[3]).opened.name}
        called |= {each.standing(game).opened.name, each.recorded(game)[0].body.name}
        assert called == {""}
    other.take_name(game, "a quotation", is_back=True)
    other.take_name(game, "a quotation, said twice", is_back=True)
    assert {each.standing(game).opened.name for each in (games, other, again)} == {"An utter insult"}
    assert [each.did for each in games.shelf.trace(game)] == ["unnamed", "named", "named"]
    for each in (games, other, again):
        each.close()


def test_a_name_is_not_taken_without_a_trace_nor_the_other_way_round(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.create("skirmish", "line", name="An utter insult")
    names, call = games._stream.names, games._stream.names.call

    def killed(*given: Any, **named: Any) -> None:
        call(*given, **named)
        raise KeyError("just then")

    with monkeypatch.context() as then, pytest.raises(KeyError):
        then.setattr(names, "call", killed)
        games.take_name(game, "an insult")
    assert games.standing(game).opened.name == "An utter insult" and games.shelf.trace(game) == []
    assert games.forgotten(0)[0] == 0
    games.take_name(game, "an insult")
    assert games.standing(game).opened.name == "" and games.shelf.is_unnamed(game)


def test_forks_and_who_is_forgotten_leave_it_as_it_is_that_a_game_has_no_name(games: Games) -> None:
    game = games.create("skirmish", "line", name="Taken", holders={"red": Holder("person", "taken")})
    games.take_name(game, "an insult")
    child = games.fork(game, games.head(game).version, same_fate=False, name="Another")
    assert games.standing(child).opened.name == "Another"
    assert "Taken" not in {getattr(each.body, "name", "") for each in games.recorded(child)}
    person = games.accounts.make("taken", PASSWORD, "some words")
    games.forget_person(person)
    assert games.standing(game).opened.name == ""
