"""Cards that lie open while their effect lasts, and when they go (5.1)."""

from typing import Any

import pytest

from domain.kernel.seats import Seat
from domain.wellington.arrival.attempts import own_terms
from domain.wellington.events.cards import CardRemoved, EffectEnded, ResourcesGained
from domain.wellington.events.interphase import ReinforcementsRolled
from domain.wellington.events.points import CommandPointsGained
from domain.wellington.facts.world import POWERS, Power, card_id
from domain.wellington.interphase.interphase import EndInterphase
from domain.wellington.interphase.reinforcements import RollReinforcements
from domain.wellington.orders.impulses import EndImpulse, PlayForPoints, TakeFreePoint
from domain.wellington.orders.points import (
    BuildLeader,
    BuildSoldier,
    LeavePoints,
    MoveArmy,
    MoveCounter,
    PlaceFlag,
)
from domain.wellington.playing.lasting import end_with_leader, end_with_turn
from domain.wellington.position.card_changes import battle_value, command_value
from domain.wellington.position.conflict import Attempt, Battle
from domain.wellington.position.control import is_fortress
from domain.wellington.position.state import Lasting, deck
from tests.rules.wellington.answering import dice_of, see_through
from tests.rules.wellington.built_in import LEADERS
from tests.rules.wellington.position import Table, fought, given
from tests.rules.wellington.test_cards_draws import played, targets

BRITAIN, SPAIN, SUD, NORD = map(Seat, ("britain", "spain", "sud", "nord"))
RODRIGO = "ciudad_rodrigo"


def owner(power: Power, number: int, **facts: Any) -> Table:
    """The power is in its impulse and holds the card and another one."""
    hands = {power: (number, 17), **facts.pop("hands", {})}
    return given(power, hands=hands, **facts)


def lies(table: Table, number: int) -> bool:
    return any(each.card == card_id(number) for each in table.state.lasting)


# Leaders ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number, value, command", [(23, 1, 4), (59, 3, 6), (66, 0, 6)])
def test_a_card_on_a_leader_changes_his_values(number: int, value: int, command: int) -> None:
    """Humbugged, the Bravest of the Brave, the Leader's Health on Marmont, a 2-6."""
    table = played(owner("britain", number, leaders_at={"marmont": "salamanca"}), number, "marmont")
    assert (battle_value(table.state, "marmont"), command_value(table.state, "marmont")) == (value, command)


def test_the_bravest_has_a_printed_value_of_one_or_two_whatever_cards_say() -> None:
    """#59."""
    leaders = {each: "salamanca" for each in ("marmont", "soult", "joseph")}
    fooled = (Lasting(card_id(23), "britain", "marmont"),)
    table = owner("nord", 59, leaders_at=leaders, lasting=fooled)
    assert set(targets(table, 59)) == {"marmont", "joseph"}


def test_the_later_card_on_a_leader_prevails() -> None:
    """5.1."""
    brave, ill = Lasting(card_id(59), "nord", "marmont"), Lasting(card_id(66), "spain", "marmont")
    at = {"marmont": "salamanca"}
    assert battle_value(given(leaders_at=at, lasting=(brave, ill), points=1).state, "marmont") == 0
    assert battle_value(given(leaders_at=at, lasting=(ill, brave), points=1).state, "marmont") == 1


def test_a_leader_is_humbugged_to_the_end_of_the_next_impulse_of_his_power() -> None:
    """#23: whoever has an impulse before it."""
    facts: Any = {"hands": {"britain": (17, 1), "nord": (2, 3)}, "leaders_at": {"marmont": "salamanca"}}
    table = given(lasting=(Lasting(card_id(23), "britain", "marmont"),), **facts)
    table.give(PlayForPoints(card_id(17))).quiet().give(LeavePoints()).give(EndImpulse())
    assert lies(table, 23)
    began = (Lasting(card_id(23), "britain", "marmont", begun=("nord",)),)
    table = given("nord", lasting=began, **facts)
    table.give(PlayForPoints(card_id(2))).quiet().give(LeavePoints()).give(EndImpulse())
    assert not lies(table, 23)


def test_the_health_of_a_leader_is_a_matter_of_one_impulse() -> None:
    table = owner("britain", 66, leaders_at={"marmont": "salamanca"}, hands={"nord": (1,)})
    played(table, 66, "marmont")
    assert lies(table, 66)
    table.give(EndImpulse())
    assert not lies(table, 66)


def test_what_lies_on_a_leader_goes_with_him() -> None:
    cards = tuple(Lasting(card_id(n), "nord", "marmont") for n in (23, 59, 106))
    table = given(leaders_at={"marmont": "salamanca"}, lasting=cards, points=1)
    end_with_leader(table.game, "marmont")
    assert len(table.all(EffectEnded)) == 3 and not table.state.lasting


def test_dragoons_ride_with_a_french_leader_for_the_turn() -> None:
    """#106."""
    at = {"marmont": "salamanca", "wellington": RODRIGO}
    table = owner("sud", 106, leaders_at=at)
    assert targets(table, 106) == ["marmont"]
    played(table, 106, "marmont")
    assert battle_value(table.state, "marmont") == LEADERS["marmont"].battle + 1
    end_with_turn(table.game)
    assert not lies(table, 106) and card_id(106) in table.state.played


# The Light Division -------------------------------------------------------------------------------------


def test_the_light_division_gives_its_leader_a_free_point_in_every_british_impulse() -> None:
    """#98, W-25: this one included; to march with him, or for flags that he can reach."""
    at = {"hill": RODRIGO, "beresford": "lisbon"}
    table = owner("britain", 98, leaders_at=at, flags={RODRIGO: "britain"})
    played(table, 98, "hill").give(TakeFreePoint())
    assert {order.leader for order in table.offers(MoveArmy)} == {"hill"}
    assert table.offers(PlaceFlag) and not table.offers(BuildSoldier)
    table.give(LeavePoints())
    assert TakeFreePoint() not in table.menu()


def test_the_light_division_adds_a_die_where_its_leader_fights() -> None:
    for leader, dice in (("hill", 1), ("beresford", 0)):
        at = {"hill": "salamanca", "beresford": "lisbon"}
        division = (Lasting(card_id(98), "britain", leader),)
        plain, with_it = ally_dice(leaders_at=at), ally_dice(leaders_at=at, lasting=division)
        assert with_it == plain + dice


def ally_dice(**facts: Any) -> int:
    """What the Allies roll at Salamanca in the first round."""
    base: dict[str, Any] = {"soldiers_at": {"salamanca": "britain 3 0 0, nord 3 0 0"}}
    battle = Battle("salamanca", "allied", "britain", (RODRIGO,))
    table = fought(battle, **{**base, "flags": {RODRIGO: "britain"}, **facts})
    return dice_of(see_through(table), "allied")[0]


# Atrocities, Portuguese Revolt, General Staff ---------------------------------------------------------------


def test_atrocities_add_a_die_to_the_battles_of_their_player_alone() -> None:
    """#13, C-13."""
    plain = ally_dice()
    assert ally_dice(lasting=(Lasting(card_id(13), "britain"),)) == plain + 1
    assert ally_dice(lasting=(Lasting(card_id(13), "spain"),)) == plain
    assert ally_dice(lasting=(Lasting(card_id(13), "nord"),)) == plain


def test_atrocities_are_discarded_at_the_end_of_the_turn() -> None:
    table = played(owner("britain", 13), 13)
    end_with_turn(table.game)
    assert card_id(13) in table.state.discards


def test_in_a_portuguese_revolt_britain_builds_outside_portugal_alone() -> None:
    table = given(points=20, lasting=(Lasting(card_id(17), "sud"),))
    places = {order.duchy for order in (*table.offers(BuildSoldier), *table.offers(BuildLeader))}
    assert places == {"gibraltar", "portsmouth"}
    end_with_turn(table.game)
    assert table.all(CardRemoved) == [CardRemoved(card_id(17))]


def test_the_general_staff_gives_two_points_to_march_or_build_and_a_resource() -> None:
    """#25, C-25."""
    table = owner("britain", 25, leaders_at={"hill": RODRIGO}, soldiers_at={RODRIGO: "britain 1 0 0"})
    played(table, 25)
    assert table.all(ResourcesGained) == [ResourcesGained("britain", 1)]
    assert table.all(CommandPointsGained)[-1].amount == 2
    kinds = {type(order) for order in table.menu()}
    assert {MoveArmy, MoveCounter, BuildSoldier, LeavePoints} <= kinds and PlaceFlag not in kinds


# The Hasty Fort -------------------------------------------------------------------------------------------


def test_a_hasty_fort_makes_an_own_duchy_a_fortress_of_strength_two() -> None:
    table = owner("britain", 37)
    assert "coimbra" in targets(table, 37) and "avila" not in targets(table, 37)
    played(table, 37, "coimbra")
    assert is_fortress(table.state, "coimbra")


def test_there_is_one_hasty_fort() -> None:
    """C-37."""
    assert not targets(owner("britain", 37, hasty_fort="coimbra"), 37)


# The Other Wellesley ----------------------------------------------------------------------------------------


ROLLED = "ReinforcementsRolled"


def reinforced(power: Power, first: tuple[Power, ...]) -> list[str]:
    """What happens when the power has played #72 and these powers roll for reinforcements."""
    table = played(owner(power, 72), 72)
    assert lies(table, 72)
    rolls = [RollReinforcements(each, (each,)) for each in first]
    after = given(None, lasting=table.state.lasting, then=rolls, reinforcements=dict.fromkeys(POWERS, 0))
    both = (ReinforcementsRolled, CardRemoved)
    return [type(each).__name__ for each in after.game.events if isinstance(each, both)][:3]


@pytest.mark.parametrize("order", [("britain", "spain"), ("spain", "britain")])
def test_the_other_wellesley_of_an_ally_leaves_after_both_rolls(order: tuple[Power, ...]) -> None:
    """#72."""
    assert reinforced("spain", order) == [ROLLED, ROLLED, "CardRemoved"]


def test_the_other_wellesley_of_a_frenchman_leaves_after_the_british_roll() -> None:
    assert reinforced("nord", ("britain", "spain")) == [ROLLED, "CardRemoved", ROLLED]


# All the Emperor's Horses ---------------------------------------------------------------------------------


def a_french_try() -> Attempt:
    return Attempt("interception", "nord", ("valladolid", "salamanca"), (), "marmont")


def test_all_the_emperors_horses_take_a_french_card_out_of_the_game_and_slow_the_french_for_good() -> None:
    """#85, C-85."""
    table = owner("britain", 85, hands={"nord": (102, 1)}, leaders_at={"marmont": "valladolid"})
    assert set(targets(table, 85)) == {"the_hussars", "the_dragoons"}
    played(table, 85, "the_hussars")
    assert table.state.hands["nord"] == (card_id(1),) and card_id(102) in table.state.removed
    assert own_terms(table.state, a_french_try())["horses_lost"] == -1
    end_with_turn(table.game)
    assert lies(table, 85)


def test_they_take_even_a_card_that_is_in_play() -> None:
    horses = (Lasting(card_id(106), "nord", "marmont"),)
    table = owner("britain", 85, lasting=horses, leaders_at={"marmont": "valladolid"})
    played(table, 85, "the_dragoons")
    assert battle_value(table.state, "marmont") == LEADERS["marmont"].battle


def test_the_horses_come_back_into_the_deck_and_their_second_ride_slows_nobody_further() -> None:
    ridden: Any = {"for_good": (card_id(85),), "removed": (card_id(102),)}
    table = owner("britain", 85, leaders_at={"marmont": "valladolid"}, **ridden)
    assert targets(table, 85) == ["the_dragoons"]
    played(table, 85, "the_dragoons")
    assert own_terms(table.state, a_french_try())["horses_lost"] == -1
    rest = given(None, lasting=table.state.lasting, then=[EndInterphase()], hands={})
    assert card_id(85) in deck(rest.state)


def test_the_leader_of_a_card_is_chosen_among_those_on_the_map() -> None:
    assert not targets(owner("britain", 66), 66)
    assert not targets(owner("britain", 98), 98)
