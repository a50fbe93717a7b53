"""The card table: every question that the rules ask of cards. `cards/` answers; nothing else names a card.

**Playing.** A card of one's own impulse is an `event`, a response an `answer`, a battle or siege card a
`battle_card`, which lies in the fight (`Laid`) when its function is called. All say what they may be played
on in a `Moment`: the open window, or one's own impulse. Targets are ids (a duchy, a leader, a power, a line,
or words that say which of several uses is meant, as "cancel"); "" is a card that is played on nothing.

**Battles and sieges.** A card works while it lies there or lasts (then it is seen as `Laid` of round 0), the
later one prevails (5.1). A response whose effect outlives its moment lays itself with `laid_cards.lay`. Each
function decides by itself whether it applies to this round, side and fight; `side` is whom the question is
about, the side that the card helps is `helped(laid)`, as Outflanked may have turned it (#55). A `work` may
push steps, `strike` with dice, `harm` without (both in `battle`), `CardSettled` its own target.

**Elsewhere** a card works while it lies open (`Lasting`: who played it, on what), unless its question says
otherwise.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from domain.kernel.agenda import Play
from domain.kernel.orders import Order
from domain.parts.card_table import Question
from domain.wellington.facts.world import Power, Side
from domain.wellington.position.conflict import Attempt, Battle, Laid, Part, Siege
from domain.wellington.position.state import Impulse, Lasting, State

# How cards are played ---------------------------------------------------------------------------


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a card may be played: the window, and in `card_played` the card, by whom and what for.

    In `impulse_start` it is `by` the power whose impulse is about to begin.
    """

    window: str = "own_impulse"
    card: str = ""
    by: Power | None = None
    mode: str = ""


Effect = Callable[[Play[State], Power, str], None]
"""What happens: `effect(play, power, target)`."""
Targets = Callable[[State, Power, Moment], tuple[str, ...]]
"""Everything that a card may be played on now; empty if it may not be played."""
Chosen = tuple[str, ...]
Options = Callable[[State, Power, str, Chosen], tuple[str, ...]]
"""What may be chosen next: `options(state, power, target, chosen so far)`; nothing left ends the choosing."""
Outcome = Callable[[Play[State], Power, str, Chosen], None]
"""What happens with the choices: `outcome(play, power, target, chosen)`."""


class CardChoices(msgspec.Struct, frozen=True):
    """Further choices of a card, made one by one after it was announced (D-06)."""

    options: Options
    outcome: Outcome


class CardEffect(msgspec.Struct, frozen=True):
    """What a card does and what it may be played on."""

    effect: Effect
    targets: Targets


EVENTS: Question[str, CardEffect] = Question("what it does as the event of one's own impulse")
ANSWERS: Question[str, CardEffect] = Question("what it does as a response")
BATTLE_CARDS: Question[str, CardEffect] = Question("what it does once it lies in a battle (5.3, 11.1)")
CHOICES: Question[str, CardChoices] = Question("what is to be chosen after it was announced")
also_in: Question[str, tuple[str, ...]] = Question(
    "windows beside those in its facts in which it may be played as a response (games name the facts' digest)"
)
ENOUGH = "enough"
"""The option that ends choosing before the most is reached."""


def on_nothing(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """A card that may always be played, and on nothing in particular."""
    return ("",)


def _played(table: Question[str, CardEffect], card: str, targets: Targets) -> Callable[[Effect], Effect]:
    def enter(effect: Effect) -> Effect:
        table(card)(CardEffect(effect, targets))
        return effect

    return enter


def event(card: str, targets: Targets = on_nothing) -> Callable[[Effect], Effect]:
    """The decorated function is what a card does as the event of one's own impulse."""
    return _played(EVENTS, card, targets)


def answer(card: str, targets: Targets) -> Callable[[Effect], Effect]:
    """The decorated function is what a card does as a response."""
    return _played(ANSWERS, card, targets)


def battle_card(card: str, targets: Targets = on_nothing) -> Callable[[Effect], Effect]:
    """The decorated function is what a battle card does once it lies in the battle (5.3, 11.1)."""
    return _played(BATTLE_CARDS, card, targets)


def choices(card: str, options: Options) -> Callable[[Outcome], Outcome]:
    """The decorated function is what a card does once its choices are made; push `MakeChoices` to ask."""

    def enter(outcome: Outcome) -> Outcome:
        CHOICES(card)(CardChoices(options, outcome))
        return outcome

    return enter


# Battles and sieges -----------------------------------------------------------------------------

Fight = Battle | Siege
Faces = tuple[int, ...]
Verdict = Side | Literal["tie", "nobody"]
Mercy = Literal["retreat", "spared"] | None
When = Literal["before_dice", "struck", "round_over", "won", "beaten", "aftermath"]
"""`before_dice`: after all cards and answers, before the dice of each round; `struck`: after their losses;
`round_over`: before it is judged; `won`: winner known, before it is seen whether he routs the loser;
`beaten`: after rout losses, before the retreat; `aftermath`: after flag and plunder, in a siege after flag
and sack."""
Count = Callable[[State, Fight, Laid, Side], int]
Yes = Callable[[State, Fight, Laid, Side], bool]

dice: Question[str, Count] = Question("dice more or fewer for `side` in this round (#13, #30, #96)")
pool: Question[str, Callable[[State, Fight, Laid, Side, int], int]] = Question(
    "the dice of `side` after all additions (halving: #27, #81)"
)
faces: Question[str, Callable[[State, Fight, Laid, Side, Faces], Faces]] = Question(
    "the enemy's dice against `side` as they count (fives ignored, sixes softened: #96, #97)"
)
few: Question[str, bool] = Question(
    "does it soften only so many dice of its round, however often the enemy rolls in it (#30, #74, #91, #96)?"
)
margin: Question[str, Count] = Question(
    "added to the margin that the loser `side` must be beaten by for a rout (#61)"
)
rout: Question[str, Callable[[State, Battle, Laid, Side], Mercy]] = Question(
    "`retreat` if a rout of `side` becomes a retreat, `spared` if it costs nothing (#49, #81)"
)
conceded: Question[str, Count] = Question(
    "hits of the loser `side` that say who has won and are no losses (#70, 11.9)"
)
verdict: Question[str, Callable[[State, Battle, Laid, Verdict], Verdict]] = Question(
    "who has won after this round, given what the rules say (#74)"
)
denied: Question[str, Yes] = Question("may the winner `side` have no benefit of an overrun (#74, #87)?")
plunder: Question[str, Count] = Question("added to the plunder die of the winner `side` (#61, #96)")
no_plunder: Question[str, Yes] = Question("is there no plunder for `side` (#68)?")
at_home: Question[str, Yes] = Question("do the Spaniards not go home with a Resource (#91, 11.11)?")
sixes: Question[str, Count] = Question("sixes added for `side` in this siege round, after the dice (#71)")
pairs: Question[str, Yes] = Question("do two fives of `side` count as a six against a fortress (#21)?")
another_round: Question[str, Yes] = Question(
    "may the besieger `side` fight another siege round whatever came of this one (#8)?"
)
round_beyond: Question[str, Yes] = Question("may he do so even beyond the last round (#70)?")
silences: Question[str, Callable[[Laid], str]] = Question(
    "which card does not work while this one lies in the fight (#2)?"
)
works: Question[tuple[str, When], Callable[[Play[State], Laid], None]] = Question(
    "what happens at that moment of a battle or siege"
)


def work(card: str, when: When) -> Callable[[Callable[[Play[State], Laid], None]], Callable[..., None]]:
    """The decorated function is what a card does at that moment of a battle or siege."""
    return works((card, when))


# Leaders and formations -------------------------------------------------------------------------

Value = Callable[[Lasting, int], int]

battle_value: Question[str, Value] = Question(
    "the battle value of the leader that it lies on, given the value without it (#23, #52, #59)"
)
command_value: Question[str, Value] = Question("the command value of the leader that it lies on (#23)")
march_cost: Question[str, Callable[[State, int], int]] = Question(
    "command points more for each march of the leader, or of the soldiers of the duchy, that it lies on; he "
    "leads so many armies"
)
parts_allies: Question[str, Callable[[Lasting, Power], bool]] = Question(
    "may the power's leaders not be part of a group that its ally leads (#22)?"
)
straggles: Question[str, bool] = Question(
    "does the formation that it lies on take attrition in every duchy that it enters (#41)?"
)
goes_along: Question[str, bool] = Question(
    "does it stay with soldiers without a leader who march out of the duchy that it lies on (#41, #45)?"
)
keeps_away: Question[str, bool] = Question(
    "can the leader that it lies on not come back in this impulse (#32, #52)?"
)
stands_in: Question[str, int] = Question(
    "the command value of the leader who is thought to be with the army of the one whom it took away (#32)"
)
tried: Question[str, Callable[[State, Attempt], dict[str, int]]] = Question(
    "added to the dice of who tries to intercept or evade, by what it is called; asked of all (#82, #85)"
)
nationality: Question[str, Callable[[State, Side], int | None]] = Question(
    "the nationality bonus of a side instead of the printed one; asked of all cards (#38)"
)

# Ways, places and the sea -----------------------------------------------------------------------

closes: Question[str, bool] = Question("is the line that it lies on closed to every movement (#9, #10)?")
bridges: Question[str, bool] = Question(
    "is the line that it lies on never closed, and open for who played it (#100)?"
)
Bar = Callable[[State, Lasting, Power, str], bool]

keeps_there: Question[str, Bar] = Question(
    "do the power's pieces not move out of this duchy at all (#3)?"
)
keeps_from_marching: Question[str, Bar] = Question(
    "do the power's pieces not march out of this duchy (#39)?"
)
no_building: Question[str, Bar] = Question(
    "may the power not build in this duchy (#17)?"
)
entered: Question[str, Callable[[Play[State], Lasting, str, Sequence[Part]], None]] = Question(
    "what happens when these pieces have just entered the duchy, by sea or by land (#93)"
)
assault: Question[str, Callable[[Lasting], bool]] = Question(
    "may the convoy of this impulse assault a minor port of the enemy (#93)?"
)
spares: Question[str, Callable[[State, str, bool, int], int]] = Question(
    "the pieces that attrition costs in this duchy, given how many; the formation `is_british` or not; asked "
    "of all cards (#93)"
)
spares_from_card: Question[str, Callable[[State, Lasting, str, Power, int, str], int]] = Question(
    "the pieces that another card costs the power in this duchy, given how many (#102)"
)
flag_after: Question[str, Callable[[bool], bool]] = Question(
    "its soldiers are placed among enemies and attack: may the flag change, even if they met none (#35)?"
)

# Impulses, points and where cards go ------------------------------------------------------------

forced_points: Question[str, int] = Question(
    "the power that it lies on begins its next scheduled impulse with these points of the card (#26)"
)
free_point: Question[str, Callable[[State, Impulse], bool]] = Question(
    "does it give the active power a command point for nothing, once in an impulse (#98)?"
)
pays_for: Question[str, Callable[[State, Order], bool]] = Question(
    "may its command points be spent so, order by order of a step (#25, #98)?"
)
must_be_used: Question[str, bool] = Question(
    "must the power that it was handed to use it as its ordinary card (#65)?"
)
counts_at_once: Question[str, bool] = Question(
    "does the Appeal count it as played although it still lies open (#26)?"
)
keeps_itself: Question[str, bool] = Question(
    "does its effect say itself whether it lies open, of only one of its uses (#45)?"
)
lies_open: Question[str, bool] = Question("does it lie open although nothing in `duration` says so (#72)?")
