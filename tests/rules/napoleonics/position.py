"""Small positions to try the rules on: a field, pieces on it, cards in hands; the table plays orders.

Pieces are told as "br_line F6, fr_line E6 3": kind, hex, blocks; they are numbered by kind as they come.
Leaders are told by name and hex, and known by nation. Dice are told by letters: I infantry, C cavalry,
A artillery, F flag, S sabers.
"""

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, TypeVar

import msgspec

from domain.kernel import Answers, Decision, Event, Order, Step
from domain.napoleonics.combat.dice import melee_dice, ranged_dice
from domain.napoleonics.combat.phase import CombatPhase
from domain.napoleonics.command.play import ChooseCard
from domain.napoleonics.facts import FACTS, known
from domain.napoleonics.facts.scenarios import ExitFact, ObjectiveFact, Piece, Scenario
from domain.napoleonics.facts.sides import SEATS, SIDE_OF, SIDES, Nation, Side
from domain.napoleonics.facts.terrain import Ground
from domain.napoleonics.movement.phase import MovementPhase
from domain.napoleonics.orders.cards import EndOrders, OrderLeader, OrderUnit, PlayCard
from domain.napoleonics.orders.combat import (
    Attack,
    EndBatteries,
    EndBonus,
    EndCombat,
    Fire,
    HoldGround,
    StandFast,
)
from domain.napoleonics.orders.movement import EndMovement, MoveLeader, MoveUnit
from domain.napoleonics.position.state import Command, State, total, with_square
from domain.napoleonics.sequence.turns import DrawPhase, Turns
from tests.playthroughs.told import ToldPlay

E = TypeVar("E", bound=Event)
NATION: Mapping[str, Nation] = {
    "wellesley": "britain", "hill": "britain", "picton": "britain", "trant": "portugal", "pack": "portugal",
    "ney": "france", "soult": "france", "junot": "france", "victor": "france",
}  # fmt: skip
FACES = {"I": 1, "C": 3, "A": 4, "F": 5, "S": 6}
NEUTRAL = "assault_center"
"""A card without any bonus."""
SPARE: Mapping[Side, tuple[str, ...]] = {"british": ("flank_attack_1",), "french": ("flank_attack_2",)}
"""What a hand holds if a test says nothing: too little for a square."""
_numbers = count(1)


def faces(letters: str) -> list[int]:
    """The numbers of the faces that these letters stand for."""
    return [FACES[letter] for letter in letters.replace(" ", "")]


def hand(*kinds: str) -> tuple[str, ...]:
    """Cards of these kinds, those of one kind with different numbers."""
    seen: dict[str, int] = {}
    found = []
    for kind in kinds:
        seen[kind] = seen.get(kind, 0) + 1
        found.append(f"{kind}_{seen[kind]}")
    return tuple(sorted(found, key=list(FACTS.deck).index))


def field(
    pieces: Mapping[str, Piece], terrain: Mapping[str, str], works: Mapping[str, tuple[str, ...]],
    top: Side, objectives: Iterable[ObjectiveFact], exits: Iterable[ExitFact], banners: Mapping[Side, int],
) -> str:  # fmt: skip
    """A scenario of its own on facts of their own; gives the digest that names them."""
    model = FACTS.scenarios["rolica_first"]
    armies = {side: msgspec.structs.replace(model.fact.army(side), banners=banners[side]) for side in SIDES}
    doors, held = tuple(exits), tuple(objectives)
    fact = msgspec.structs.replace(
        model.fact, id="field", top=top, objectives=held, exits=doors, british=armies["british"],
        french=armies["french"],
    )  # fmt: skip
    scenario = Scenario(
        fact=fact,
        ground=Ground(FACTS.terrain.kinds, dict(terrain), dict(works)),
        pieces=dict(pieces),
        units={side: _of(pieces, side, True) for side in SIDES},
        leaders={side: _of(pieces, side, False) for side in SIDES},
        edge={side: "top" if side == top else "bottom" for side in SIDES},
        exits={side: {each.hex: each.banners for each in doors if each.side == side} for side in SIDES},
    )
    digest = f"a field of these tests {next(_numbers)}"
    known[digest] = msgspec.structs.replace(FACTS, scenarios={"field": scenario}, digest=digest)
    return digest


def _of(pieces: Mapping[str, Piece], side: Side, is_unit: bool) -> tuple[str, ...]:
    return tuple(
        name for name, piece in pieces.items() if piece.side == side and (piece.unit is not None) == is_unit
    )


def read_units(told: str) -> list[tuple[Piece, int]]:
    """The units of a text, numbered by kind, with their blocks."""
    numbers: dict[str, int] = {}
    found = []
    for each in filter(None, (part.strip() for part in told.split(","))):
        kind, at, *rest = each.split()
        numbers[kind] = numbers.get(kind, 0) + 1
        fact = FACTS.units.units[kind]
        piece = Piece(id=f"{kind}-{numbers[kind]}", name=fact.name, side=fact.side, nation=fact.nation,
                      start=at, unit=fact, mover=fact.arm)  # fmt: skip
        found.append((piece, int(rest[0]) if rest else fact.blocks))
    return found


def read_leaders(told: str) -> list[Piece]:
    found = []
    for each in filter(None, (part.strip() for part in told.split(","))):
        name, at = each.split()
        nation = NATION[name]
        found.append(Piece(id=name, name=name.title(), side=SIDE_OF[nation], nation=nation, start=at))
    return found


def position(
    units: str, leaders: str = "", *, terrain: Mapping[str, str] | None = None,
    works: Mapping[str, tuple[str, ...]] | None = None, top: Side = "french",
    objectives: Iterable[ObjectiveFact] = (), exits: Iterable[ExitFact] = (),
    needs: Mapping[Side, int] | None = None, active: Side = "british", card: str = NEUTRAL,
    hands: Mapping[Side, tuple[str, ...]] | None = None, squares: Mapping[str, str] | None = None,
    **rest: Any,
) -> State:  # fmt: skip
    """The combat phase of a side's turn; all its units are ordered. `squares` names the card of each."""
    read, led = read_units(units), read_leaders(leaders)
    pieces = {piece.id: piece for piece, _ in read} | {piece.id: piece for piece in led}
    banners = needs or {"british": 20, "french": 20}
    digest = field(pieces, terrain or {}, works or {}, top, objectives, exits, banners)
    facts: dict[str, Any] = {
        "at": {name: piece.start for name, piece in pieces.items()},
        "blocks": {piece.id: blocks for piece, blocks in read},
        "turn": 3,
        "phase": "combat",
        "command": Command(card, value=6),
        "ordered": {name: "own" for name in _of(pieces, active, True)},
        "hands": {side: (hands or {}).get(side, SPARE[side]) for side in SIDES},
    }
    state = State("field", SEATS, active=active, data=digest, **{**facts, **rest})
    taken = dict.fromkeys(SIDES, 0)
    for unit, kind in (squares or {}).items():
        side = pieces[unit].side
        taken[side] += 1
        card_there = hand(kind)[0] if kind in FACTS.cards else kind
        state = state.changed(hands={**state.hands, side: (*state.hands[side], card_there)})
        state = with_square(state, unit, taken[side], card_there)
    return state


def combat(
    units: str, leaders: str = "", *, dice: str = "", draws: Iterable[str] = (), **facts: Any
) -> "Table":
    """A table in the combat phase. `dice` are rolls parted by commas."""
    return Table(position(units, leaders, **facts), [CombatPhase()], dice, draws)


def movement(
    units: str, leaders: str = "", *, dice: str = "", draws: Iterable[str] = (), **facts: Any
) -> "Table":
    """A table in the movement phase; the combat phase follows."""
    state = position(units, leaders, **{"phase": "movement", **facts})
    return Table(state, [CombatPhase(), MovementPhase()], dice, draws)


def command(
    units: str, leaders: str = "", *, cards: tuple[str, ...], dice: str = "", draws: Iterable[str] = (),
    **facts: Any,
) -> "Table":  # fmt: skip
    """A table at which the active side is about to play one of these kinds of card."""
    side: Side = facts.get("active", "british")
    hands = {**facts.pop("hands", {}), side: hand(*cards)}
    state = position(
        units, leaders, hands=hands, **{"phase": "command", "command": None, "ordered": {}, **facts}
    )
    return Table(state, [CombatPhase(), MovementPhase(), ChooseCard()], dice, draws)


class Table:
    """A game under way; every order must stand in the menu. The turn ends with the draw, others follow."""

    def __init__(self, state: State, steps: list[Step], dice: str, draws: Iterable[str]) -> None:
        rolls = [faces(roll) for roll in dice.split(",")] if dice else []
        self.game = ToldPlay(state, [Turns(), DrawPhase(), *steps], rolls, draws)
        self.decision: Decision | None = self.game.run()

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def prompt(self) -> str:
        """What is asked."""
        return next(iter(self.decision.asks.values())).prompt if self.decision else ""

    @property
    def seat(self) -> str:
        """Who is asked."""
        return str(self.decision.seats[0]) if self.decision else ""

    def menu(self) -> list[Order]:
        """What may be ordered now."""
        assert self.decision is not None, "the game is over"
        return list(self.decision.asks[self.decision.seats[0]].menu())

    def offers(self, kind: type[Order]) -> list[Any]:
        """The orders of this type in the menu."""
        return [order for order in self.menu() if isinstance(order, kind)]

    def give(self, *orders: Order) -> "Table":
        """These orders one after the other."""
        for order in orders:
            assert order in self.menu(), f"{order} is not among {self.menu()}"
            assert self.decision is not None
            self.answer({self.decision.seats[0]: (order,)})
        return self

    def answer(self, answers: Answers) -> "Table":
        self.decision = self.game.answer(answers)
        return self

    def all(self, kind: type[E]) -> list[E]:
        """The events of this type, in order."""
        return [event for event in self.game.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.all(kind)[-1]

    def until(self, prompt: str) -> "Table":
        """The last order of each menu, which ends or declines something, until this is asked."""
        for _ in range(40):
            if self.prompt == prompt:
                return self
            self.give(self.menu()[-1])
        raise AssertionError(f"nobody is asked {prompt}")

    # In a word ------------------------------------------------------------------------------------

    def play(self, kind: str) -> "Table":
        side = self.state.active
        return self.give(PlayCard(next(card for card in self.state.hands[side] if card[:-2] == kind)))

    def order(self, *pieces: str) -> "Table":
        for piece in pieces:
            self.give(OrderUnit(piece) if "-" in piece else OrderLeader(piece))
        return self

    def ordered(self) -> set[str]:
        return set(self.state.ordered)

    def orderable(self) -> set[str]:
        """Who may be ordered next."""
        if self.prompt != "orders":
            return set()
        return {each.unit for each in self.offers(OrderUnit)} | {
            each.leader for each in self.offers(OrderLeader)
        }

    def done(self) -> "Table":
        """The phase or the choice at hand is over."""
        last = self.menu()[-1]
        assert isinstance(last, (EndOrders, EndMovement, EndCombat, EndBatteries, EndBonus, HoldGround))
        return self.give(last)

    def move(self, piece: str, to: str) -> "Table":
        return self.give(MoveUnit(piece, to) if "-" in piece else MoveLeader(piece, to))

    def moves(self, piece: str) -> set[str]:
        """Where a piece can go."""
        if self.prompt != "movement":
            return set()
        units = {each.to for each in self.offers(MoveUnit) if each.unit == piece}
        return units | {each.to for each in self.offers(MoveLeader) if each.leader == piece}

    def to_combat(self) -> "Table":
        """The movement phase is over."""
        return self.done() if self.prompt == "movement" else self

    def melees(self, unit: str) -> set[str]:
        """Whom a unit may attack in melee now."""
        if self.prompt not in ("combat", "bonus"):
            return set()
        return {each.target for each in self.offers(Attack) if each.unit == unit}

    def shots(self, unit: str) -> set[str]:
        """Whom a unit may fire at now."""
        if self.prompt != "combat":
            return set()
        return {each.target for each in self.offers(Fire) if each.unit == unit}

    def attack(self, unit: str, target: str) -> "Table":
        """A melee at which the defender stands."""
        self.give(Attack(unit, target))
        if self.prompt == "batteries":
            self.give(EndBatteries())
        return self.stand()

    def stand(self) -> "Table":
        return self.give(StandFast()) if self.prompt == "answer" else self

    def fire(self, unit: str, target: str) -> "Table":
        return self.give(Fire(unit, target))

    def blocks(self, unit: str) -> int:
        """The blocks of a unit, 0 once it is gone."""
        return self.state.blocks.get(unit, 0)

    def at(self, piece: str) -> str | None:
        return self.state.at.get(piece)

    def banners(self, side: Side) -> int:
        return total(self.state, side)

    def in_hand(self, side: Side) -> int:
        return len(self.state.hands[side])


def melee_count(state: State, unit: str, target: str, with_card: bool = True) -> int:
    """The dice of a melee of these two where they stand."""
    at = state.at
    return melee_dice(state, unit, target, at[unit], at[target], with_card=with_card).total


def ranged_count(state: State, unit: str, target: str) -> int:
    return ranged_dice(state, unit, state.at[target]).total
