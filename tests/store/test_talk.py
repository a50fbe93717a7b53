"""Notes and talk beside a game, on memory, SQLite and PostgreSQL: who may read them, what they may hold."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import domain.titles  # noqa: F401  registers the titles
from domain.kernel.errors import IllegalOrder, NotAllowed
from domain.kernel.seats import Seat
from domain.store import Author, Games, Holder, Reader, Terms, open_games
from domain.store.talk import AUDIENCES, InvalidText
from tests.store.play import BLUE, RED, play_on

ANN, BOB = Holder("person", "Ann"), Holder("person", "Bob")
RED_AUTHOR, BLUE_AUTHOR = Author("Ann", RED), Author("Bob", BLUE)
WATCHER = Author("Wim", watcher="w1")


def new(games: Games, **more: Any) -> str:
    return games.create("skirmish", "line", holders={RED: ANN, BLUE: BOB}, **more)


def readers(games: Games, game: str) -> dict[str, Reader]:
    """Everybody who may look: both seats, the watcher who writes, another watcher, a program."""
    talk = games.talk
    return {
        "red": talk.reader(game, (RED,)),
        "blue": talk.reader(game, (BLUE,)),
        "watcher": talk.reader(game, (), "w1"),
        "other": talk.reader(game, (), "w2"),
        "program": talk.reader(game, ()),
    }


def notes_of(games: Games, game: str, who: str) -> list[str]:
    return [note.text for note in games.talk.notes(game, readers(games, game)[who])]


def lines_of(games: Games, game: str, who: str) -> list[str]:
    return [line.text for line in games.talk.lines(game, readers(games, game)[who])]


def test_a_note_is_shown_to_its_audience_and_to_nobody_else_before_and_after_the_end(games: Games) -> None:
    game = new(games)
    games.talk.let_watchers_write(game, True)
    for author in (RED_AUTHOR, WATCHER):
        for audience in AUDIENCES:
            if author is WATCHER and audience == "side":
                continue
            games.talk.note(game, author, 2, f"{author.name} {audience}", audience)
    everybody = ["Ann everybody", "Wim everybody"]
    assert notes_of(games, game, "red") == [*(f"Ann {each}" for each in AUDIENCES), "Wim everybody"]
    assert notes_of(games, game, "watcher") == ["Ann everybody", "Wim me", "Wim everybody", "Wim after"]
    for stranger in ("blue", "other", "program"):
        assert notes_of(games, game, stranger) == everybody
    play_on(games, game, Random(1))
    for stranger in ("blue", "other", "program"):
        assert notes_of(games, game, stranger) == [
            "Ann everybody", "Ann after", "Wim everybody", "Wim after",
        ]  # fmt: skip


def test_a_secret_text_changes_nothing_for_those_who_may_not_read_it(games: Games) -> None:
    game = new(games)
    games.talk.say(game, RED_AUTHOR, "Hello")
    before = {name: games.talk.stamp(game, each) for name, each in readers(games, game).items()}
    for audience in ("me", "side", "after"):
        games.talk.note(game, RED_AUTHOR, 1, "A secret", audience)
    games.talk.say(game, RED_AUTHOR, "Only us", "side")
    after = {name: games.talk.stamp(game, each) for name, each in readers(games, game).items()}
    assert {name for name in after if after[name] != before[name]} == {"red"}
    assert games.desk(game).version == games.history(game).head.version


def test_a_line_to_ones_side_is_read_by_the_allies_alone(games: Games) -> None:
    seats = (Seat("britain"), Seat("sud"), Seat("spain"), Seat("nord"))
    game = games.create("wellington", "1812", seats=seats)
    games.talk.say(game, Author("Ann", seats[0]), "To Spain", "side")
    games.talk.note(game, Author("Ann", seats[0]), 1, "For Spain", "side")
    games.talk.note(game, Author("Ann", seats[0]), 1, "For Ann", "me")
    for seat in seats:
        reader = games.talk.reader(game, (seat,))
        is_allied = seat in (seats[0], seats[2])
        assert [each.text for each in games.talk.lines(game, reader)] == ["To Spain"] * is_allied
        assert ("For Spain" in [each.text for each in games.talk.notes(game, reader)]) == is_allied
        assert ("For Ann" in [each.text for each in games.talk.notes(game, reader)]) == (seat == seats[0])


def test_who_takes_over_a_seat_does_not_read_what_was_written_from_it_in_secret(games: Games) -> None:
    game = new(games)
    games.talk.note(game, RED_AUTHOR, 1, "My plan", "me")
    games.talk.note(game, RED_AUTHOR, 1, "Our plan", "side")
    mine = games.talk.notes(game, games.talk.reader(game, (RED,)))
    games.take_seat(game, RED, Holder("person", "Eve"))
    eve = games.talk.reader(game, (RED,))
    assert games.talk.notes(game, eve) == []
    with pytest.raises(NotAllowed, match="no such text of yours"):
        games.talk.erase(game, eve, mine[0].id)


def test_watchers_who_see_the_game_later_read_the_talk_later(games: Games) -> None:
    game = new(games, terms=Terms("end"))
    last = games.desk(game).version
    games.talk.say(game, RED_AUTHOR, "Look at my hand")
    games.talk.note(game, RED_AUTHOR, last, "Here", "everybody")
    games.talk.note(game, RED_AUTHOR, 1, "The opening", "everybody")
    assert lines_of(games, game, "blue") == ["Look at my hand"]
    assert lines_of(games, game, "other") == []
    assert notes_of(games, game, "other") == ["The opening"]
    play_on(games, game, Random(1))
    assert lines_of(games, game, "other") == ["Look at my hand"]
    assert notes_of(games, game, "other") == ["The opening", "Here"]


def test_watchers_write_only_while_the_host_lets_them(games: Games) -> None:
    game = new(games)
    with pytest.raises(NotAllowed, match="Watchers only read"):
        games.talk.say(game, WATCHER, "Hello")
    games.talk.let_watchers_write(game, True)
    games.talk.let_watchers_write(game, True)
    games.talk.say(game, WATCHER, "Hello")
    games.talk.let_watchers_write(game, False)
    with pytest.raises(NotAllowed, match="Watchers only read"):
        games.talk.note(game, WATCHER, 1, "Hello", "everybody")
    assert lines_of(games, game, "blue") == ["Hello"]


def test_one_deletes_ones_own_texts_only(games: Games) -> None:
    game = new(games)
    note = games.talk.note(game, RED_AUTHOR, 1, "A note", "me")
    line = games.talk.say(game, RED_AUTHOR, "A line")
    red, blue = games.talk.reader(game, (RED,)), games.talk.reader(game, (BLUE,))
    refusals = []
    for id_ in (note.id, line.id, "nothing"):
        with pytest.raises(NotAllowed) as refused:
            games.talk.erase(game, blue, id_)
        refusals.append(refused.value.message)
    assert len(set(refusals)) == 1  # a secret note is refused like none at all
    for id_ in (note.id, line.id):
        games.talk.erase(game, red, id_)
    assert games.talk.notes(game, red) == games.talk.lines(game, red) == []


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  <b>bold</b>  ", "<b>bold</b>"),
        ("one\r\ntwo\u2028three", "one\ntwo\nthree"),
        ("evil\u202eeman\u2066x\u2069\u200f", "evilemanx"),
        ("a\x00b\x1b[31mc\ud800\ufeff", "ab[31mc"),
        ("e\u0301", "é"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_a_text_is_kept_without_marks_that_cannot_be_seen(games: Games, given: str, kept: str) -> None:
    game = new(games)
    games.talk.note(game, RED_AUTHOR, 1, given, "me")
    assert notes_of(games, game, "red") == [kept]
    games.talk.say(game, RED_AUTHOR, given)
    assert lines_of(games, game, "red") == [" ".join(kept.split())]


@pytest.mark.parametrize(
    ("version", "text", "audience", "marks"),
    [
        (1, "", "me", ()),
        (1, " \u202e\x00 ", "me", ()),
        (1, "x" * 2001, "me", ()),
        (1, "x", "world", ()),
        (1, "x", "me", [str(number) for number in range(13)]),
        (1, "x", "me", ["<g>"]),
        (0, "x", "me", ()),
        (99, "x", "me", ()),
    ],
)
def test_a_note_that_cannot_be_kept_is_refused(
    games: Games, version: int, text: str, audience: str, marks: list[str]
) -> None:
    game = new(games)
    with pytest.raises((InvalidText, IllegalOrder)):
        games.talk.note(game, RED_AUTHOR, version, text, audience, marks)
    with pytest.raises(InvalidText):
        games.talk.say(game, RED_AUTHOR, "x" * 501)
    with pytest.raises(InvalidText):
        games.talk.say(game, RED_AUTHOR, "x", "me")
    assert notes_of(games, game, "red") == lines_of(games, game, "red") == []


def test_a_full_share_of_one_seat_tells_the_others_nothing(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.store.talk.MOST_NOTES", 6)
    game = new(games)
    for number in range(2):
        games.talk.note(game, RED_AUTHOR, 1, str(number), "me")
    with pytest.raises(NotAllowed, match="your share"):
        games.talk.note(game, RED_AUTHOR, 1, "one more", "me")
    games.talk.note(game, BLUE_AUTHOR, 1, "room for me", "me")


def test_a_fork_starts_without_notes_and_talk(games: Games) -> None:
    game = new(games)
    games.talk.note(game, RED_AUTHOR, 1, "A note", "everybody")
    games.talk.say(game, RED_AUTHOR, "A line")
    child = games.fork(game, games.desk(game).standing.rest, same_fate=False)
    assert notes_of(games, child, "red") == lines_of(games, child, "red") == []


def test_what_is_written_lasts_and_other_processes_see_it(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    games, other = open_games(address), open_games(address)
    game = new(games)
    assert lines_of(other, game, "blue") == []
    games.talk.say(game, RED_AUTHOR, "A line")
    assert lines_of(other, game, "blue") == ["A line"]
    other.talk.note(game, BLUE_AUTHOR, 1, "A note", "everybody")
    assert notes_of(games, game, "red") == ["A note"]
    games.close()
    other.close()
    again = open_games(address)
    assert (notes_of(again, game, "red"), lines_of(again, game, "blue")) == (["A note"], ["A line"])
    again.close()
