"""The marches, interceptions and evasions of the rulebook's first impulse (EX-A 19 to 22, 41 to 49)."""

from domain.wellington.events.arrival import (
    AttemptStopped,
    EvasionRolled,
    InterceptionFailed,
    InterceptionRolled,
)
from domain.wellington.events.battle import BattleBegan
from domain.wellington.facts.world import card_id
from domain.wellington.orders.answers import Respond
from domain.wellington.orders.arrival import Evade, EvadeNow, EvadeSingly, Intercept
from domain.wellington.orders.points import Carry, MoveArmy
from domain.wellington.position.state import seat_of, sp_of
from tests.rules.wellington.position import Table, given


def answer(table: Table, number: int, target: str) -> Table:
    """The power that holds the card answers with it in the window that is open."""
    power = next(power for power, hand in table.state.hands.items() if card_id(number) in hand)
    return table.give(Respond(power, card_id(number), target), seat=seat_of(table.state, power))


def test_clausel_comes_to_salamanca_until_the_pass_is_blocked() -> None:
    """EX-A 19 to 22."""
    table = given(
        leaders_at={"wellington": "ciudad_rodrigo", "marmont": "salamanca", "clausel": "avila"},
        soldiers_at={
            "ciudad_rodrigo": "britain 1 2 0", "salamanca": "nord 2 0 0", "avila": "nord 0 1 0",
            "valladolid": "spain 1 0 0",
        },
        flags={"ciudad_rodrigo": "spain", "valladolid": "spain"},
        hands={"spain": (9, 20)},
        points=2,
        dice=[[3, 4]],
    )  # fmt: skip
    table.give(MoveArmy("wellington", "salamanca"), Carry("wellington", 5)).quiet()
    table.give(Intercept("clausel"), Carry("clausel", 2))
    while not table.all(InterceptionRolled):
        table.give(table.menu()[0])
    rolled = table.all(InterceptionRolled)[0]
    assert rolled.modifier == 2 and rolled.is_success
    answer(table, 9, "avila-salamanca").quiet()
    assert table.all(AttemptStopped) and not table.all(InterceptionFailed)
    clausel = table.state.leaders["clausel"]
    assert clausel.duchy == "avila" and not clausel.marked
    assert table.seats == ("nord",)
    assert table.offers(Evade) == [Evade("marmont", "lumbrales")]
    assert table.offers(Intercept) == []


def joseph_marches() -> Table:
    """Joseph goes from Almaraz, French again, to Ciudad Rodrigo."""
    table = given(
        "nord",
        leaders_at={"joseph": "almaraz", "wellington": "salamanca", "de_espana": "ciudad_rodrigo"},
        soldiers_at={
            "almaraz": "nord 0 2 0", "salamanca": "britain 2 1 0", "ciudad_rodrigo": "spain 1 1 0",
        },
        flags={"ciudad_rodrigo": "spain", "salamanca": "britain"},
        hands={"nord": (23, 33, 7)},
        points=2,
        dice=[[2, 4], [4, 4], [3, 3]],
    )  # fmt: skip
    return table.give(MoveArmy("joseph", "ciudad_rodrigo"), Carry("joseph", 4)).quiet()


def test_wellington_is_humbugged_and_does_not_come() -> None:
    """EX-A 44 to 46: 5 + 1 - 1 = +5 becomes +1; 7 < 9."""
    table = joseph_marches()
    assert table.seats == ("britain",)
    table.give(Intercept("wellington"), Carry("wellington", 4))
    answer(table, 23, "wellington").quiet()
    assert table.all(InterceptionRolled)[0].modifier == 1
    assert table.state.leaders["wellington"].marked
    assert table.all(InterceptionFailed)[0].duchy == "salamanca"


def test_de_espana_is_shot_and_his_soldiers_try_singly() -> None:
    """EX-A 47 to 49."""
    table = joseph_marches()
    table.give(Intercept("wellington"), Carry("wellington", 4))
    answer(table, 23, "wellington").quiet()
    assert table.seats == ("spain",)
    table.give(Evade("de_espana", "fuentes_de_onoro"))
    answer(table, 33, "de_espana").quiet()
    assert table.state.leaders["de_espana"].place == "unbuilt"
    there = "fuentes_de_onoro"
    table.give(EvadeSingly(1, there), EvadeSingly(2, there), EvadeNow()).quiet()
    assert [(roll.modifier, roll.is_success) for roll in table.all(EvasionRolled)] == [(1, True), (1, False)]
    assert sp_of(table.state, there, "spain") == 1
    battle = table.all(BattleBegan)[0].battle
    assert (battle.attacker, battle.power) == ("french", "nord")
    assert (battle.line, battle.evasion_failed) == (None, True)
