"""What a reader of chapters 10 to 13 and 16 to 19 found untested: fights, groups of two powers, ends."""

from domain.kernel.chance import Rolled
from domain.kernel.seats import Seat
from domain.wellington.conflict import Battle
from domain.wellington.endturn import Attrition, RaiseFlags
from domain.wellington.events.battle import FormationRetreated
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import FlagPlaced
from domain.wellington.orders.answers import RemoveSoldier
from domain.wellington.orders.battle import RetreatAll
from tests.rules.wellington.position import FOUR, fought, given

GROUP = {"wellington": "leon", "de_espana": "leon"}
"""A British and a Spanish army in one duchy."""


# Retreats (11.6) --------------------------------------------------------------------------------


def test_beaten_attackers_from_several_duchies_all_go_where_the_active_player_says() -> None:
    """11.62, R-65: he picks one of the origins for the whole side."""
    battle = Battle("salamanca", "allied", "britain", ("ciudad_rodrigo", "lumbrales"))
    table = fought(
        battle,
        dice=[[1] * 5, [5] + [1] * 7],
        soldiers_at={"salamanca": "britain 2 0 0, spain 2 0 0, nord 6 0 0"},
        flags={"ciudad_rodrigo": "spain", "lumbrales": "spain"},
        seats=FOUR,
    )
    assert table.prompt == "retreat" and table.seats == (Seat("britain"),)
    table.give(RetreatAll("britain", "lumbrales"))
    assert [(went.power, went.to) for went in table.all(FormationRetreated)] == [
        ("britain", "lumbrales"),
        ("spain", "lumbrales"),
    ]


# Groups of two powers ---------------------------------------------------------------------------


def test_the_commanders_power_rolls_and_chooses_for_a_group_at_the_end_of_the_turn() -> None:
    """R-81: unevenly if it likes."""
    table = given(
        active=None,
        leaders_at=GROUP,
        soldiers_at={"leon": "britain 3 0 0, spain 2 0 0"},
        dice=[[6, 6, 1, 1, 1, 1, 1]],
        then=[Attrition()],
    )
    assert [event.seat for event in table.all(Rolled)] == [Seat("britain")]
    assert table.prompt == "remove_soldier" and table.seats == (Seat("britain"),)
    table.give(RemoveSoldier("spain", "leon")).give(RemoveSoldier("spain", "leon"))
    assert [event.power for event in table.all(LossesTaken)[:2]] == ["spain", "spain"]


def test_a_group_left_in_an_uncontrolled_duchy_flags_for_its_commanders_power() -> None:
    """4.3, 9.62, R-32: though Britain comes first in impulse order."""
    soldiers_at = {"leon": "britain 1 0 0, spain 3 0 0"}
    table = given(active=None, leaders_at=GROUP, soldiers_at=soldiers_at, then=[RaiseFlags()])
    assert table.all(FlagPlaced)[0].power == "spain"
