"""What is said of who wins, when games end and what would make them even."""


from replays.balance_findings import ends


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
        "Half of 40 games are over by turn 4, nine of ten by turn 6; 80 % end before the last turn."
    )
    assert "non si sa ancora" in ends(early, str, [5] * 100, "it").headline
