"""What holds after every command of a game of Wellington, whatever was played."""

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.kernel import Decision, Step
from domain.wellington.entry import besieged_builders
from domain.wellington.state import (
    State,
    deck,
    free_counters,
    has_formation,
    merged,
    reserve,
    sp_on_map,
    stations,
)
from domain.wellington.uprising import PLACING
from domain.wellington.world import (
    CARDS,
    DUCHIES,
    FLAGS,
    LEADERS,
    MIX,
    NATION_OF,
    POWERS,
    SIDE_OF,
    Power,
)

AT_PEACE = ("preempt", "pass_impulse")
"""Nothing may be under way when these are asked."""


def check(state: State, agenda: Iterable[Step], decision: Decision | None) -> None:
    """Raises AssertionError with what is wrong."""
    problems = [*_cards(state), *_pieces(state), *_duchies(state), *_under_way(state, decision)]
    if decision is None and list(agenda):
        problems.append("nothing is asked and something is left to do")
    assert not problems, "; ".join(problems)


def _cards(state: State) -> Iterator[str]:
    """Every card is in one place; what is said of cards is said of cards that are there."""
    held = [card for hands in (state.hands, state.set_aside) for hand in hands.values() for card in hand]
    laid = [*state.discards, *state.played, *state.removed, *(each.card for each in state.lasting)]
    rest = [*deck(state), *(card for nation in set(NATION_OF.values()) for card in reserve(state, nation))]
    places = [*held, *laid, *rest]
    if len(places) != len(CARDS) or set(places) != set(CARDS):
        doubled = [card for card, count in Counter(places).items() if count > 1]
        yield f"cards doubled: {doubled}, lost: {set(CARDS) - set(places)}"
    if not set(state.unseen) <= set(state.discards):
        yield f"unseen cards that are not discards: {set(state.unseen) - set(state.discards)}"
    if not set(state.top) <= set(deck(state)) or len(set(state.top)) != len(state.top):
        yield f"cards on top that are not in the deck: {state.top}"
    if not set(state.given) <= set(held):
        yield f"cards given that nobody holds: {state.given}"
    if any(CARDS[card].is_national for card in state.discards):
        yield "a national card among the discards"
    if not all(CARDS[card].is_national for card in state.played):
        yield "a common card among the national ones played"


def _pieces(state: State) -> Iterator[str]:
    """Counters keep their limits, leaders are in one place, Resources and points are not negative."""
    for power in POWERS:
        if min(free_counters(state, power)) < 0:
            yield f"{power} has more counters than there are: {free_counters(state, power)}"
        if state.regroup[power] < 0 or state.resources[power] < 0:
            yield f"{power}: regroup {state.regroup[power]}, Resources {state.resources[power]}"
        if any(sp < 0 for sp in (*state.debts.get(power, {}).values(), *state.lost.get(power, {}).values())):
            yield f"{power}: debts {state.debts[power]}, lost {state.lost}"
        if sp_on_map(state, power) + state.regroup[power] > _most(power):
            yield f"{power} has more strength points than counters"
    if set(state.leaders) != set(LEADERS):
        yield "leaders lost or doubled"
    for leader, general in state.leaders.items():
        if (general.place == "map") != (general.duchy is not None):
            yield f"{leader} is in two places: {general}"
    if state.impulse is not None and (state.impulse.points < 0 or state.impulse.power not in POWERS):
        yield f"points {state.impulse.points}"
    if any(state.leaders[leader].duchy is None for leader in state.commanders):
        yield f"a leader who is not on the map commands: {state.commanders}"


def _most(power: Power) -> int:
    inf, cav, art = MIX[power]
    return inf + 2 * cav + 4 * art


def _duchies(state: State) -> Iterator[str]:
    """Flags keep their limit and lie over another colour; troops are real."""
    for side, most in FLAGS.items():
        if sum(SIDE_OF[power] == side for power in state.flags.values()) > most:
            yield f"too many flags of {side}"
    for duchy, flag in state.flags.items():
        if DUCHIES[duchy].controller == flag:
            yield f"{flag} has a flag in {duchy}, which is its own"
    for duchy, troops in state.troops.items():
        if merged(troops) != troops or any(min(each.inf, each.cav, each.art) < 0 for each in troops):
            yield f"troops in {duchy} are not real or stand apart: {troops}"
    if state.hasty_fort is not None and DUCHIES[state.hasty_fort].is_fortress:
        yield "the Hasty Fort is in a fortress"


def _under_way(state: State, decision: Decision | None) -> Iterator[str]:
    """Nothing fought over is left behind; enemies stand side by side only while they are about to fight."""
    prompts = {ask.prompt for ask in decision.asks.values()} if decision is not None else set(AT_PEACE)
    fights = bool(state.arrivals or state.battles or state.siege is not None)
    if prompts & set(AT_PEACE) and fights:
        yield f"left over: {state.arrivals} {state.battles} {state.siege}"
    if prompts & set(AT_PEACE) and state.suspended:
        yield f"an impulse is still suspended: {state.suspended}"
    if fights or decision is None:
        return
    rising = {each.target for each in state.lasting if each.card in PLACING}
    for duchy in {*state.troops, *stations(state)} - rising:
        both = has_formation(state, duchy, "allied") and has_formation(state, duchy, "french")
        if both and duchy not in {besieged_builders(state, power) for power in POWERS}:
            yield f"enemies side by side in {duchy} when {sorted(prompts)} is asked"
