"""Ladders: who is on them and in which order, and what is told of each."""

import domain.titles  # noqa: F401  (registers the titles)
from replays.ladders import ladder, results_of
from replays.ratings import Name, rate_games
from tests.replays.test_ratings import duels, game

ANNA, BRUNO = Name("person", "anna"), Name("person", "bruno")


def test_settled_players_have_places_by_their_ratings_and_the_others_follow_without() -> None:
    rows = [*duels(600, 0.3), game(1000, "french", french="Newcomer", coalition="P1")]
    rungs = ladder(rate_games(rows, "waterloo"), results_of(rows, "waterloo"), "person")
    settled = [each for each in rungs if each.place is not None]
    assert [each.place for each in settled] == list(range(1, len(settled) + 1)) and len(settled) > 2
    middles = [each.standing.middle for each in settled]
    assert middles == sorted(middles, reverse=True)
    assert all(each.place is None and each.standing.is_provisional for each in rungs[len(settled) :])
    assert "Newcomer" in {each.typed for each in rungs[len(settled) :]}


def test_results_are_those_of_rated_games() -> None:
    forked = {**game(5, "french", french="Anna", coalition="Bruno"), "parent": "00001"}
    rows = [
        game(1, "french", french="Anna", coalition="Bruno"),
        game(2, "french", french="bruno ", coalition="ANNA"),
        game(3, "", french="Anna", coalition="Bruno"),
        game(4, "french", french="Anna", coalition="Anna"),
        forked,
    ]
    found = results_of(rows, "waterloo")
    assert (found[ANNA].won, found[ANNA].drawn, found[ANNA].lost) == (1, 1, 1)
    assert (found[BRUNO].won, found[BRUNO].drawn, found[BRUNO].lost) == (1, 1, 1)
    rungs = ladder(rate_games(rows, "waterloo"), found, "person")
    assert {each.typed: each.standing.games for each in rungs} == {"Anna": 3, "Bruno": 3}


def test_who_has_not_played_lately_is_left_out_and_computers_are_apart() -> None:
    rows = [
        game(10, "french", french="Anna", coalition="Bruno"),
        game(20, "french", french="Anna", coalition="Carla"),
        {**game(30, "french", french="Anna", coalition="veteran"), "kind:coalition": "bot"},
    ]
    ratings, results = rate_games(rows, "waterloo"), results_of(rows, "waterloo")
    assert {each.typed for each in ladder(ratings, results, "person", since=20)} == {"Anna", "Carla"}
    (program,) = ladder(ratings, results, "bot")
    assert (program.name, program.results.lost) == (Name("bot", "veteran"), 1)
