"""Ends of the game and victory points (18, 19): EX-42 to EX-44, EX-54, EX-55, EX-P8."""

import pytest
from msgspec.structs import replace

from domain.bots.playing import opening
from domain.kernel.seats import Seat
from domain.wellington.ending.ending import check, finish
from domain.wellington.ending.victory import (
    parts,
    points,
    result,
    spanish_bonus,
    winners,
    winning_side,
)
from domain.wellington.events.endings import ConquestRolled, GameEnded, PeaceRolled, VictoryScored
from domain.wellington.events.points import FlagPlaced
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import POWERS_OF, SEATINGS, SIDE_OF, Power
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import Lasting, State, changed
from domain.wellington.sequence.endturn import Conquest, Peace
from domain.wellington.title import WELLINGTON
from tests.rules.wellington.built_in import DUCHIES
from tests.rules.wellington.position import FOUR, TWO, given, position

ALLIES_SPLIT = SEATINGS[2]
SPANISH_KEYS, PORTUGUESE_KEYS, FRANCE = (
    FACTS.map.spanish_keys, FACTS.map.portuguese_keys, FACTS.map.french,
)  # fmt: skip
NO_PEACE = Lasting("war_without_end", "spain")


def flagged(power: Power, *duchies: str) -> dict[str, Power]:
    """Flags that give these duchies to the power: none where its own colour shows."""
    return {duchy: power for duchy in duchies if DUCHIES[duchy].controller != power}


def over(**facts: object) -> GameEnded:
    """How the game ends at once in this position."""
    table = given(hands={"britain": (1, 2)}, points=2, **facts)  # type: ignore[arg-type]
    assert table.decision is None and table.game.agenda == []
    (ended,) = table.all(GameEnded)
    return ended


def goes_on(**facts: object) -> bool:
    table = given(hands={"britain": (1, 2)}, points=2, **facts)  # type: ignore[arg-type]
    return table.prompt == "spend_point" and not table.all(GameEnded)


# Immediate ends ---------------------------------------------------------------------------------


def test_the_french_win_when_the_allies_hold_no_spanish_key() -> None:
    ended = over(flags=flagged("nord", "valencia", "cartagena", "cadiz", "oviedo"))
    assert (ended.cause, ended.side) == ("conquest_of_spain", "french")
    assert goes_on(flags=flagged("nord", "valencia", "cartagena", "cadiz"))


def test_the_allies_win_when_the_french_hold_no_spanish_key() -> None:
    ended = over(flags=flagged("spain", *SPANISH_KEYS))
    assert (ended.cause, ended.side) == ("liberation_of_spain", "allied")
    assert goes_on(flags=flagged("spain", *(key for key in SPANISH_KEYS if key != "barcelona")))


def test_an_allied_formation_in_the_last_french_key_liberates_spain_unless_it_is_a_fortress() -> None:
    but_madrid = flagged("spain", *(key for key in SPANISH_KEYS if key != "madrid"))
    assert over(flags=but_madrid, soldiers_at={"madrid": "britain 1 0 0"}).side == "allied"
    but_badajoz = flagged("spain", *(key for key in SPANISH_KEYS if key != "badajoz"))
    assert goes_on(flags=but_badajoz, soldiers_at={"badajoz": "britain 1 0 0"})


def test_without_a_french_duchy_in_france_the_allies_win() -> None:
    ended = over(flags=flagged("britain", "madrid", *FRANCE))
    assert (ended.cause, ended.side) == ("conquest_of_france", "allied")


@pytest.mark.parametrize(("die", "cause", "side"), [(5, "conquest_roll", "french"),
                                                    (4, "conquest_of_france", "allied")])  # fmt: skip
def test_a_french_madrid_rolls_once_for_spain_before_france_is_lost(die: int, cause: str, side: str) -> None:
    ended = over(flags=flagged("britain", *FRANCE), seats=TWO, dice=[[die]])
    assert (ended.cause, ended.side) == (cause, side)


def test_portugal_is_conquered_with_eight_spanish_keys_and_madrid() -> None:
    ended = over(flags=flagged("sud", *PORTUGUESE_KEYS))
    assert (ended.cause, ended.side) == ("conquest_of_portugal", "french")
    assert goes_on(flags=flagged("sud", *PORTUGUESE_KEYS) | flagged("spain", "madrid"))
    four_lost = flagged("spain", "zaragoza", "burgos", "salamanca", "granada")
    assert goes_on(flags=flagged("sud", *PORTUGUESE_KEYS) | four_lost)


def test_no_game_ends_while_a_battle_is_under_way() -> None:
    table = given(hands={"britain": (1, 2)}, points=2)
    battle = Battle("madrid", "allied", "britain")
    table.game.state = position(flags=flagged("spain", *SPANISH_KEYS), battles=(battle,))
    assert not check(table.game)
    table.game.state = changed(table.state, battles=())
    assert check(table.game)


def test_a_spanish_player_has_a_guerrilla_phase_before_an_allied_victory_is_counted() -> None:
    flags = flagged("spain", *SPANISH_KEYS)
    table = given(hands={"britain": (1, 2)}, points=2, flags=flags)
    assert {event.means for event in table.all(FlagPlaced)} == {"guerrilla"}
    assert not given(hands={"britain": (1, 2)}, points=2, flags=flags, seats=TWO).all(FlagPlaced)


# The roll for Spain, peace, the last year -------------------------------------------------------


def french_keys(count: int) -> dict[str, Power]:
    """Madrid and other Spanish keys, so many in all, are French; the rest is Spanish."""
    keys = ["madrid", *(key for key in SPANISH_KEYS if key != "madrid")]
    french = {key: "nord" for key in keys[:count] if SIDE_OF[DUCHIES[key].controller] != "french"}
    return {**french, **flagged("spain", *keys[count:])}  # type: ignore[dict-item]


@pytest.mark.parametrize(("keys", "needs"), [(5, 7), (7, 6), (9, 5), (12, 4)])
def test_the_roll_for_spain_adds_one_for_three_keys(keys: int, needs: int) -> None:
    for die in range(1, 7):
        table = given(active=None, flags=french_keys(keys), dice=[[die]], then=[Conquest()])
        assert bool(table.all(GameEnded)) == (die >= needs)


def test_war_without_end_makes_the_roll_for_spain_harder() -> None:
    for die, succeeds in ((5, False), (6, True)):
        table = given(active=None, flags=french_keys(9), dice=[[die]], lasting=(NO_PEACE,), then=[Conquest()])
        assert table.all(ConquestRolled)[0] == ConquestRolled("nord", die, 3, 9, succeeds)


def test_only_a_french_power_in_madrid_rolls_for_spain() -> None:
    table = given(active=None, flags=flagged("spain", "madrid"), then=[Conquest()], year=1814)
    assert not table.all(ConquestRolled)


def test_a_six_is_peace_and_victory_points_decide() -> None:
    table = given(active=None, dice=[[6]], then=[Peace()])
    assert table.all(PeaceRolled) == [PeaceRolled(6, True)]
    assert table.all(GameEnded)[0].cause == "peace" and table.decision is None


def test_there_is_no_roll_for_peace_in_a_year_of_war_without_end() -> None:
    table = given(active=None, lasting=(NO_PEACE,), then=[Peace()])
    assert not any(event.purpose == "peace" for event in table.game.events if hasattr(event, "purpose"))


def test_the_last_year_ends_the_game() -> None:
    table = given(active=None, year=1814)
    assert table.decision is None
    assert [event.power for event in table.all(VictoryScored)] == ["britain", "sud", "spain", "nord"]
    assert table.all(GameEnded)[0].cause in ("last_year", "conquest_roll")


# Victory points ---------------------------------------------------------------------------------


def test_keys_madrid_twice_and_half_a_point_for_a_resource() -> None:
    state = position(flags=flagged("spain", "ciudad_rodrigo"), resources={"nord": 3})
    found = parts(state, "nord")
    assert found["keys"] == 8 and found["resources"] == 1.5


def test_an_uncontrolled_key_scores_for_nobody() -> None:
    free, taken = position(), position(soldiers_at={"madrid": "spain 1 0 0"})
    assert points(free)["nord"] - points(taken)["nord"] == 2
    assert points(free)["spain"] == points(taken)["spain"]


def test_every_event_in_debt_costs_a_point() -> None:
    owed: dict[Power, dict[str, int]] = {"britain": {"canada_invaded": 3}, "sud": {}, "spain": {}, "nord": {}}
    assert points(position(debts=owed))["britain"] == points(position())["britain"] - 1


@pytest.mark.parametrize(("year", "score"), [(1812, 4), (1813, 5), (1814, 6)])
def test_french_duchies_score_by_the_year(year: int, score: int) -> None:
    nord = [duchy for duchy in DUCHIES if DUCHIES[duchy].controller == "nord"]
    state = position(flags=flagged("spain", *nord[: len(nord) - 20]), year=year)
    assert parts(state, "nord")["duchies"] == score


def test_an_unbroken_home_scores_four_in_the_last_year() -> None:
    assert parts(position(year=1814), "sud")["home"] == 4
    assert "home" not in parts(position(year=1813), "sud")
    assert "home" not in parts(position(year=1814, flags=flagged("spain", "tarbes")), "sud")


def test_lisbon_and_gibraltar_are_prizes_of_the_french() -> None:
    assert parts(position(flags=flagged("sud", "lisbon", "gibraltar")), "sud")["prizes"] == 2


def held_by_french(count: int, **facts: object) -> State:
    flags: dict[str, Power] = {}
    for number, duchy in enumerate(FACTS.map.spanish):
        power: Power = "nord" if number < count else "spain"
        if DUCHIES[duchy].controller != power:
            flags[duchy] = power
    return position(flags=flags, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(("count", "vp"), [(0, 6), (4, 5), (8, 4), (14, 2), (19, 1), (20, 0)])
def test_the_spanish_bonus_falls_with_the_duchies_that_the_french_hold(count: int, vp: int) -> None:
    assert spanish_bonus(held_by_french(count, seats=FOUR)) == vp
    assert spanish_bonus(held_by_french(count, seats=TWO)) == 0


# Who has won ------------------------------------------------------------------------------------


def level(state: State) -> State:
    """The same position, with debts of Britain or of Sud that make the two sides equal."""
    score = points(state)
    lead = sum(score[power] * (1 if SIDE_OF[power] == "french" else -1) for power in score)
    assert lead == int(lead)
    debtor: Power = "sud" if lead > 0 else "britain"
    debts = {**state.debts, debtor: {f"event {number}": 1 for number in range(abs(int(lead)))}}
    return changed(state, debts=debts)


def test_a_tie_goes_to_the_spanish_bonus_then_to_resources_then_to_the_french() -> None:
    assert winning_side(level(held_by_french(19, seats=FOUR))) == "allied"
    assert winning_side(level(held_by_french(20, seats=FOUR))) == "french"
    assert winning_side(level(held_by_french(19, seats=TWO))) == "french"
    assert winning_side(level(held_by_french(30, seats=TWO, resources={"spain": 2}))) == "allied"


def test_of_two_players_of_the_side_the_one_with_more_points_wins_then_the_later_one() -> None:
    state = position(seats=FOUR)
    score: dict[Power, float] = {"britain": 5, "spain": 4, "sud": 7, "nord": 7}
    assert winners(state, "allied", score) == ("britain",)
    assert winners(state, "french", score) == ("nord",)
    assert winners(state, "allied", {**score, "spain": 5}) == ("spain",)
    assert winners(position(seats=TWO), "allied", score) == ("allied",)


def test_the_spanish_bonus_counts_in_an_allied_victory_only() -> None:
    table = given(active=None, seats=ALLIES_SPLIT, year=1812, then=[])
    table.game.state = held_by_french(8, seats=ALLIES_SPLIT)
    before = points(table.state)
    finish(table.game, "liberation_of_spain", "allied")
    assert table.state.scores["spain"] == before["spain"] + 4
    table.game.state = held_by_french(8, seats=ALLIES_SPLIT)
    finish(table.game, "conquest_roll", "french")
    assert table.state.scores["spain"] == before["spain"]


def test_the_result_names_winners_rule_and_the_points_of_the_sides() -> None:
    table = given(active=None, dice=[[6]], then=[Peace()])
    found = result(table.state)
    assert found is not None and found.rule == "18.7" and result(position()) is None
    score = points(table.state)
    assert found.scores == {
        side: sum(score[power] for power in POWERS_OF[side])
        for side in ("allied", "french")  # type: ignore[index]
    }
    assert found.winners == (Seat("nord"),)


# Whole games counted by hand (19) ---------------------------------------------------------------

THE_FALL_OF_1813 = {
    **flagged("spain", "ciudad_rodrigo", "lumbrales", "almaraz"),
    **flagged("spain", "badajoz", "sevilla", "cordoba", "granada", "malaga", "jaen"),
    **flagged("spain", "don_benito", "caceres", "ciudad_real"),
    **flagged("sud", "valencia", "castellon"),
}
HELD_IN_1814 = ("san_sebastian", "pamplona", "barcelona", "gerona", "tarragona")
THE_END_OF_1814 = {
    **flagged("spain", *(duchy for duchy in FACTS.map.spanish if duchy not in HELD_IN_1814)),
    **flagged("britain", "madrid", "zaragoza", "burgos", "salamanca", "ciudad_rodrigo", "badajoz", "sevilla"),
}
"""The French hold France and five duchies of Spain, Britain the keys that it has freed."""
BIDDERS: dict[Seat, tuple[Power, ...]] = {
    Seat("player_1"): ("spain",),
    Seat("player_2"): ("sud", "nord"),
    Seat("player_3"): ("britain",),
}


def ended(year: int, flags: dict[str, Power], **facts: object) -> tuple[list[float], GameEnded]:
    """The points of Britain, Sud, Spain and Nord, and how the game ended: by peace, or with the last year."""
    dice = [] if year == 1814 else [[6]]
    table = given(active=None, year=year, flags=flags, dice=dice, then=[Peace()], **facts)  # type: ignore[arg-type]
    (over,) = table.all(GameEnded)
    return [event.points for event in table.all(VictoryScored)], over


def test_peace_at_the_end_of_1812_with_nothing_changed() -> None:
    """Nord: 7 keys, Madrid twice, 24 duchies; Sud: 7 keys, 19 duchies."""
    for seats, winner in zip(SEATINGS, ("nord", "nord", "french", "french"), strict=True):
        points_of, over = ended(1812, {}, seats=seats)
        assert points_of == [5, 10, 4, 13]
        assert (over.cause, over.side, over.winners) == ("peace", "french", (Seat(winner),))


def test_peace_at_the_end_of_1813_with_resources_and_a_debt() -> None:
    """Nord: 7 keys, Madrid twice, 21 duchies; Sud: 4 keys, 12 duchies; half a point for a Resource."""
    debts: dict[Power, dict[str, int]] = {"britain": {}, "sud": {"russian_front": 2}, "spain": {}, "nord": {}}
    points_of, over = ended(1813, THE_FALL_OF_1813, resources={"britain": 3, "spain": 1}, debts=debts)
    assert points_of == [6.5, 4 + 3 - 1, 8.5, 8 + 5]
    assert over.side == "french" and over.winners == ("nord",)


def test_the_allies_win_1814_by_a_point_and_the_better_of_two_allies_alone() -> None:
    """19 against 18; the Spanish bonus of 4 for five French duchies is not enough for Spain."""
    for seats, spain, winner in zip(SEATINGS, (10, 6, 10, 6), ("britain", "allied") * 2, strict=True):
        points_of, over = ended(1814, THE_END_OF_1814, seats=seats)
        assert points_of == [13, 9, spain, 9]
        assert (over.cause, over.side, over.winners) == ("last_year", "allied", (Seat(winner),))


def test_of_two_equal_allies_spain_wins_as_the_later_one() -> None:
    """19.5: with six Resources Spain has 13 too."""
    points_of, over = ended(1814, THE_END_OF_1814, resources={"spain": 6})
    assert points_of == [13, 9, 13, 9] and over.winners == ("spain",)


def test_a_tie_in_1814_is_won_by_the_spanish_player_s_bonus_or_else_by_resources() -> None:
    """R-104: 19 each, the French have two Resources more."""
    for seats, side, winner in zip(
        SEATINGS, ("allied", "french") * 2, ("britain", "nord", "britain", "french"), strict=True
    ):
        _, over = ended(1814, THE_END_OF_1814, seats=seats, resources={"nord": 2})
        assert (over.side, over.winners) == (side, (Seat(winner),))


def test_players_who_have_bid_win_by_the_powers_that_they_took() -> None:
    """R-7: one holds both French powers; Spain has a player of its own."""
    facts = {"seats": tuple(BIDDERS), "players": BIDDERS}
    assert ended(1812, {}, **facts)[1].winners == ("player_2",)
    assert ended(1814, THE_END_OF_1814, **facts)[1].winners == ("player_3",)
    assert ended(1814, THE_END_OF_1814, resources={"spain": 6}, **facts)[1].winners == ("player_1",)


def test_points_given_to_the_allies_count_where_sides_are_compared_and_for_no_power() -> None:
    state = level(held_by_french(19, seats=TWO))
    assert winning_side(state) == "french"
    given_one = changed(state, allied_gift=1)
    assert winning_side(given_one) == "allied" and points(given_one) == points(state)
    opened = replace(opening(WELLINGTON, "1813", TWO, b"", ""), options={"handicap": "allied_10"})
    assert WELLINGTON.set_up(opened)[0].allied_gift == 10
    assert WELLINGTON.set_up(replace(opened, options={}))[0].allied_gift == 0
