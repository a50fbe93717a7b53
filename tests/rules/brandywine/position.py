"""Small positions to try the rules on: pieces on the map, dice as they shall fall; the table plays orders.

Pieces are told as "spencer 1512, 1_guards 1511 reduced, patton 1512 disrupted": name without its prefix, hex,
condition. Dice are told as digits, one for each roll: "0 9 4".
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from domain.brandywine.combat.chances import Chances, chances
from domain.brandywine.combat.phase import DeclareAttacks, Diversion, EndAttacksPhase, FightAll
from domain.brandywine.combat.retreats import GoBack
from domain.brandywine.combat.strength import diversion_shift
from domain.brandywine.combat.tactics import swing
from domain.brandywine.facts import FACTS
from domain.brandywine.facts.sides import ENEMY, SEATS, SIDES, Side
from domain.brandywine.facts.tables import Tactic
from domain.brandywine.fire.phases import FireOrders, RollVolleys
from domain.brandywine.movement.arrivals import Arrivals, BuyReleases, Reveal
from domain.brandywine.movement.phase import MovementPhase
from domain.brandywine.movement.pins import PinChoices
from domain.brandywine.orders.combat import (
    Attack,
    ChooseLead,
    ChooseTactic,
    EndAdvance,
    EndAttacks,
    KeepRoll,
    NoDiversion,
    StayBehind,
)
from domain.brandywine.orders.fire import FireAt, HoldFire
from domain.brandywine.orders.movement import MoveLeader, MoveUnit
from domain.brandywine.position.state import Combat, State, changed
from domain.brandywine.sequence.turns import EndPlayerTurn, PhaseEnd, Thin
from domain.kernel import Decision, Event, Order, Step
from tests.playthroughs.told import ToldPlay

E = TypeVar("E", bound=Event)
PREFIXES = ("gb", "us", "de", "ly")
PLAINS = ("1728", "1828", "1629", "1729")
"""Clear hexes around 1727 and 1728, without slopes or streams between them."""


def of(name: str) -> str:
    """The id of a piece."""
    found = [f"{each}_{name}" for each in PREFIXES if f"{each}_{name}" in FACTS.units.pieces]
    assert len(found) == 1, f"{name} is {found}"
    return found[0]


def every(*names: str) -> tuple[str, ...]:
    return tuple(map(of, names))


def position(pieces: str = "", *, army: tuple[int, int] = (20, 20), **facts: Any) -> State:
    """A state of the Tournament, turn 8; `army` is the British and the American morale."""
    at: dict[str, str] = {}
    reduced: list[str] = []
    condition: dict[str, Any] = {}
    for each in filter(None, (part.strip() for part in pieces.split(","))):
        name, hex, *words = each.split()
        at[of(name)] = hex
        if "reduced" in words:
            reduced.append(of(name))
        for word in ("disrupted", "shattered"):
            if word in words:
                condition[of(name)] = word
    told: dict[str, Any] = {
        "scenario": "tournament", "turn": 8, "half": 1, "phase": "combat", "roused": True,
        "released": {"greene": 7, "army": 7},
    }  # fmt: skip
    told.update(facts)
    return State(
        told.pop("scenario"), SEATS, at=at, reduced=tuple(reduced), condition=condition,
        army={"british": army[0], "american": army[1]}, **told,
    )  # fmt: skip


class Table:
    """A game under way; every order must stand in the menu."""

    def __init__(self, state: State, steps: list[Step], dice: str = "") -> None:
        rolls = [[int(digit) + 1] for digit in dice.split()]
        self.game = ToldPlay(state, list(reversed(steps)), rolls, ())
        self.decision: Decision | None = self.game.run()

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def prompt(self) -> str:
        return next(iter(self.decision.asks.values())).prompt if self.decision else ""

    @property
    def seat(self) -> str:
        return str(self.decision.seats[0]) if self.decision else ""

    def menu(self) -> list[Order]:
        return list(self.decision.asks[self.decision.seats[0]].menu()) if self.decision else []

    def offers(self, kind: type[Order]) -> list[Any]:
        return [order for order in self.menu() if isinstance(order, kind)]

    def give(self, *orders: Order) -> "Table":
        for order in orders:
            assert order in self.menu(), f"{order} is not among {self.menu()}"
            assert self.decision is not None
            self.decision = self.game.answer({self.decision.seats[0]: (order,)})
        return self

    def tactics(self, british: Tactic, american: Tactic) -> "Table":
        assert self.prompt == "tactics"
        chits: dict[Side, Tactic] = {"british": british, "american": american}
        self.decision = self.game.answer({
            seat: (ChooseTactic(side, chits[side]),) for seat, side in zip(SEATS, SIDES, strict=True)
        })  # fmt: skip
        return self

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.game.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.all(kind)[-1]

    def at(self, name: str) -> str | None:
        return self.state.at.get(of(name))

    def ends(self, name: str) -> set[str]:
        """Where a piece may move."""
        piece = of(name)
        units = {each.to for each in self.offers(MoveUnit) if each.unit == piece}
        return units | {each.to for each in self.offers(MoveLeader) if each.leader == piece}

    def move(self, name: str, to: str) -> "Table":
        piece = of(name)
        return self.give(MoveUnit(piece, to) if piece in FACTS.units.units else MoveLeader(piece, to))

    def morale(self) -> tuple[int, int]:
        return self.state.army["british"], self.state.army["american"]

    def settle(self) -> "Table":
        """Leaders stay, nobody advances who need not, dice stand, the first choice otherwise."""
        for _ in range(40):
            menu = self.menu()
            if not menu or self.prompt in ("attacks", "tactics", "movement", "next_combat"):
                return self
            for easy in (StayBehind(), EndAdvance(), KeepRoll(), NoDiversion()):
                if easy in menu:
                    self.give(easy)
                    break
            else:
                self.give(menu[0])
        raise AssertionError("it goes on and on")


# Phases -----------------------------------------------------------------------------------------


def movement(pieces: str, *, active: Side = "british", dice: str = "", **facts: Any) -> Table:
    """The movement phase of a side."""
    state = position(pieces, active=active, **{"phase": "movement", **facts})
    steps: list[Step] = [
        Reveal(), Arrivals(), BuyReleases(), PinChoices(), MovementPhase(), PhaseEnd(),
    ]  # fmt: skip
    return Table(state, steps, dice)


def attacking(pieces: str, *, active: Side = "british", dice: str = "", **facts: Any) -> Table:
    """The phase of close combats of a side."""
    state = position(pieces, active=active, **facts)
    steps: list[Step] = [Diversion(), DeclareAttacks(), FightAll(), EndAttacksPhase(), PhaseEnd()]
    return Table(state, steps, dice)


def fought(
    pieces: str, attackers: str, targets: str, chits: tuple[Tactic, Tactic] = ("stand_fast", "stand_fast"), *,
    active: Side = "british", dice: str = "", leads: tuple[str, str] = ("", ""), **facts: Any,
) -> Table:  # fmt: skip
    """One combat, declared by all these units and rolled with these chits (attacker, defender)."""
    table = attacking(pieces, active=active, dice=dice, **facts)
    if table.prompt == "diversion":
        table.give(NoDiversion())
    for name in attackers.split():
        table.give(Attack(of(name), tuple(targets.split())))
    if table.prompt == "attacks":
        table.give(EndAttacks())
    for name in leads:
        if table.prompt == "lead":
            table.give(ChooseLead(of(name)) if name else table.menu()[0])
    if table.prompt == "tactics":
        both = chits if active == "british" else (chits[1], chits[0])
        table.tactics(*both)
    return table


def shooting(
    pieces: str, kind: str, *, active: Side = "british", dice: str = "", **facts: Any
) -> Table:
    """The fire phase: artillery of the side that is not active, or the rifles of both."""
    if kind == "artillery":
        state = position(pieces, active=active, **{"phase": "artillery", **facts})
        return Table(state, [FireOrders("artillery", ENEMY[active])], dice)
    state = position(pieces, active=active, **{"phase": "rifles", **facts})
    sides = (active, ENEMY[active])
    steps: list[Step] = [*(FireOrders("rifle", side) for side in sides), RollVolleys("rifle")]
    return Table(state, steps, dice)


def shot(pieces: str, kind: str, firer: str, target: str, *, dice: str, **facts: Any) -> Table:
    """One unit fires at another; nobody else does."""
    table = shooting(pieces, kind, dice=dice, **facts)
    while table.prompt in ("rifles", "artillery") and FireAt(of(firer), of(target)) not in table.menu():
        table.give(HoldFire())
    table.give(FireAt(of(firer), of(target)))
    while table.prompt in ("rifles", "artillery"):
        table.give(HoldFire())
    return table


def retreating(
    pieces: str, name: str, count: int = 1, *, disrupts: bool = False, dice: str = "", **facts: Any
) -> Table:
    """A unit must go back."""
    return Table(position(pieces, **facts), [GoBack(of(name), count, "result", disrupts)], dice)


def ending(side: Side, pieces: str, **facts: Any) -> Table:
    """The end of a side's player turn."""
    return Table(position(pieces, active=side, **facts), [PhaseEnd(), Thin(side), EndPlayerTurn(side)])


def ways_back(table: Table) -> set[str]:
    """Where the unit that must go back may go, `~` for a ford."""
    return {order.to + ("~" if getattr(order, "ford", False) else "") for order in table.menu()}  # type: ignore[attr-defined]


# Chances ----------------------------------------------------------------------------------------


def combat_of(
    state: State, attackers: str, targets: str, leads: tuple[str, str], chits: tuple[Tactic, Tactic],
    shifts: int = 0,
) -> tuple[Combat, Chances]:  # fmt: skip
    """A combat with leads and chits, and its chances."""
    hexes = tuple(targets.split())
    defenders = tuple(
        unit for unit in state.units.of[ENEMY[state.active]] if state.at.get(unit) in hexes
    )
    fight = Combat(every(*attackers.split()), hexes, defenders, of(leads[0]), of(leads[1]))
    fight = changed(fight, shifts=shifts + diversion_shift(state, fight.attackers))
    added, _ = swing(state, fight, *chits)
    return changed(fight, swing=added), chances(state, fight, added)


def shares(found: Mapping[str, Any]) -> dict[str, int]:
    """Chances in tenths."""
    return {result: int(chance * 10) for result, chance in found.items()}


def told_shares(told: str) -> dict[str, int]:
    """ "R/- 2, PIN 1" as a dict."""
    return {each.split()[0]: int(each.split()[1]) for each in told.split(", ")}


