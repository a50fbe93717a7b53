"""Where a resting enemy holds a duchy alone nobody intercepts (10.1).

"Se una Formazione nemica che non sta muovendo è già l'unico occupante del Ducato, l'intercettazione non è
consentita."
"""

from typing import Any

import pytest

from domain.kernel.seats import Seat
from domain.wellington.arrival.interception import interceptors
from domain.wellington.facts.world import card_id
from domain.wellington.orders.answers import Respond
from domain.wellington.orders.arrival import Intercept
from domain.wellington.orders.impulses import PlayEvent
from domain.wellington.orders.points import BuildSoldier, Carry, MoveArmy, MoveCounter
from domain.wellington.position.conflict import Arrival, Part
from domain.wellington.position.state import changed, sp_of
from tests.rules.wellington.position import Table, given, position
from tests.rules.wellington.test_cards_draws import played

RODRIGO, FUENTES = "ciudad_rodrigo", "fuentes_de_onoro"


def marches(salamanca: str = "", **leaders: str) -> Table:
    """A British counter marches from Ciudad Rodrigo to Salamanca; Clausel stands at Ávila beside it."""
    soldiers = {RODRIGO: "britain 1 0 0", **({"salamanca": salamanca} if salamanca else {})}
    table = given(points=2, soldiers_at=soldiers, leaders_at={"clausel": "avila", **leaders},
                  flags={RODRIGO: "spain"})  # fmt: skip
    return table.give(MoveCounter(RODRIGO, "salamanca", 1)).quiet()


def test_an_enemy_who_comes_alone_may_be_met() -> None:
    assert marches().offers(Intercept) == [Intercept("clausel")]


@pytest.mark.parametrize("resting", ["britain 1 0 0", "spain 1 0 0"])
def test_one_who_joins_friends_that_rest_there_is_not(resting: str) -> None:
    assert marches(resting).prompt != "answer_arrival"


def test_a_leader_without_soldiers_rests_there_too() -> None:
    assert marches(hill="salamanca").prompt != "answer_arrival"


def test_where_one_s_own_pieces_are_attacked_friends_may_still_come() -> None:
    table = marches("nord 1 0 0")
    assert Intercept("clausel") in table.offers(Intercept)


def test_when_they_have_slipped_away_from_friends_who_rested_there_nobody_comes() -> None:
    """A besieger and those whom the enemy has built in the fortress stood side by side."""
    parts = (Part("nord", 1),)
    arrived = (Arrival("nord", "salamanca", None, "build", parts, was_held=True),)
    state = position(leaders_at={"hill": FUENTES}, soldiers_at={"salamanca": "nord 3 0 0"})
    state = changed(state, arrivals=(changed(arrived[0], duchy=RODRIGO),))
    assert interceptors(state, "britain", state.arrivals[0]) == ()
    free = changed(state, arrivals=(changed(state.arrivals[0], was_held=False),))
    assert interceptors(free, "britain", free.arrivals[0]) == ("hill",)


def afrancesados(soldiers: str, **facts: Any) -> Table:
    table = given("nord", hands={"nord": (105, 17), "britain": (1,)}, leaders_at={"hill": "salamanca"},
                  soldiers_at={"valladolid": soldiers} if soldiers else {},
                  flags={"salamanca": "britain"}, **facts)  # fmt: skip
    return played(table, 105, "valladolid")


def test_soldiers_whom_a_card_adds_to_a_garrison_are_not_intercepted() -> None:
    """#105: they join those at Valladolid."""
    assert afrancesados("").prompt == "answer_arrival"
    assert afrancesados("nord 6 0 0").prompt != "answer_arrival"


def test_of_what_is_built_in_one_duchy_only_the_first_piece_is_intercepted() -> None:
    """The second one joins a formation that rests there."""
    table = given("britain", points=6, leaders_at={"marmont": FUENTES}, flags={FUENTES: "nord"})
    table.give(BuildSoldier("abrantes")).quiet()
    assert table.prompt == "answer_arrival"
    table.give(table.menu()[-1]).quiet()
    table.give(BuildSoldier("abrantes")).quiet()
    assert table.prompt == "spend_point"


def test_an_army_that_marched_before_rests_when_the_next_one_comes() -> None:
    table = given(points=4, leaders_at={"clausel": "avila", "hill": RODRIGO, "beresford": RODRIGO},
                  soldiers_at={RODRIGO: "britain 2 0 0"}, flags={RODRIGO: "spain"})  # fmt: skip
    table.give(MoveArmy("hill", "salamanca"), Carry("hill", 1)).quiet()
    assert table.offers(Intercept) == [Intercept("clausel")]
    table.give(table.menu()[-1]).quiet()
    table.give(MoveArmy("beresford", "salamanca"), Carry("beresford", 1)).quiet()
    assert table.prompt == "spend_point"


@pytest.mark.parametrize(("resting", "may_come"), [("", True), ("spain 1 0 0", False)])
def test_those_who_rise_among_their_own_are_not_intercepted(resting: str, may_come: bool) -> None:
    """#35 places soldiers where Spaniards may rest already; all of them arrive together (EX-09)."""
    table = given("spain", hands={"spain": (35, 17), "nord": (1,)}, leaders_at={"clausel": "avila"},
                  soldiers_at={"salamanca": resting} if resting else {})  # fmt: skip
    played(table, 35, "salamanca")
    assert (table.prompt == "answer_arrival") is may_come


def test_several_cards_that_place_soldiers_at_one_place_are_one_arrival() -> None:
    """#35 answers #62: its soldier did not rest there before those of #62."""
    table = given("britain", hands={"britain": (62, 17), "spain": (35,), "nord": (1,)},
                  leaders_at={"clausel": "avila"})  # fmt: skip
    table.give(PlayEvent(card_id(62), "salamanca"))
    table.give(Respond("spain", card_id(35), "salamanca"), seat=Seat("spain")).quiet()
    assert sp_of(table.state, "salamanca", "spain") == 3 and table.prompt == "answer_arrival"
