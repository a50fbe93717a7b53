"""Skirmish: a toy title with everything that the kernel offers, small enough to read at once.

Two seats, red and blue, each with a piece on a line of seven spaces and a hidden hand of
numbered cards. Each round both set cards aside in secret (several parts, shown together); the
higher sum may march or shoot (dice). Before a shot the other seat may dodge with a card, in a
window that leaves no event when it lets the shot pass. Six rounds, or until somebody is hit
twice or reaches the other end.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

import msgspec

from domain.kernel import (
    ALL,
    Answers,
    Ask,
    Decision,
    Draft,
    Event,
    Hint,
    Measure,
    Opened,
    Option,
    Order,
    Play,
    Result,
    RuleSet,
    Scenario,
    Scene,
    Seat,
    Space,
    Step,
    Token,
    register,
    the_order,
)
from domain.kernel.datafiles import DataFile, Entry, Source, read_files, read_folder
from domain.kernel.gathering import gathered
from domain.parts.piles import Cards, deal, hands_without, undrawn, without
from domain.parts.secrets import Holders, deal_anew, hand
from domain.parts.sides import opposites
from domain.parts.windows import cancel

RED, BLUE = Seat("red"), Seat("blue")
SEATS = (RED, BLUE)
FOE = opposites(*SEATS)
WAY = {RED: 1, BLUE: -1}
GOALS = {RED: 7, BLUE: 1}
DECKS = {seat: tuple(f"{seat}_{value}" for value in range(1, 9)) for seat in SEATS}
HAND_SIZE = 3


def deck_of(card: str) -> str:
    return card.rsplit("_", 1)[0]


def value_of(card: str) -> int:
    return int(card.rsplit("_", 1)[1])


# Facts: `data/line.toml`, or that of a data pack


class Piece(Entry, frozen=True):
    """A piece: where it stands at the beginning, and how many hits it takes."""

    id: Literal["red", "blue"]
    start: Annotated[int, msgspec.Meta(ge=1, le=7)]
    endurance: Annotated[int, msgspec.Meta(ge=1, le=9)]
    src: Source


class Facts(msgspec.Struct, frozen=True, eq=False):
    pieces: dict[Seat, Piece]


def told_facts(file: DataFile) -> Facts:
    pieces = {Seat(each.id): each for each in file.read_list("piece", Piece)}
    for seat in SEATS:
        file.require(seat in pieces, seat, "piece", "is missing")
    file.require(pieces[RED].start < pieces[BLUE].start, RED, "start", "must be left of blue's")
    return Facts(pieces)


LINE = "line.toml"
FOLDER = Path(__file__).parent
SECTIONS = {LINE: ["piece"]}
FACTS = {"": told_facts(read_folder(FOLDER / "data", SECTIONS)[LINE])}
"""By the digest of the data pack; the built-in ones without."""


class State(msgspec.Struct, frozen=True):
    secrets = {"hands": ""}

    at: dict[Seat, int]
    hits: dict[Seat, int]
    hands: dict[Seat, tuple[str, ...]]
    round: int = 0
    used: tuple[str, ...] = ()
    over: bool = False
    data: str = ""

    @property
    def facts(self) -> Facts:
        return FACTS[self.data]

    def changed(self, **fields: Any) -> "State":
        return msgspec.structs.replace(self, **fields)


# Orders


class SetCard(Order, frozen=True):
    closes = False
    card: str


class Reveal(Order, frozen=True):
    pass


class March(Order, frozen=True):
    seat: Seat
    to: int


class Shoot(Order, frozen=True):
    seat: Seat


class Dodge(Order, frozen=True):
    card: str


class LetPass(Order, frozen=True):
    passes = True


# Events


class RoundStarted(Event, frozen=True):
    rule = "1"
    round: int

    def apply(self, state: State) -> State:
        return state.changed(round=self.round)


class HandDealt(Event, frozen=True):
    rule = "1"
    reveals = True
    secrets = {"cards": "seat"}
    seat: Seat
    count: int
    cards: tuple[str, ...] | None = None

    def apply(self, state: State) -> State:
        return state.changed(hands={**state.hands, self.seat: tuple(sorted(self.cards or ()))}, used=())


class CardsRevealed(Event, frozen=True):
    rule = "2"
    reveals = True
    red: tuple[str, ...]
    blue: tuple[str, ...]

    def apply(self, state: State) -> State:
        shown = {RED: self.red, BLUE: self.blue}
        hands = {seat: without(state.hands[seat], shown[seat]) for seat in SEATS}
        return state.changed(hands=hands, used=(*state.used, *self.red, *self.blue))


class Marched(Event, frozen=True):
    rule = "3"
    seat: Seat
    to: int

    def apply(self, state: State) -> State:
        return state.changed(at={**state.at, self.seat: self.to})


class Dodged(Event, frozen=True):
    rule = "4"
    seat: Seat
    card: str

    def apply(self, state: State) -> State:
        hands = hands_without(state.hands, self.seat, (self.card,))
        return state.changed(hands=hands, used=(*state.used, self.card))


class ShotResolved(Event, frozen=True):
    rule = "4"
    seat: Seat
    dice: tuple[int, ...]
    hit: bool

    def apply(self, state: State) -> State:
        foe = FOE[self.seat]
        return state.changed(hits={**state.hits, foe: state.hits[foe] + self.hit})


class GameEnded(Event, frozen=True):
    rule = "5"
    winner: Seat | None

    def apply(self, state: State) -> State:
        return state.changed(over=True)


# Steps


class Rounds(Step, frozen=True):
    rounds: int = 6

    def advance(self, play: Play[State]) -> None:
        state = play.state
        won = result(state)
        if won is not None or state.round == self.rounds:
            winner = won.winners[0] if won and won.winners else None
            play.record(GameEnded(winner))
            play.pop()
            return
        play.record(RoundStarted(state.round + 1))
        for seat in SEATS:
            self._deal(play, seat)
        play.push(Bids())

    def _deal(self, play: Play[State], seat: Seat) -> None:
        def dealt(cards: Cards) -> HandDealt:
            return HandDealt(seat, len(cards), cards)

        deal(play, seat, DECKS[seat], HAND_SIZE, f"deal:{seat}", "1", dealt, value_of)


class Bids(Step, frozen=True):
    def advance(self, play: Play[State]) -> Decision:
        return Decision(*(Ask(seat, "bid", "2", self._menu(play.state, seat)) for seat in SEATS))

    def _menu(self, state: State, seat: Seat) -> Any:
        def menu(draft: Draft) -> list[Order]:
            last = draft[-1].card if draft else ""  # type: ignore[attr-defined]
            return [*(SetCard(card) for card in state.hands[seat] if card > last), Reveal()]

        return menu

    def handle(self, play: Play[State], answers: Answers) -> None:
        cards = {seat: tuple(o.card for o in answers[seat][:-1]) for seat in SEATS}  # type: ignore[attr-defined]
        sums = {seat: sum(value_of(card) for card in cards[seat]) for seat in SEATS}
        play.record(CardsRevealed(cards[RED], cards[BLUE]))
        play.pop()
        if sums[RED] != sums[BLUE]:
            play.push(Act(RED if sums[RED] > sums[BLUE] else BLUE))


class Act(Step, frozen=True):
    seat: Seat

    def advance(self, play: Play[State]) -> Decision:
        to = play.state.at[self.seat] + WAY[self.seat]
        marches = [March(self.seat, to)] if to != play.state.at[FOE[self.seat]] else []
        return Decision(Ask(self.seat, "act", "3", [*marches, Shoot(self.seat)]))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, March):
            play.record(Marched(self.seat, order.to))
        else:
            play.push(Window(FOE[self.seat]), Shot(self.seat))


class Window(Step, frozen=True):
    """Who is shot at may dodge."""

    seat: Seat

    def advance(self, play: Play[State]) -> Decision | None:
        if not play.state.hands[self.seat]:
            play.pop()
            return None
        menu = [*(Dodge(card) for card in play.state.hands[self.seat]), LetPass()]
        return Decision(Ask(self.seat, "dodge", "4", menu, window="dodge", silence=LetPass()))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, Dodge):
            cancel(play, Window)
            play.record(Dodged(self.seat, order.card))
        else:
            play.pop()


class Shot(Step, frozen=True):
    seat: Seat

    def advance(self, play: Play[State]) -> None:
        dice = play.roll(self.seat, 2, 6, "shot", "4", score=lambda face: float(face == 6))
        play.pop()
        play.record(ShotResolved(self.seat, dice, 6 in dice))


# What the title gives to the kernel


def result(state: State) -> Result | None:
    scores = {str(seat): float(state.hits[FOE[seat]]) for seat in SEATS}
    for seat in SEATS:
        endurance = state.facts.pieces[FOE[seat]].endurance
        if state.hits[FOE[seat]] >= endurance or state.at[seat] == GOALS[seat]:
            return Result((seat,), "5", scores)
    return Result((), "5", scores) if state.over else None


def set_up(opened: Opened) -> tuple[State, tuple[Step, ...]]:
    data = opened.pack_data
    at = {seat: piece.start for seat, piece in FACTS[data].pieces.items()}
    start = State(at=at, hits={RED: 0, BLUE: 0}, hands={RED: (), BLUE: ()}, data=data)
    return start, (Rounds(int(opened.options.get("rounds", "6"))),)


def view(state: State, viewer: Seat) -> Scene:
    tokens = {
        seat: Token(
            at=str(state.at[seat]),
            kind="infantry",
            side=seat,
            label=seat,
            strength=state.facts.pieces[seat].endurance - state.hits[seat],
        )
        for seat in SEATS
    }
    hands = {str(seat): hand(cards, viewer in (seat, ALL)) for seat, cards in state.hands.items()}
    numbers: dict[str, dict[str, int | float | str]] = {
        seat: {"cards": len(state.hands[seat]), "hits": state.hits[seat]} for seat in SEATS
    }
    spaces = {str(space): Space() for space in range(1, 8)}
    return Scene("skirmish", state.round, state.round, "round", tokens, spaces, hands, numbers, state.over)


def conceal(state: State, seat: Seat, random: Random, agenda: Sequence[Step] = ()) -> State:
    rest = (card for each in SEATS for card in undrawn(DECKS[each], state.used, state.hands[each]))
    return deal_anew(state, SEATS if seat == ALL else (seat,), rest, deck_of, random)


def hint(state: State, order: Order) -> Hint:
    if isinstance(order, March):
        return Hint(piece=order.seat, target=str(order.to), cost=1)
    if isinstance(order, Shoot):
        return Hint(piece=order.seat, target=str(state.at[FOE[order.seat]]), kind="fight")
    return Hint()


def measure(state: State) -> dict[str, float]:
    return {f"hits_{seat}": float(state.hits[seat]) for seat in SEATS}


def names(language: str) -> Mapping[str, str]:
    return {
        **{card: f"card {value_of(card)}" for deck in DECKS.values() for card in deck},
        RED: "Red",
        BLUE: "Blue",
    }


def on_data(files: Mapping[str, bytes], digest: str) -> RuleSet:
    FACTS[digest] = told_facts(read_files(files, SECTIONS)[LINE])
    return replace(SKIRMISH, data_digest=digest)


SKIRMISH = register(
    RuleSet(
        id="skirmish",
        name="Skirmish",
        edition=1,
        data_digest="",
        scenarios=(
            Scenario(
                "line",
                "The line",
                "Two pieces on seven spaces.",
                6,
                (SEATS,),
                (Option("rounds", "Rounds", ("3", "6"), "6", "1"),),
            ),
        ),
        state=State,
        events=gathered(__name__, Event),
        orders=gathered(__name__, Order),
        steps=gathered(__name__, Step),
        set_up=set_up,
        view=view,
        redact=Holders().redact,
        deal_anew=conceal,
        hint=hint,
        clock=lambda state: (state.round, 1),
        measures=tuple(Measure(f"hits_{seat}", f"Hits on {seat}", seat, "hits") for seat in SEATS),
        measure=measure,
        evaluate=lambda state, seat: float(state.hits[FOE[seat]] - state.hits[seat]),
        result=result,
        names=names,
        marks={"ShotResolved": "battle", "CardsRevealed": "card", "RoundStarted": "turn"},
        folder=FOLDER,
        data_files=(LINE,),
        on_data=on_data,
        windows=("dodge",),
    )
)
