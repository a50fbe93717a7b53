"""What a referee found: sentences of the rulebook, one a test, each with its paragraph."""

from typing import Any

from domain.brandywine.combat.duty import attacks, diversions, duty
from domain.brandywine.combat.phase import DeclareAttacks, Diversion, EndAttacksPhase, FightAll
from domain.brandywine.facts.sides import SEATS
from domain.brandywine.orders.combat import Attack, Divert, EndAttacks
from domain.brandywine.position.state import Pin, State
from domain.kernel import Decision, Order, Step
from tests.playthroughs.told import ToldPlay

FREE = {"greene": 1, "army": 1}


def position(pieces: str, **facts: Any) -> State:
    """A state of the Tournament, turn 8: "us_spencer 1512, us_patton 1512 disrupted"; dice are even chance."""
    at, condition = {}, {}
    for each in filter(None, (part.strip() for part in pieces.split(","))):
        name, hex, *words = each.split()
        at[name] = hex
        condition.update({name: word for word in words})
    told: dict[str, Any] = {
        "scenario": "tournament", "turn": 8, "half": 1, "phase": "combat", "roused": True, "released": FREE,
        "army": {"british": 20, "american": 20}, **facts,
    }  # fmt: skip
    return State(told.pop("scenario"), SEATS, at=at, condition=condition, **told)


class Table:
    """A game under way; dice fall as they are told ("0 9 4"), every order must stand in the menu."""

    def __init__(self, state: State, *steps: Step, dice: str = "") -> None:
        self.game = ToldPlay(state, list(reversed(steps)), [[int(each) + 1] for each in dice.split()], ())
        self.decision: Decision | None = self.game.run()

    @property
    def prompt(self) -> str:
        return next(iter(self.decision.asks.values())).prompt if self.decision else ""

    @property
    def state(self) -> State:
        return self.game.state

    def menu(self) -> list[Order]:
        return list(self.decision.asks[self.decision.seats[0]].menu()) if self.decision else []

    def give(self, *orders: Order) -> "Table":
        for order in orders:
            assert order in self.menu(), f"{order} is not among {self.menu()}"
            assert self.decision is not None
            self.decision = self.game.answer({self.decision.seats[0]: (order,)})
        return self


COMBATS: tuple[Step, ...] = (Diversion(), DeclareAttacks(), FightAll(), EndAttacksPhase())


# Who must attack (12.1.1, 16.2.3) ------------------------------------------------------------------


def test_18_1_3_the_british_do_not_move_north_of_renwick_run_but_attack_whoever_stands_there() -> None:
    state = position("gb_5 1515, us_spencer 1514", scenario="knyphausens_feint", active="british")
    assert duty(state).obliged == {"gb_5"}
    assert attacks(state) == [Attack("gb_5", ("1514",))]


def test_16_2_3_maxwells_men_are_not_bound_by_the_bivouac_and_fight_whoever_comes_from_the_north() -> None:
    bound: dict[str, Any] = {"scenario": "entire_battle", "turn": 2, "active": "american", "released": {}}
    assert duty(position("us_porterfield 0324, gb_10 0323", **bound)).obliged == {"us_porterfield"}
    assert not duty(position("us_n_carolina 0928, gb_49 0829", **bound)).can["us_n_carolina"]
    greene = {**bound, "turn": 4, "released": {"greene": 4}}
    assert duty(position("us_n_carolina 0928, gb_49 0829", **greene)).obliged == {"us_n_carolina"}


def test_16_2_3_pinned_units_must_fight_over_the_creek_in_any_case_whoever_else_is_adjacent() -> None:
    pins = (Pin(("gb_5",), ("us_spencer",), "attack"),)
    state = position("us_spencer 0926, gb_5 0826, gb_10 0827", active="american", pins=pins)
    assert Attack("us_spencer", ("0826",)) in attacks(state)


def test_16_2_3_only_the_hexes_that_attack_over_the_creek_need_all_their_enemies_attacked() -> None:
    """A unit on the far bank that must attack may always join, though others are over the creek from it."""
    table = Table(position("gb_5 0827, gb_10 0925, us_spencer 0926, us_patton 0825"), *COMBATS[1:])
    table.give(Attack("gb_5", ("0926",)), Attack("gb_10", ("0926",)))
    assert EndAttacks() in table.menu() or table.prompt != "attacks"


def test_16_2_3_a_diversion_may_hold_an_enemy_over_the_creek_while_another_there_is_attacked() -> None:
    state = position("gb_5 0826, us_spencer 0925, us_patton 0926")
    assert attacks(state) == [Attack("gb_5", ("0925", "0926"))]
    assert Divert("0925") in diversions(state)
    assert attacks(state.changed(diverted="0925")) == [Attack("gb_5", ("0926",))]
    assert not diversions(position("gb_5 0826, us_spencer 0925")), "nobody else could be attacked"
