"""Blocks of the statistics page say what their numbers say, and nothing of few games."""

from random import Random

from replays import findings
from replays.balance_findings import handicap, judges
from replays.statistics import wilson


def games(number: int, wins: float = 0.5, card: float = 0.0, seed: int = 1) -> list[dict[str, object]]:
    """Made-up games: red wins with chance `wins`, more by `card` if it was dealt the ace."""
    random, rows = Random(seed), []
    for _ in range(number):
        has_ace = random.random() < 0.5
        red_wins = random.random() < wins + card * has_ace
        rows.append({
            "title": "waterloo", "seats": "red,blue", "players": "greedy,greedy", "first_side": "red",
            "winners": "red" if red_wins else "blue", "orders": random.randint(50, 90),
            "luck_z": random.gauss(0, 1), "first": random.choice(["red", "blue"]),
            "dealt:red": "ace king" if has_ace else "king", "dealt:blue": "queen", "seats_kind": "bots",
        })  # fmt: skip
    return rows


def test_nineteen_games_are_too_few_and_twenty_are_not() -> None:
    few = findings.blocks(games(19), str, wilson)
    assert {each.headline for each in few} == {"Too few games (19 of 20)."}
    assert {each.figure for each in few} == {None}
    assert findings.balance(games(20), str, wilson).has_enough


def test_a_side_that_wins_more_is_named_with_its_interval() -> None:
    block = findings.balance(games(200, wins=0.8), str, wilson)
    assert block.headline.startswith("Red won more often")
    assert "95 % interval" in block.headline


def test_even_sides_do_not_stand_out() -> None:
    assert findings.balance(games(60), str, wilson).headline.startswith("No side stands out")


def test_a_strong_card_is_found_and_a_worthless_one_is_not() -> None:
    strong = findings.cards(games(300, wins=0.3, card=0.4), str, wilson)
    assert strong.headline.startswith("Ace is worth +")
    assert strong.rows[0][0] == "ace"
    assert findings.cards(games(300), str, wilson).headline.startswith("No card stands out")


def test_a_side_that_always_moves_first_cannot_be_told_from_moving_first() -> None:
    rows = [{**row, "first": "red"} for row in games(40)]
    assert "cannot be told" in findings.first_move(rows, str, wilson).headline


def test_every_sentence_is_there_in_every_language() -> None:
    for language in ("en", "it"):
        blocks = findings.blocks(games(100), str, wilson, language)
        assert all(each.headline and each.head for each in blocks)


def judged(number: int, wins: float, bot: str, seed: int) -> list[dict[str, object]]:
    return [
        {**row, "game": f"{bot}{seed}{place}", "players": f"{bot},{bot}"}
        for place, row in enumerate(games(number, wins, seed=seed))
    ]


def test_who_is_asked_decides_who_wins_and_the_same_games_count_once() -> None:
    novices, masters = judged(60, 0.2, "random", 1), judged(60, 0.8, "greedy", 2)
    block = judges([*novices, *masters, *novices], str, wilson)
    assert [row[:2] for row in block.rows] == [
        ("In games between random computers", 60), ("In games between greedy computers", 60)
    ]  # fmt: skip
    assert block.headline.startswith("It depends on who is asked: ")
    alone = judges(novices, str, wilson).headline
    assert alone.startswith("One answer so far: in games between random computers")
    same = judges([*novices, *judged(60, 0.2, "greedy", 3)], str, wilson)
    assert same.headline.startswith("No two judges disagree so far")


def test_points_are_found_that_would_make_it_even_and_not_where_no_score_decides() -> None:
    random = Random(4)
    margins = [random.gauss(-3.5, 4) for _ in range(200)]
    rows = [
        {**row, "scenario": "s", "rule": "13", "margin": margin, "winners": "red" if margin > 0 else "blue"}
        for row, margin in zip(games(200), margins, strict=True)
    ]
    said = handicap(rows, str).headline
    assert said.startswith("With +")
    assert "points for red these 200 games would have been even: 50 % won" in said
    sudden = [{**row, "winners": random.choice(["red", "blue"])} for row in rows]
    assert "were not decided by the score" in handicap(sudden, str).headline
