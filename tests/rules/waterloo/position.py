"""Small positions to try the rules on: `given(...)` lays out counters, the table plays orders."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from domain.kernel import Answers, Decision, Event, Order, Play, SealedChance, Seat, Step
from domain.waterloo import orders
from domain.waterloo.events.battle import BattleResolved
from domain.waterloo.facts import FACTS, Army, Facing, Front
from domain.waterloo.position.state import COALITION, FRENCH, THREE_SEATS, TWO_SEATS, State, Unit, standing
from domain.waterloo.turn import PlayRound, Rounds

SEED = b"an even chance for everybody...."
MARKERS = ("reduced", "disordered", "moved", "rallied", "attacked")
E = TypeVar("E", bound=Event)


def given(
    units: Mapping[str, str],
    *,
    leaders: Mapping[str, str] | None = None,
    hands: Mapping[Army, str] | None = None,
    active: Front = "french",
    army: Army | None = None,
    scenario: str = "short",
    players: int = 2,
    turn: int = 1,
    seed: bytes = SEED,
    agenda: tuple[Step, ...] = (),
    **rest: Any,
) -> "Table":
    """A table on which the active front is about to play a card of its round.

    `units` reads "M7 N" or "M7 N reduced disordered"; units not named are not there. `hands` reads
    "fr_11 fr_12"; hands not named are empty. `rest` are fields of the state, such as `chateaux={"J5": 1}`.
    """
    fact = FACTS.scenarios[scenario]
    counters = {
        name: _unit(units[name]) if name in units else Unit()
        for name, unit in FACTS.units.items()
        if unit.army in fact.armies
    }
    for name in set(units) - set(counters):
        raise AssertionError(f"{name} is no unit of the {scenario} game")
    facts: dict[str, Any] = {
        "scenario": scenario,
        "seats": TWO_SEATS if players == 2 else THREE_SEATS,
        "turns": fact.turns,
        "armies": fact.armies,
        "turn": turn,
        "round": 1,
        "active": active,
        "army": army or ("french" if active == "french" else "anglo_allied"),
        "units": counters,
        "at": standing(counters),
        "leaders": {leader: (leaders or {}).get(leader) for leader in FACTS.leaders},
        "hands": {each: tuple(sorted((hands or {}).get(each, "").split())) for each in fact.armies},
        "discards": {each: () for each in fact.armies},
        "owners": {**fact.vp_markers, **rest.pop("owners", {})},
        "chateaux": {**FACTS.chateaux, **rest.pop("chateaux", {})},
    }
    return Table(Play(State(**{**facts, **rest}), agenda or (Rounds(), PlayRound()), SealedChance(seed)))


def _unit(text: str) -> Unit:
    square, facing, *markers = text.split()
    assert set(markers) <= set(MARKERS), text
    side: Facing = facing  # type: ignore[assignment]
    return Unit(square, side, **dict.fromkeys(markers, True))


class Table:
    """A game under way. Every order must stand in the menu; artillery holds fire unless told otherwise."""

    def __init__(self, play: "Play[State]") -> None:
        self.game = play
        self.decision: Decision | None = play.run()
        self.drafts: dict[Seat, tuple[Order, ...]] = {}

    # Looking ----------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def events(self) -> list[Event]:
        return self.game.events

    def all(self, kind: type[E]) -> list[E]:
        """The events of this type, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The latest event of this type."""
        found = self.all(kind)
        assert found, f"no {kind.__name__} among {[type(event).__name__ for event in self.events]}"
        return found[-1]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is asked."""
        return self.decision.seats if self.decision else ()

    @property
    def prompt(self) -> str:
        """What is asked."""
        assert self.decision is not None, "the game is over"
        return next(iter(self.decision.asks.values())).prompt

    def menu(self, seat: Seat | None = None) -> list[Order]:
        """What may be ordered now by `seat`, or by the only seat that is asked."""
        assert self.decision is not None, "the game is over"
        seat = seat or self.seats[0]
        ask = self.decision.ask(seat)
        assert ask is not None, f"{seat} is not asked, but {self.seats}"
        return list(ask.menu(self.drafts.get(seat, ())))

    def offers(self, kind: type[Order], seat: Seat | None = None) -> list[Any]:
        """The orders of this type in the menu."""
        if self.decision is None or (seat and seat not in self.seats):
            return []
        return [order for order in self.menu(seat) if isinstance(order, kind)]

    def unit(self, name: str) -> Unit:
        return self.state.units[name]

    def where(self, name: str) -> str | None:
        """The square of a unit or leader."""
        if name in self.state.leaders:
            return self.state.leaders[name]
        return self.unit(name).square

    def spent(self) -> dict[str, list[int]]:
        """The movement points that each piece paid, step by step."""
        costs: dict[str, list[int]] = {}
        for event in self.events:
            piece = getattr(event, "unit", None) or getattr(event, "leader", None)
            if piece is not None and hasattr(event, "cost"):
                costs.setdefault(piece, []).append(event.cost)
        return costs

    # Ordering ---------------------------------------------------------------------------------

    def order(self, order: Order, seat: Seat | None = None) -> "Table":
        """Give an order; it must stand in the menu."""
        seat = seat or next((each for each in self.seats if order in self.menu(each)), self.seats[0])
        menu = self.menu(seat)
        assert order in menu, f"{order} is not offered to {seat}, but {menu}"
        self.drafts[seat] = (*self.drafts.get(seat, ()), order)
        if type(order).closes and self._is_complete():
            answers: Answers = self.drafts
            self.drafts = {}
            self.decision = self.game.answer(answers)
        return self

    def _is_complete(self) -> bool:
        return all(each in self.drafts and type(self.drafts[each][-1]).closes for each in self.seats)

    def hold_fire(self) -> "Table":
        """Let windows for artillery pass, as many as there are."""
        while self.offers(orders.LetPass):
            for seat in self.seats:
                self.order(orders.LetPass(), seat)
        return self

    def play(self, card: str, use: str = "movement") -> "Table":
        return self.hold_fire().order(orders.PlayCard(card, use)).hold_fire()  # type: ignore[arg-type]

    def move(self, unit: str, *squares: str) -> "Table":
        """Move a unit square by square; "S" is a turn to the south, "G6 E" a move out of a chateau."""
        for step in squares:
            self.hold_fire()
            square, _, facing = step.partition(" ")
            if square in FACTS.terrain:
                self.order(orders.MoveUnit(unit, square, facing or None))  # type: ignore[arg-type]
            else:
                self.order(orders.TurnUnit(unit, square))  # type: ignore[arg-type]
        return self

    def ride(self, leader: str, *squares: str) -> "Table":
        """Move a leader square by square."""
        for square in squares:
            self.hold_fire().order(orders.MoveLeader(leader, square))
        return self

    def end_movement(self) -> "Table":
        """End the movement card, unless it ended by itself."""
        self.hold_fire()
        if self.offers(orders.EndMovement):
            self.order(orders.EndMovement())
        return self.hold_fire()

    def after_card(self, card: str) -> "Table":
        """Play a card for movement and move nothing: an attack is open."""
        return self.play(card).end_movement()

    def attack(self, target: str, *attackers: str) -> "Table":
        """Declare an attack; the attackers in any order."""
        self.hold_fire()
        for offered in self.offers(orders.Attack):
            if offered.target == target and set(offered.attackers) == set(attackers):
                return self.order(offered)
        raise AssertionError(f"{attackers} may not attack {target}; offered: {self.offers(orders.Attack)}")

    def set_cards(self, **cards: str) -> "Table":
        """Set cards for the battle: `french="fr_11 bp, fr_20 elite"`; seats not named set none."""
        self.hold_fire()
        asked = [seat for seat in self.seats if self.offers(orders.RevealCards, seat)]
        assert set(cards) <= set(asked), f"{set(cards) - set(asked)} may set no cards"
        for seat in asked:
            for each in filter(None, cards.get(seat, "").split(", ")):
                card, use = each.split()
                self.order(orders.SetCard(card, use), seat)  # type: ignore[arg-type]
            self.order(orders.RevealCards(), seat)
        return self

    def fight(self, target: str, *attackers: str, **cards: str) -> BattleResolved:
        """A battle without artillery fire, up to its result."""
        return self.attack(target, *attackers).set_cards(**cards).resolved()

    def resolved(self) -> BattleResolved:
        """The battle's result, when all windows have passed."""
        self.hold_fire()
        return self.last(BattleResolved)

    def charge(self, unit: str, to: str, target: str, **cards: str) -> BattleResolved:
        """A charge up to its result, when a Cavalry charge card has been played."""
        self.order(orders.Charge(unit, to, target))
        return self.set_cards(**cards).resolved()

    def end_round(self) -> "Table":
        """Leave an attack that is open unused and end the round."""
        self.hold_fire()
        if self.offers(orders.NoAttack):
            self.order(orders.NoAttack()).hold_fire()
        if self.offers(orders.EndRound):
            self.order(orders.EndRound())
        return self.hold_fire()

    def fire(self, card: str, shooter: str, target: str) -> "Table":
        return self.order(orders.FireArtillery(card, shooter, target))

    def retreat_squares(self, unit: str) -> set[str]:
        """Where the unit may retreat to."""
        return {order.to for order in self.offers(orders.RetreatTo) if order.unit == unit}


def squares(offered: Iterable[Any]) -> set[str]:
    """The squares that these orders lead to."""
    return {order.to for order in offered}


__all__ = ["COALITION", "FRENCH", "Table", "given", "squares"]
