"""Who is said to win, and who to be ahead of whom."""

from replays.always_valid import always_valid
from replays.balance_findings import judges
from replays.ratings import Name
from replays.several_questions import clearest
from replays.standing_findings import head_to_head, luck_of, standings


def met(*meetings):
    """The games of two people: (one, other, won by the one, won by the other, drawn)."""
    rows = []
    for one, other, won, lost, *drawn in meetings:
        for winner in ["french"] * won + ["coalition"] * lost + ["draw"] * sum(drawn):
            rows.append({
                "game": f"{len(rows)}", "title": "waterloo", "seats": "french,coalition",
                "seats_kind": "people", "players": f"{one},{other}", "player:french": one,
                "player:coalition": other, "kind:french": "person", "kind:coalition": "person",
                "winners": winner,
            })  # fmt: skip
    return rows


def said(block, rows, language="en"):
    names = {Name("person", each): each.title() for row in rows for each in row["players"].split(",")}
    return block(rows, "waterloo", names, language)


def test_the_clearest_pair_is_the_one_with_the_smallest_p_and_not_the_one_that_met_most():
    others = ((f"e{i}", f"f{i}", 3, 3) for i in range(8))
    rows = met(("anna", "bruno", 10, 10), ("carla", "dario", 5, 0), *others)
    assert "clearest are Carla and Dario: 5 to 0 in 5 games" in said(head_to_head, rows).headline


def test_nobody_is_clearest_where_everybody_won_as_often_as_whom_he_met():
    for rows in (met(("anna", "bruno", 0, 0, 6)), met(("anna", "bruno", 3, 3), ("carla", "dario", 0, 0, 5))):
        assert said(head_to_head, rows).headline.startswith(
            "Nobody is ahead of anybody: of every two who met 5 times or more, "
            "one has won as often as the other, as Anna and Bruno: "
        )
        assert said(head_to_head, rows, "it").headline.startswith("Nessuno è davanti a un altro:")


def test_who_leads_is_said_of_those_with_enough_games_with_ties_and_without_draws():
    rows = met(("anna", "bruno", 3, 3), ("carla", "dario", 3, 0))
    found = said(standings, rows)
    assert found.headline.startswith(
        "Anna, Bruno lead those with 5 games or more: each has won 3 of 6 decided games, 50 % (95 % interval "
    )
    clear = said(standings, met(("anna", "bruno", 5, 1, 2)))
    assert clear.headline.startswith(
        "Anna leads those with 5 games or more: 5 of 6 decided games won, 83 % (95 % interval "
    )
    assert clear.rows[0][:5] == ("Anna", 8, 5, 2, 5 / 6), "draws count for neither"


def test_nobody_leads_where_all_games_were_drawn():
    found = said(standings, met(("anna", "bruno", 0, 0, 6)))
    assert found.headline == "Nobody with 5 games or more has won one yet."
    assert [row[4:] for row in found.rows] == [(None, None, None)] * 2


def judged(bot, won, games):
    return [
        {**row, "game": f"{bot}{place}", "players": f"{bot},{bot}", "seats_kind": "bots",
         **{f"player:{seat}": bot for seat in ("french", "coalition")},
         **{f"kind:{seat}": "bot" for seat in ("french", "coalition")}}
        for place, row in enumerate(met(("x", "y", won, games - won)))
    ]  # fmt: skip


def test_the_judges_that_are_told_are_those_that_differ_most():
    rows = [*judged("recruit", 12, 24), *judged("veteran", 11, 22), *judged("marshal", 14, 20)]
    assert "(20 points apart, " in judges(rows, str, always_valid).headline


def test_of_equal_p_the_largest_difference_is_the_clearest():
    assert clearest([1.0, 0.4, 0.4], [0.9, 0.1, -0.3]) == 2


def test_the_unluckiest_game_is_the_one_with_the_smallest_share_of_its_own_scenario():
    """A game of one scenario may have less luck in standard deviations and a greater share than another."""
    rows = met(("ada", "bruno", 5, 0))
    for place, (row, z) in enumerate(zip(rows, (-1.0, -0.9, 0.0, 0.9, 1.0), strict=True)):
        row |= {"scenario": "wild" if place in (0, 4) else "calm", "luck_z": z, "first_side": "french",
                "name": f"game {place}"}  # fmt: skip
    reference = {
        name: [each / part for each in range(-100, 100)] for name, part in (("wild", 10), ("calm", 100))
    }
    block = luck_of(rows, Name("person", "ada"), reference)
    shares = [round(100 * share) for *_, share in block.rows]
    assert shares[0] > min(shares) and shares[-1] < max(shares)
    assert f"from {min(shares)} % in the unluckiest to {max(shares)} % in the luckiest" in block.headline
