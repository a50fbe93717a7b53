"""Blocks of the statistics page say what their numbers say, and nothing of few games."""

import re
from random import Random

from replays import findings
from replays.balance_findings import handicap, judges
from replays.every_block import every_block
from replays.statistics import compare_rates, detectable_difference, wilson


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


def shown(headline: str) -> int:
    """What would show, in points, as a sentence says it."""
    found = re.search(r"of (\d+) points would show", headline)
    assert found, headline
    return int(found[1])


def test_the_lead_that_would_show_is_one_of_the_games_that_were_not_drawn() -> None:
    """With half of all games drawn the lead that was said to show was found in 43 of 100 sets."""
    decided = [{**row, "winners": ("red", "blue")[place % 2]} for place, row in enumerate(games(60))]
    drawn = [{**row, "winners": "draw"} for row in games(60)]
    alone, both = (findings.balance(rows, str, wilson).headline for rows in (decided, [*decided, *drawn]))
    assert shown(alone) == shown(both) == 18


def test_the_lead_that_would_show_among_three_sides_is_that_of_their_wider_intervals() -> None:
    rows = [
        {**row, "seats": "red,blue,green", "winners": ("red", "blue", "green")[place % 3]}
        for place, row in enumerate(games(60))
    ]
    assert shown(findings.balance(rows, str, wilson).headline) > 18


def test_of_two_games_no_lead_can_show_and_none_is_said_to() -> None:
    rows = [{**row, "winners": "draw" if place > 1 else "red"} for place, row in enumerate(games(26))]
    assert findings.balance(rows, str, wilson).headline == (
        "No side can stand out yet in games between greedy computers: red led with 100 % of 2 games that "
        "were not drawn (95 % interval 34 to 100; an even share is 50 %)."
    )


def test_a_share_that_is_not_all_of_them_is_not_told_as_all() -> None:
    rows = [{**row, "winners": "red" if place else "blue"} for place, row in enumerate(games(300))]
    assert "red won more often" in (said := findings.balance(rows, str, wilson).headline.lower())
    assert ">99 % of 300 games (95 % interval 98 to 100" in said


def test_one_game_that_is_not_over_is_told_as_one() -> None:
    rows = [{**row, "turns": 3} for row in games(40)]
    said = [findings.balance(rows, str, wilson, language, opened=[2]).headline for language in ("en", "it")]
    assert "With 1 game that is not over reckoned in" in said[0] and "1 partita non finita" in said[1]


def test_who_moved_first_in_most_games_is_not_said_to_move_first_always() -> None:
    rows = [{**row, "first": "red" if place < 16 else "blue"} for place, row in enumerate(games(25))]
    assert findings.first_move(rows, str, wilson).headline == "Too few games (9 of 10)."


def first_moves(wins: int, later: int, **more: str) -> list[dict[str, object]]:
    """Two times sixty games: red wins so many where it moves first, and so many where blue does."""
    return [
        {**row, "first": ("red", "blue")[place % 2], **more,
         "winners": "red" if place // 2 < (wins, later)[place % 2] else "blue"}
        for place, row in enumerate(games(120))
    ]  # fmt: skip


def test_moving_first_of_two_seats_is_one_question() -> None:
    """Counted as two, an effect that was said to show was found in 70 of 100 sets."""
    raw = compare_rates(37, 60, 26, 60).p
    assert raw is not None and 0.025 < raw < 0.05
    block = findings.first_move(first_moves(37, 26), str, wilson)
    assert block.headline == (
        "Moving first goes with +18 points for red (95 % interval +1 to +35, 120 games, adjusted p = .044)."
    )
    assert [round(row[-1], 3) for row in block.rows] == [0.044, 0.044]
    same = findings.first_move(first_moves(31, 29), str, wilson).headline
    assert shown(same) == round(100 * detectable_difference(60, 60))


def test_moving_first_of_three_seats_is_told_with_the_p_of_all_of_them() -> None:
    rows = [
        {**row, "seats": "red,blue,green", "first": ("red", "blue", "green")[place % 3],
         "winners": "red" if place % 3 == 0 and place < 72 or place % 3 and place < 48 else "blue"}
        for place, row in enumerate(games(120))
    ]  # fmt: skip
    block = findings.first_move(rows, str, wilson)
    raw = compare_rates(24, 40, 32, 80).p
    assert raw is not None and raw < 0.05 and block.head[-1] == "Adjusted p"
    adjusted = min(row[-1] for row in block.rows)
    assert adjusted > 0.05 and round(adjusted / raw) in (2, 3)
    assert block.headline.startswith("No effect of moving first stands out: red +20 points (95 %")
    assert f"adjusted p = {adjusted:.2f}".replace("0.", ".") in block.headline


def test_cards_that_were_never_missing_often_enough_are_not_told_as_no_games() -> None:
    rows = [{**row, "dealt:red": "king ace" if place < 7 else "king"} for place, row in enumerate(games(40))]
    assert findings.cards(rows, str, wilson).headline == "Too few games (7 of 10)."


def test_what_a_title_does_not_have_is_no_question_that_needs_more_games() -> None:
    """Brandywine Creek has no cards: "too few games (0 of 20)" stood there, however many there were."""

    def asked(title: str) -> set[str]:
        more = {"title": title, "scenario": "s", "rule": "1", "margin": 1.0, "turns": 3, "reason": ""}
        rows = [{**row, **more, "cards": "[]", "game": str(place)} for place, row in enumerate(games(20))]
        return {each.id for each in every_block(rows, title, str, wilson)}

    assert not asked("brandywine") & {"cards", "uses", "openings"}
    assert {"attacks", "losses"} <= asked("brandywine")
    assert {"cards", "uses", "openings", "attacks"} <= asked("waterloo")
