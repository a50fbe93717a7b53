"""Events that place soldiers or take them away, and the mandatory cards (5.8, 5.11, C-M, C-P)."""

from typing import Any

from domain.kernel.chance import Rolled
from domain.kernel.seats import Seat
from domain.wellington.events.battle import BattleBegan
from domain.wellington.events.cards import CardCancelled, CardsReturned, DeckShuffled, ResourcesLost
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import FlagPlaced
from domain.wellington.facts.world import Power, card_id
from domain.wellington.interphase.reinforcements import appeal_modifier
from domain.wellington.orders.answers import Choose, ProposeLosses, RemoveSoldier, Respond
from domain.wellington.orders.arrival import StandFast
from domain.wellington.orders.impulses import PlayEvent, PlayForPoints
from domain.wellington.position.state import Lasting, reserve, sp_of
from tests.rules.wellington.answering import dice_of, see_through
from tests.rules.wellington.built_in import DUCHIES
from tests.rules.wellington.position import Table, given
from tests.rules.wellington.test_cards_draws import played, targets

BRITAIN, SPAIN, SUD, NORD = map(Seat, ("britain", "spain", "sud", "nord"))
EAGLES = card_id(86)


def owner(power: Power, number: int, **facts: Any) -> Table:
    """The power is in its impulse and holds the card and another one."""
    hands = {power: (number, 17), **facts.pop("hands", {})}
    return given(power, hands=hands, **facts)


def stand(table: Table) -> Table:
    """The French stand fast, and the battle is fought without further cards."""
    while table.quiet().prompt == "answer_arrival":
        table.give(StandFast())
    return see_through(table)


# Placing --------------------------------------------------------------------------------------------


def test_the_next_class_is_called_up_in_a_friendly_national_duchy() -> None:
    """#47, C-47: of the power whose national duchy it is."""
    table = owner("britain", 47)
    assert {"lisbon", "cadiz"} <= set(targets(table, 47)) and "burgos" not in targets(table, 47)
    played(table, 47, "cadiz")
    assert sp_of(table.state, "cadiz", "spain") == 4 and not sp_of(table.state, "cadiz", "britain")


def test_a_class_called_up_in_a_besieged_fortress_attacks_the_besieger() -> None:
    """#47, 6.3, C-P: the fortress is under control, so soldiers come; who is placed attacks."""
    table = owner("spain", 47, track="spain", soldiers_at={"valencia": "sud 1 0 0"})
    stand(played(table, 47, "valencia"))
    battle = table.all(BattleBegan)[0].battle
    assert battle.duchy == "valencia" and battle.attacker == "allied"


def test_a_french_power_that_lost_its_own_duchies_calls_up_its_class_in_those_of_the_other() -> None:
    """#47, 6.3, R-29."""
    lost = {duchy: "britain" for duchy, fact in DUCHIES.items() if fact.home == "nord"}
    table = played(owner("nord", 47, track="nord", flags=lost), 47, "toulouse")
    assert {order.option for order in table.offers(Choose)} == {"sud", "nord"}
    table.give(Choose(card_id(47), "nord")).quiet()
    assert sp_of(table.state, "toulouse", "nord") == 4


def test_german_conscripts_come_to_an_own_national_duchy() -> None:
    table = owner("nord", 101)
    place = targets(table, 101)[0]
    assert DUCHIES[place].home == "nord"
    played(table, 101, place)
    assert sp_of(table.state, place, "nord") == 4


def test_there_are_no_german_conscripts_after_the_russian_front() -> None:
    assert not targets(owner("nord", 101, removed=(card_id(4),)), 101)


def test_soldiers_placed_by_a_card_may_be_intercepted() -> None:
    """R-40."""
    table = owner("britain", 47, soldiers_at={"fuentes_de_onoro": "nord 3 0 0"},
                  leaders_at={"marmont": "fuentes_de_onoro"}, flags={"fuentes_de_onoro": "nord"},
                  hands={"nord": (1,)})  # fmt: skip
    played(table, 47, "abrantes")
    assert table.prompt == "answer_arrival" and table.seats == (NORD,)


def test_the_fatherland_is_in_danger_when_allies_stand_beside_a_french_key() -> None:
    table = owner("sud", 20)
    assert not targets(table, 20)
    table = owner("sud", 20, soldiers_at={"san_sebastian": "britain 1 0 0"})
    played(table, 20)
    while table.prompt != "play_impulse":
        table.give(table.menu()[-1]) if table.prompt != "respond" else table.quiet()
    assert table.state.resources["sud"] == table.state.resources["nord"] == 1
    france = [duchy for duchy, fact in DUCHIES.items() if fact.region == "france"]
    assert sum(sp_of(table.state, duchy, "nord") + sp_of(table.state, duchy, "sud") for duchy in france) > 1
    assert card_id(20) in table.state.removed


def test_the_eagles_come_south_with_cards_and_four_strength_points_for_each_power() -> None:
    """#86, C-86: the Young Guard does not come back after the Emperor Calls."""
    table = owner("sud", 86, hands={"nord": (1,)}, played=(card_id(100),),
                  removed=(card_id(38), card_id(99), card_id(106)))  # fmt: skip
    played(table, 86)
    (back,) = table.all(CardsReturned)
    assert set(back.cards) == {card_id(100), card_id(106)}
    assert [len(table.state.hands[power]) for power in ("sud", "nord")] == [2, 2]
    for power in ("sud", "nord"):
        (place, *_) = table.offers(Choose)
        table.give(place).quiet()
        assert sp_of(table.state, place.option, power) == 4
    assert card_id(99) not in reserve(table.state, "france")
    assert [each.card for each in table.state.lasting] == [EAGLES]


def test_afrancesados_need_a_madrid_that_is_not_allied() -> None:
    table = owner("nord", 105)
    assert "burgos" in targets(table, 105)
    played(table, 105, "burgos")
    assert sp_of(table.state, "burgos", "nord") == 2
    assert not targets(owner("nord", 105, flags={"madrid": "spain"}), 105)
    nobodys = owner("nord", 105, soldiers_at={"madrid": "spain 1 0 0"})
    assert "burgos" in targets(nobodys, 105)  # C-105


def test_afrancesados_join_no_siege() -> None:
    """#105: "un qualsiasi Ducato spagnolo non assediato", whoever besieges it."""
    siege = {"soldiers_at": {"ciudad_rodrigo": "nord 2 0 0"}, "flags": {"ciudad_rodrigo": "spain"}}
    assert "ciudad_rodrigo" not in targets(owner("nord", 105, **siege), 105)
    at_home = {"soldiers_at": {"ciudad_rodrigo": "nord 2 0 0"}}
    assert "ciudad_rodrigo" in targets(owner("nord", 105, **at_home), 105)


# Reversal of Fortune ----------------------------------------------------------------------------------


def test_a_reversal_of_fortune_cancels_a_blow_against_the_emperor() -> None:
    table = owner("britain", 38, hands={"sud": (78,)})
    table.give(PlayEvent(card_id(38)))
    table.give(Respond("sud", card_id(78), "cancel"), seat=SUD).quiet()
    assert table.all(CardCancelled) == [CardCancelled(card_id(38), card_id(78), "sud")]
    assert card_id(38) in table.state.discards and not table.state.removed


def test_it_cancels_neither_other_cards_nor_a_card_that_is_played_for_points() -> None:
    """C-78: 77, 26 and 64 are not covered."""
    for number in (77, 26, 64):
        table = owner("britain", number, hands={"sud": (78,)}).give(PlayEvent(card_id(number)))
        assert not table.offers(Respond, SUD)
    table = owner("britain", 39, hands={"sud": (78,)}).give(PlayForPoints(card_id(39)))
    assert not table.offers(Respond, SUD)


def test_or_it_brings_four_british_strength_points_to_a_key_duchy() -> None:
    table = owner("sud", 78)
    assert set(targets(table, 78)) <= {d for d, fact in DUCHIES.items() if fact.is_key}
    played(table, 78, "lisbon")
    assert sp_of(table.state, "lisbon", "britain") == 4


# Uprisings --------------------------------------------------------------------------------------------


def test_the_spanish_masses_attack_with_two_more_dice_in_the_first_round() -> None:
    """#90, C-90."""
    dice = [[1] * 4, [1] * 4, [1] * 2, [1] * 4]
    table = owner("spain", 90, soldiers_at={"avila": "nord 2 0 0"}, dice=dice)
    played(table, 90, "avila")
    stand(table)
    first, second = dice_of(table, "allied")[:2]
    assert first == second + 2 and table.all(BattleBegan)[0].battle.attacker == "allied"


def test_the_masses_may_rise_where_no_frenchman_stands_and_raise_their_flag() -> None:
    table = played(owner("spain", 90), 90, "avila")
    assert sp_of(table.state, "avila", "spain") == 2 and not table.all(BattleBegan)


def test_no_uprising_in_a_fortress_or_outside_spain() -> None:
    places = targets(owner("spain", 90, flags={"coimbra": "nord"}), 90)
    assert "burgos" not in places and "coimbra" not in places and "avila" in places


def test_juramentados_kill_a_frenchman_and_raise_the_spanish_flag() -> None:
    """#35, C-35."""
    table = owner("spain", 35, soldiers_at={"avila": "nord 1 0 0"})
    played(table, 35, "avila")
    assert table.all(LossesTaken) == [LossesTaken("nord", "avila", 1, (), "juramentados")]
    assert sp_of(table.state, "avila", "spain") == 1
    assert table.all(FlagPlaced)[-1].duchy == "avila"


def test_their_player_says_whose_frenchman_goes() -> None:
    table = owner("spain", 35, soldiers_at={"avila": "nord 1 0 0, sud 1 0 0"})
    played(table, 35, "avila").give(Choose(card_id(35), "nord"))
    assert (sp_of(table.state, "avila", "nord"), sp_of(table.state, "avila", "sud")) == (0, 1)


def test_juramentados_attack_the_french_who_are_left() -> None:
    table = played(owner("spain", 35, soldiers_at={"avila": "nord 3 0 0"}), 35, "avila")
    stand(table)
    assert table.all(BattleBegan)[0].battle.duchy == "avila"


def test_a_nationalist_uprising_has_a_die_more_in_every_round_and_takes_the_flag_away() -> None:
    table = owner("spain", 62, soldiers_at={"avila": "nord 1 0 0"}, dice=[[6, 6, 1], [1] * 3])
    played(table, 62, "avila")
    stand(table)
    assert dice_of(table, "allied")[0] == 2 + 1


def test_the_british_rise_in_their_own_french_held_duchies() -> None:
    """#62."""
    table = owner("britain", 62, flags={"coimbra": "nord"})
    played(table, 62, "coimbra")
    assert sp_of(table.state, "coimbra", "britain") == 2


# Mandatory cards --------------------------------------------------------------------------------------


def test_a_mandatory_card_draws_another_one_and_lets_its_player_play_on() -> None:
    """5.8, C-M."""
    table = owner("britain", 77)
    assert PlayForPoints(card_id(77)) not in table.menu()
    played(table, 77)
    assert len(table.state.hands["britain"]) == 2
    assert PlayForPoints(card_id(17)) in table.menu()
    assert [each.card for each in table.state.lasting] == [card_id(77)]


def test_the_french_share_the_losses_of_the_russian_front() -> None:
    soldiers = {"burgos": "nord 5 0 0", "madrid": "sud 5 0 0"}
    table = played(owner("britain", 4, soldiers_at=soldiers), 4)
    assert set(table.seats) == {SUD, NORD}
    table.answer({SUD: (ProposeLosses(2, 3),), NORD: (ProposeLosses(2, 3),)})
    while table.prompt == "remove_soldier":
        table.give(table.menu()[0])
    assert (sp_of(table.state, "madrid", "sud"), sp_of(table.state, "burgos", "nord")) == (3, 2)
    assert card_id(4) in table.state.removed


def test_if_they_disagree_spain_decides() -> None:
    """R-20."""
    soldiers = {"burgos": "nord 5 0 0", "madrid": "sud 5 0 0"}
    table = played(owner("britain", 5, soldiers_at=soldiers), 5)
    table.answer({SUD: (ProposeLosses(0, 3),), NORD: (ProposeLosses(3, 0),)})
    assert table.seats == (SPAIN,)
    table.give(ProposeLosses(0, 3))
    assert table.seats == (NORD,) and table.prompt == "remove_soldier"


def test_the_viceroy_deposed_costs_each_ally_a_common_card_or_two_strength_points() -> None:
    """#6, C-6."""
    table = owner("sud", 6, hands={"britain": (93, 2), "spain": (87,)}, soldiers_at={"cadiz": "spain 3 0 0"})
    played(table, 6)
    for _ in range(2):
        table.give(RemoveSoldier("spain", "cadiz"))
    assert card_id(2) in table.state.discards and table.state.hands["spain"] == (card_id(87),)
    assert sp_of(table.state, "cadiz", "spain") == 1


def test_the_italian_adventure_is_the_card_of_the_next_scheduled_british_impulse() -> None:
    """#26, C-26."""
    facts: Any = {"hands": {"britain": (1, 2), "sud": (3,)}, "last": "nord"}
    table = given(None, lasting=(Lasting(card_id(26), "sud", "britain"),), **facts).quiet()
    assert table.state.impulse and (table.state.impulse.points, table.state.impulse.ordinary) == (2, True)
    assert card_id(26) in table.state.removed


def test_the_emperor_hears_of_the_italian_adventure_at_once() -> None:
    lying = (Lasting(card_id(26), "sud", "britain"),)
    assert appeal_modifier(given(points=1, lasting=lying).state) == 1
    assert appeal_modifier(given(points=1, removed=(card_id(26),)).state) == 1


def test_the_emperor_calls_takes_the_young_guard_out_of_any_hand() -> None:
    table = played(owner("britain", 38, hands={"nord": (99, 1)}), 38)
    assert table.state.hands["nord"] == (card_id(1),) and card_id(99) in table.state.removed


def test_corruption_halves_more_than_three_resources_and_shuffles_the_discards() -> None:
    """#46, C-46: 5 loses 3."""
    table = owner("britain", 46, resources={"spain": 5, "nord": 3}, discards=("lancers",))
    played(table, 46)
    assert table.all(ResourcesLost) == [ResourcesLost("spain", 3)]
    assert table.all(DeckShuffled) and not table.state.discards


def test_canada_costs_four_british_strength_points() -> None:
    table = played(owner("nord", 64, soldiers_at={"lisbon": "britain 5 0 0"}), 64)
    while table.prompt == "remove_soldier":
        table.give(table.menu()[0])
    assert sp_of(table.state, "lisbon", "britain") == 1 and card_id(64) in table.state.removed
    assert not table.all(Rolled)
