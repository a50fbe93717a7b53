"""Rule sets: what a title gives to the kernel, and the list of titles."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.kernel.agenda import Step
from domain.kernel.battles import Battles, Factor
from domain.kernel.chance import Die, Rolled
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import Event, Opened
from domain.kernel.maps import Map
from domain.kernel.orders import Order
from domain.kernel.prose_files import plain_refusal
from domain.kernel.scene import Scene, Token
from domain.kernel.seats import Seat
from domain.kernel.told import Told as Told

HANDICAP, NO_HANDICAP = "handicap", "none"
"""The id of the option by which a side that wins too seldom is helped, and the choice that helps nobody."""


class Option(msgspec.Struct, frozen=True):
    """A choice that the rules leave to the players before a game, and the rule that grants it."""

    id: str
    name: str
    choices: tuple[str, ...]
    default: str
    rule: str


class Scenario(msgspec.Struct, frozen=True):
    """A scenario: its last turn (0: no limit), the one that it begins with, and the ways to seat players, the
    usual one first."""

    id: str
    name: str
    summary: str
    turns: int
    seatings: tuple[tuple[Seat, ...], ...]
    options: tuple[Option, ...] = ()
    first_turn: int = 1

    @property
    def length(self) -> int:
        """How many turns it lasts at most; 0 where there is no limit."""
        return max(0, self.turns - self.first_turn + 1)


class Measure(msgspec.Struct, frozen=True):
    """A number that can be plotted over a game. `side` chooses the colour; `group` shares an axis."""

    id: str
    name: str
    side: str
    group: str


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an order shows on the board: the counter or space to touch first, then the target.

    `kind` is `safe`, `risk` or `fight` where the piece goes or strikes there, `here` where something is done
    there and nobody goes (a marker placed or taken away), `act` where the order is about the target;
    `cost` what the order costs (movement points); `stays` what comes of it if the piece goes no further from
    there, told by the prose's table `reach`.
    """

    piece: str | None = None
    target: str | None = None
    kind: str = "safe"
    cost: int | None = None
    stays: Told | None = None

    @property
    def is_harmless(self) -> bool:
        """Whether nobody fights there, or may act against what goes there."""
        return self.kind in ("safe", "here")


class Face(msgspec.Struct, frozen=True):
    """A card as it lies in a hand: the value in its ring, its printed number, and ids of its kinds."""

    value: str
    number: int | None = None
    tags: tuple[str, ...] = ()
    rule: str = ""
    """The paragraph that says when the card may be played."""


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """What an order leads to by public arithmetic, told by the template `key` of the prose's table `odds`.

    `win`, `rout` (part of it) and `nobody` are chances between 0 and 1, None where no dice decide;
    `lost` and `taken` the pieces that it is expected to cost the one who orders, and the enemy;
    `about` fills the template; what the two sides bring to a battle is `attack` and `defence` in it.
    `factors` are the lines that come to these two, of the one who orders and of the enemy.
    """

    key: str
    win: float | None = None
    rout: float = 0.0
    nobody: float = 0.0
    lost: float = 0.0
    taken: float = 0.0
    about: dict[str, Any] = {}
    factors: tuple[tuple[Factor, ...], tuple[Factor, ...]] = ((), ())

    @property
    def sides(self) -> tuple[int, int] | None:
        """What the one who orders brings, and what the enemy brings, where that can be counted."""
        attack, defence = self.about.get("attack"), self.about.get("defence")
        return None if attack is None or defence is None else (attack, defence)

    @property
    def is_ahead(self) -> bool:
        """Whether he is likelier to win than not; where no dice decide, whether he brings more."""
        if self.win is not None:
            return self.win > 0.5
        if self.sides is not None:
            return self.sides[0] > self.sides[1]
        return self.taken > self.lost


class PieceCard(msgspec.Struct, frozen=True):
    """What everybody may know of a piece: its present condition in a word or two each, then line by line."""

    chips: tuple[Told, ...]
    lines: tuple[Told, ...]


class Sight(msgspec.Struct, frozen=True):
    """What is to be said of a line from a space to another, and the spaces that hide what is behind them."""

    told: Told
    hides: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether one sees along it."""
        return not self.hides


class Lead(msgspec.Struct, frozen=True, kw_only=True):
    """Who is ahead by the rules' own count, and what wins.

    `turn` of `turns` (0: no limit); `ahead` is a side, front or power, None if nobody is;
    `counts` is what is counted, shortest first; `goal` what ends or wins the game.
    """

    turn: int
    turns: int
    ahead: str | None
    counts: tuple[Told, ...]
    goal: Told


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the winning seats (none in a draw), the deciding rule and each side's score.

    `counts` is the id of what the scores are, if they can be several things. Where players ended the game
    themselves there is neither rule nor score, and `reason` says how: `resignation` or
    `agreement`.
    """

    winners: tuple[Seat, ...]
    rule: str
    scores: dict[str, float]
    counts: str = ""
    reason: str = ""


def no_piece_card(state: Any, piece: str) -> PieceCard | None:
    """A title that tells nothing of its pieces but their names."""
    return None


def no_lead(state: Any) -> Lead | None:
    """A title that does not say who is ahead."""
    return None


def as_it_leaves(state: Any, order: Order) -> Told | None:
    """What an order gives up whatever the position, as it says itself."""
    return Told(order.leaves) if order.leaves else None


def none_shared_out(state: Any) -> tuple[tuple[Seat, ...], ...]:
    """A title whose seats are on their sides from the beginning."""
    return ()


def all_of_them(state: Any, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """A title whose sides win as one."""
    return seats


Position = tuple[Any, tuple[Step, ...]]
"""Where a game stands: its state and its agenda."""


def no_texts(language: str) -> Mapping[str, str]:
    """The card texts of a title whose cards say all by their names."""
    return {}


def no_measures(state: Any, viewer: Seat) -> Collection[str]:
    """A title whose measures everybody could count on the board."""
    return ()


def no_odds(state: Any, draft: Sequence[Order], order: Order) -> Odds | None:
    """The odds of a title that tells none."""
    return None


@dataclass(frozen=True)
class RuleSet:
    """One title.

    `set_up(opened)` gives the first state and agenda. `view` and `redact` are the only ways out
    for secrets. `deal_anew(state, seat, random, agenda)` deals anew what `seat` may not know: two states
    that it cannot tell apart become the same one for the same randomness; `agenda` says what it looks at now.
    Two games are aligned by `clock(state)`, their (turn, round). `measure` gives each
    `Measure` its present value; `evaluate` says how well a seat stands (higher is better).
    `names(language)` gives every id its display name, `texts(language)` each card's own words. `folder`
    holds `rules.md` and `prose/`, and for other languages than English `rules.<language>.md`.
    """

    id: str
    name: str
    edition: int
    data_digest: str
    scenarios: tuple[Scenario, ...]
    state: type[Any]
    events: tuple[type[Event], ...]
    orders: tuple[type[Order], ...]
    steps: tuple[type[Step], ...]
    set_up: Callable[[Opened], tuple[Any, tuple[Step, ...]]]
    view: Callable[[Any, Seat], Scene]
    redact: Callable[[Event, Seat], Event]
    deal_anew: Callable[[Any, Seat, Random, Sequence[Step]], Any]
    hint: Callable[[Any, Order], Hint]
    clock: Callable[[Any], tuple[int, int]]
    measures: tuple[Measure, ...]
    measure: Callable[[Any], dict[str, float]]
    evaluate: Callable[[Any, Seat], float]
    result: Callable[[Any], Result | None]
    names: Callable[[str], Mapping[str, str]]
    marks: Mapping[str, str]
    """Event name -> mark on the timeline (`battle`, `card`, `capture`, `turn`)."""
    folder: Path
    sequence: str = ""
    """The paragraph on who plays when: it refuses orders that come out of turn."""
    home: str = ""
    """The prompt by which a seat chooses its next card or impulse: where a computer plans ahead."""
    windows: tuple[str, ...] = ()
    """The kinds of its response windows."""
    fights: tuple[str, ...] = ()
    """Those of them that open in battles and sieges."""
    open_questions: tuple[str, ...] = ()
    """The prompts whose words everybody may read, whoever is asked: they follow from what is public."""
    texts: Callable[[str], Mapping[str, str]] = no_texts
    """Language -> card id -> what the card does, in our own words."""

    bidding: Mapping[tuple[Seat, ...], str] = field(default_factory=dict)
    """Seatings whose players bid for what they play -> the paragraph that says how."""
    sides: tuple[tuple[Seat, ...], ...] = ()
    """The seats that play on one side, where a side may have several."""
    shared_out: Callable[[Any], tuple[tuple[Seat, ...], ...]] = none_shared_out
    """State -> the same for seats that got their sides in the game, as in a seating of `bidding`."""
    foremost: Callable[[Any, tuple[Seat, ...]], tuple[Seat, ...]] = all_of_them
    """(state, all seats of the side that has won) -> those of them who win, if the game ended now."""

    def conceal(self, state: Any, agenda: Iterable[Step], seat: Seat, random: Random) -> Position:
        """A position that `seat` cannot tell from this one, hands and sealed answers supposed at random.

        Whoever looks ahead for a seat looks at such a position only.
        """
        steps = tuple(agenda)
        dealt = self.deal_anew(state, seat, random, steps)
        return dealt, tuple(step.concealed(dealt, seat, random) for step in steps)

    def measured(self, state: Any, viewer: Seat) -> dict[str, float]:
        """Every measure's present value, but for those that tell what `viewer` may not see."""
        return self.shown_measures(state, viewer, self.measure(state))

    def shown_measures(self, state: Any, viewer: Seat, measures: Mapping[str, float]) -> dict[str, float]:
        """Those of the `measures` of `state` that tell `viewer` nothing that he may not see."""
        closed = self.closed_measures(state, viewer)
        return {name: value for name, value in measures.items() if name not in closed}

    def side_of(self, seat: Seat, seats: Collection[Seat], state: Any = None) -> tuple[Seat, ...]:
        """Those of `seats` that play on the side of `seat`, itself among them; `state` tells of sides that
        the players got in the game."""
        sides = self.sides if state is None else (*self.sides, *self.shared_out(state))
        side = next((each for each in sides if seat in each), (seat,))
        return tuple(each for each in seats if each in side)

    closed_measures: Callable[[Any, Seat], Collection[str]] = no_measures
    """(state, viewer) -> the measures that would tell what the viewer may not see."""
    faces: Mapping[str, Face] = field(default_factory=dict)
    """Card id -> how it looks in the hand."""
    figures: tuple[str, ...] = ()
    """The numbers of a scene that a player wants to see at once, for each side the first four that it has.
    Without any, the first four of all."""
    odds: Callable[[Any, Sequence[Order], Order], Odds | None] = no_odds
    """(state, what the seat has ordered so far, an order of its menu) -> what comes of it, from public facts
    and the seat's own; worked out only when somebody asks."""

    piece_card: Callable[[Any, str], PieceCard | None] = no_piece_card
    """(state, piece) -> what everybody may know of the piece; None for what is no piece of the game."""
    lead: Callable[[Any], Lead | None] = no_lead
    """Who is ahead now, from public facts; None before anything stands."""
    forfeit: Callable[[Any, Order], Told | None] = as_it_leaves
    """What an order of the present menu gives up that could still be used, told by the prose's table `lost`;
    None if it gives up nothing. What hangs on no position the order `leaves` itself."""

    sight: Callable[[Any, str, str], Sight] | None = None
    """(state, space, another) -> whether one sees from the first to the second now, by what everybody may
    know; None where no line of sight matters. Raises LookupError for what is no space."""
    battles: Battles | None = None
    """How its battles are told; None where it has none, or tells them by the log alone."""
    tokens: Callable[[Any, Seat], Mapping[str, Token]] | None = None
    """The counters of `view` alone, where they are made quicker so: see `tokens_of`."""
    maps: Mapping[str, Callable[[], Map]] = field(default_factory=dict)
    """Board, as its scenes call it -> the map that is drawn for it; `board.toml` in `folder` says how."""
    dice: tuple[Die, ...] = ()
    """Its dice whose faces have names."""
    data_files: tuple[str, ...] = ()
    """The names of its data files in `folder`/data, all of which a pack holds."""
    on_data: "Callable[[Mapping[str, bytes], str], RuleSet] | None" = None
    """(data files by name, digest of the pack) -> the same rules on these data. Raises DataError."""

    def tokens_of(self, state: Any, seat: Seat) -> Mapping[str, Token]:
        """The counters as `seat` sees them."""
        return self.view(state, seat).tokens if self.tokens is None else self.tokens(state, seat)

    def die_of(self, roll: Rolled) -> Die | None:
        """The die with named faces that was rolled; None for numbers, or if this edition has no such die."""
        die = next((each for each in self.dice if each.id == roll.die), None)
        fits = die is not None and all(0 < value <= len(die.faces) for value in (roll.sides, *roll.values))
        return die if fits else None

    def faces_of(self, roll: Rolled) -> tuple[str, ...]:
        """The names of what a roll shows; none where its faces are numbers."""
        die = self.die_of(roll)
        return () if die is None else die.shown(roll.values)

    def scenario(self, scenario: str) -> Scenario:
        """The scenario with this id. Raises InvalidSetup."""
        for each in self.scenarios:
            if each.id == scenario:
                return each
        known = ", ".join(each.id for each in self.scenarios)
        raise InvalidSetup(plain_refusal("no_scenario", title=self.name, scenario=scenario, known=known))


_TITLES: dict[str, RuleSet] = {}


def register(rule_set: RuleSet) -> RuleSet:
    """Titles call this once, when they are imported."""
    _TITLES[rule_set.id] = rule_set
    return rule_set


def titled(title: str) -> RuleSet:
    """The rule set of a title by its id. Raises InvalidSetup."""
    if title not in _TITLES:
        raise InvalidSetup(plain_refusal("no_title", title=title, known=", ".join(sorted(_TITLES))))
    return _TITLES[title]


def titles() -> tuple[RuleSet, ...]:
    """Every registered title, by id."""
    return tuple(_TITLES[each] for each in sorted(_TITLES))
