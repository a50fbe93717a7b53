"""What is said of who wins, when games end and what would make them even."""


from projections.title_facts import facts_of
from projections.winning import result_columns
from replays.always_valid import always_valid
from replays.balance_findings import ends, handicap
from replays.findings import balance, luck


def row(number, winner, turn=5, margin=None, **more):
    """A finished game of two recruits."""
    margin = margin if margin is not None else {"french": 2.0, "coalition": -2.0}.get(winner, 0.0)
    return {
        "game": f"g{number}", "title": "waterloo", "scenario": "long", "seats": "french,coalition",
        "seats_kind": "bots", "players": "recruit,recruit", "winners": winner, "turns": turn,
        "first_side": "french", "margin": margin, "rule": "13", "reason": "", "orders": 50, "luck_z": 0.1,
        **more,
    }  # fmt: skip


def evenly(number, turn=lambda place: 5):
    return [row(i, ("french", "coalition")[i % 2], turn(i)) for i in range(number)]


def test_when_games_end_is_not_known_where_most_are_open_yet():
    early = evenly(20, lambda place: 2)
    assert ends(early, str, [5] * 100).headline == (
        "Of 20 games that are over and 100 that are not: by when half of such games end is not known yet; "
        "17 % do by turn 2."
    )
    assert ends(early, str, [5] * 10).headline == (
        "Of 20 games that are over and 10 that are not: half of such games end by turn 2; by when nine of "
        "ten do is not known yet."
    )
    late = evenly(40, lambda place: 2 + place % 5)
    assert ends(late, str, [3, 3]).headline == (
        "Of 40 games that are over and 2 that are not: half of such games end by turn 4, nine of ten by "
        "turn 6."
    )
    assert ends(late, str).headline == (
        "Half of 40 games are over by turn 4, nine of ten by turn 6; 80 % end before turn 6."
    )
    assert ends(evenly(20), str).headline == "All of 20 games end in turn 5.", "the scenario may have more"
    assert "non si sa ancora" in ends(early, str, [5] * 100, "it").headline


def test_all_games_drawn_are_told_as_drawn():
    drawn = [row(i, "draw") for i in range(25)]
    assert balance(drawn, str, always_valid).headline == (
        "No side stands out in games between recruit computers: all 25 games were drawn."
    )
    assert "tutte le 25 partite" in balance(drawn, str, always_valid, "it").headline
    assert handicap(drawn, str).headline == (
        "Too few games that somebody won and nobody gave up (0 of 20)."
    )


def test_a_game_with_as_much_luck_on_either_side_is_a_game_and_one_without_rolls_is_none():
    even = [row(i, "french", luck_z=0.0) for i in range(25)]
    assert luck(even, str, always_valid).headline.startswith("Luck is as even as it should be")
    assert luck([row(i, "french", luck_z=None) for i in range(25)], str, always_valid).games == 0
    sides = {"french": ("french",), "coalition": ("coalition",)}
    for lucks, expected in (({}, None), ({"french": (0.0, 2.0), "coalition": (0.0, 2.0)}, 0.0)):
        assert result_columns(facts_of("waterloo"), sides, ("french",), {}, lucks)["luck_z"] == expected
