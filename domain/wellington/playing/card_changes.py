"""What cards change in battles and sieges: tables of functions that the rules ask, filled by `cards/`.

A card works while it lies in the battle or siege (`Laid`) or lasts (`state.lasting`, seen as `Laid` of round
0); `in_force` lists them in the order laid, so that the later one prevails (5.1). A battle card lies there
once it was played; a response whose effect outlives its moment lays itself with `laying.lay`. Each function
decides by itself whether it applies to this round, side and fight. `side` is whom the question is about; the
side that the card helps is `helped(laid)`, as Outflanked may have turned it (#55).

- `@dice(card)`: dice more or fewer for `side` in this round (#13, #30, #96).
- `@pool(card)`: the dice of `side` after all additions (halving: #27, #81).
- `@faces(card)`: the enemy's dice against `side` as they count (fives ignored, sixes softened: #96, #97).
- `@margin(card)`: added to the margin that the loser `side` must be beaten by for a rout (#61).
- `@rout(card)`: `retreat` if a rout of `side` becomes a retreat, `spared` if it costs nothing (#49, #81).
- `@verdict(card)`: who has won after this round, given what the rules say (#74).
- `@denied(card)`: may the winner `side` have no benefit of an overrun (#74, #87)?
- `@plunder(card)`: added to the plunder die of the winner `side` (#61, #96).
- `@no_plunder(card)`: is there no plunder for `side` (#68)?
- `@sixes(card)`: sixes added for `side` in this siege round, after the dice (#71).
- `@pairs(card)`: do two fives of `side` count as a six against a fortress (#21)?
- `@another_round(card)`: may the besieger `side` fight another siege round whatever came of this one (#8)?
- `@round_beyond(card)`: may he do so even beyond the last round (#70)?
- `@at_home(card)`: do the Spaniards not go home with a Resource (#91, 11.11)?
- `@work(card, when)`: something happens, steps may be pushed. `before_dice`: after all cards and answers,
  before the dice of each round; `struck`: after their losses; `round_over`: before it is judged; `won`:
  winner known, before it is seen whether he routs the loser; `beaten`: after rout losses, before the
  retreat; `aftermath`: after flag and plunder, in a siege after flag and sack. It may `strike` with dice,
  `harm` without (both in `battle`), `CardSettled` its own target.
"""

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

from domain.kernel.agenda import Play
from domain.wellington.facts.world import SIDE_OF, Power, Side
from domain.wellington.position.conflict import Battle, Laid, Siege
from domain.wellington.position.state import State, has_pieces

Fight = Battle | Siege
Faces = tuple[int, ...]
Verdict = Side | Literal["tie", "nobody"]
Mercy = Literal["retreat", "spared"] | None
When = Literal["before_dice", "struck", "round_over", "won", "beaten", "aftermath"]

Count = Callable[[State, Fight, Laid, Side], int]
Yes = Callable[[State, Fight, Laid, Side], bool]

DICE: dict[str, Count] = {}
POOLS: dict[str, Callable[[State, Fight, Laid, Side, int], int]] = {}
FACES: dict[str, Callable[[State, Fight, Laid, Side, Faces], Faces]] = {}
MARGINS: dict[str, Count] = {}
ROUTS: dict[str, Callable[[State, Battle, Laid, Side], Mercy]] = {}
VERDICTS: dict[str, Callable[[State, Battle, Laid, Verdict], Verdict]] = {}
DENIALS: dict[str, Yes] = {}
PLUNDER: dict[str, Count] = {}
NO_PLUNDER: dict[str, Yes] = {}
AT_HOME: dict[str, Yes] = {}
SIXES: dict[str, Count] = {}
PAIRS: dict[str, Yes] = {}
ANOTHER_ROUND: dict[str, Yes] = {}
ROUNDS_BEYOND: dict[str, Yes] = {}
WORKS: dict[tuple[str, When], Callable[[Play[State], Laid], None]] = {}

F = TypeVar("F")
K = TypeVar("K")


def _into(table: dict[K, F]) -> Callable[[K], Callable[[F], F]]:
    def decorator(key: K) -> Callable[[F], F]:
        def enter(function: F) -> F:
            table[key] = function
            return function

        return enter

    return decorator


dice, pool, faces = _into(DICE), _into(POOLS), _into(FACES)
margin, rout, verdict, denied = _into(MARGINS), _into(ROUTS), _into(VERDICTS), _into(DENIALS)
plunder, no_plunder, at_home = _into(PLUNDER), _into(NO_PLUNDER), _into(AT_HOME)
sixes, pairs = _into(SIXES), _into(PAIRS)
another_round, round_beyond = _into(ANOTHER_ROUND), _into(ROUNDS_BEYOND)


def work(card: str, when: When) -> Callable[[Callable[[Play[State], Laid], None]], Callable[..., None]]:
    """The decorated function is what a card does at that moment of a battle."""
    return _into(WORKS)((card, when))


def in_force(state: State, fight: Fight) -> tuple[Laid, ...]:
    """The cards that may work in this fight: those laid in it, then those that last.

    What the Cavalry Brigade was played on does not work while the Brigade itself lies there (#2, #61).
    """
    cards = (*fight.cards, *(Laid(each.card, each.power, 0, each.target) for each in state.lasting))
    silenced = {laid.target for laid in fight.cards if laid.card == "the_cavalry_brigade"}
    return tuple(laid for laid in cards if laid.card not in silenced)


def takes_part(state: State, fight: Fight, power: Power) -> bool:
    """Does the power fight? In a siege only the besieging army and the owner of the fortress do (12.31)."""
    if isinstance(fight, Siege):
        return power in (fight.power, fight.owner)
    return has_pieces(state, fight.duchy, power)


def leads(state: State, fight: Fight, leader: str) -> bool:
    """Does the leader fight? In a siege only those of the besieging army do, wherever others are (12.31)."""
    is_there = state.leaders[leader].duchy == fight.duchy
    return is_there and not (isinstance(fight, Siege) and leader not in (fight.leader, *fight.staff))


def helped(laid: Laid) -> Side:
    """The side that a card helps."""
    return SIDE_OF[laid.power]


def halved(dice: int) -> int:
    """Half, rounded up (glossary, C-H)."""
    return (dice + 1) // 2


def by_card(table: Mapping[str, Count | Yes], state: State, fight: Fight, side: Side) -> dict[str, int]:
    """What each card in force adds for the side (1 where it says yes)."""
    found: dict[str, int] = {}
    for laid in in_force(state, fight):
        if laid.card in table:
            added = int(table[laid.card](state, fight, laid, side))
            found[laid.card] = found.get(laid.card, 0) + added
    return found


def total(table: Mapping[str, Count], state: State, fight: Fight, side: Side) -> int:
    """What all cards in force add for the side."""
    return sum(by_card(table, state, fight, side).values())


def is_any(table: dict[str, Yes], state: State, fight: Fight, side: Side) -> bool:
    """Does any card in force say yes for the side?"""
    return any(
        table[laid.card](state, fight, laid, side) for laid in in_force(state, fight) if laid.card in table
    )


def counted(state: State, fight: Fight, side: Side, rolled: Faces) -> Faces:
    """The enemy's dice against the side as they count."""
    for laid in in_force(state, fight):
        if laid.card in FACES:
            rolled = FACES[laid.card](state, fight, laid, side, rolled)
    return rolled


def changing(state: State, fight: Fight, side: Side, rolled: Faces) -> tuple[str, ...]:
    """The cards that make the enemy's dice against the side count for something else, in their order."""
    found: list[str] = []
    for laid in in_force(state, fight):
        if laid.card in FACES:
            counting = FACES[laid.card](state, fight, laid, side, rolled)
            found += [laid.card] * (counting != rolled)
            rolled = counting
    return tuple(found)


def halving(state: State, fight: Fight, side: Side, count: int) -> tuple[str, ...]:
    """The cards that lessen so many dice of the side, in their order (#27, #81)."""
    found: list[str] = []
    for laid in in_force(state, fight):
        if laid.card in POOLS:
            left = POOLS[laid.card](state, fight, laid, side, count)
            found += [laid.card] * (left != count)
            count = left
    return tuple(found)


def pooled(state: State, fight: Fight, side: Side, count: int) -> int:
    """The dice of the side after all halving; never below 0 (11.53)."""
    count = max(0, count)
    for laid in in_force(state, fight):
        if laid.card in POOLS:
            count = POOLS[laid.card](state, fight, laid, side, count)
    return max(0, count)
