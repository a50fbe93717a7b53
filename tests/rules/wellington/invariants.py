"""What holds after every command of a game of Wellington, whatever was played."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from domain.kernel import Decision, Order, Step
from domain.wellington.arrival.entry import besieged_builders
from domain.wellington.cards.battle_responses import AT_ONCE
from domain.wellington.facts.world import (
    NATION_OF,
    NATIONAL_CARDS,
    NUMBER_OF,
    POWER_OF,
    POWERS,
    SIDE_OF,
    Power,
)
from domain.wellington.orders.answers import Respond
from domain.wellington.orders.arrival import CallArmy, Evade, Intercept
from domain.wellington.orders.points import MoveArmy
from domain.wellington.placing.uprising import EndUprising
from domain.wellington.playing.choices import MakeChoices
from domain.wellington.position import card_table
from domain.wellington.position.conflict import Arrival
from domain.wellington.position.state import (
    State,
    deck,
    free_counters,
    has_formation,
    leaders_of,
    merged,
    reserve,
    sp_of,
    sp_on_map,
    stations,
)

LEAVING = (MoveArmy, Intercept, Evade, CallArmy)
LEAVING_PROMPTS = ("spend_point", "answer_arrival", "join_battle", "call_formation")
"""Orders and questions by which a leader may leave a duchy."""
AT_PEACE = ("preempt", "pass_impulse")
"""Nothing may be under way when these are asked."""


def check(state: State, agenda: Iterable[Step], decision: Decision | None) -> None:
    """Raises AssertionError with what is wrong."""
    problems = [
        *_cards(state), *_pieces(state), *_duchies(state), *_under_way(state, decision),
        *_offers(state, [*agenda], decision),
    ]  # fmt: skip
    if decision is None and list(agenda):
        problems.append("nothing is asked and something is left to do")
    assert not problems, "; ".join(problems)


def _cards(state: State) -> Iterator[str]:
    """Every card is in one place; what is said of cards is said of cards that are there."""
    held = [card for hands in (state.hands, state.set_aside) for hand in hands.values() for card in hand]
    laid = [*state.discards, *state.played, *state.removed, *(each.card for each in state.lasting)]
    rest = [*deck(state), *(card for nation in set(NATION_OF.values()) for card in reserve(state, nation))]
    places = [*held, *laid, *rest]
    if len(places) != len(NUMBER_OF) or set(places) != set(NUMBER_OF):
        doubled = [card for card, count in Counter(places).items() if count > 1]
        yield f"cards doubled: {doubled}, lost: {set(NUMBER_OF) - set(places)}"
    if not set(state.unseen) <= set(state.discards):
        yield f"unseen cards that are not discards: {set(state.unseen) - set(state.discards)}"
    if not set(state.top) <= set(deck(state)) or len(set(state.top)) != len(state.top):
        yield f"cards on top that are not in the deck: {state.top}"
    if not set(state.given) <= set(held):
        yield f"cards given that nobody holds: {state.given}"
    if any(card in NATIONAL_CARDS for card in state.discards):
        yield "a national card among the discards"
    if not all(card in NATIONAL_CARDS for card in state.played):
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
        if sp_on_map(state, power) + state.regroup[power] > _most(state, power):
            yield f"{power} has more strength points than counters"
    if set(state.leaders) != set(POWER_OF):
        yield "leaders lost or doubled"
    for leader, general in state.leaders.items():
        if (general.place == "map") != (general.duchy is not None):
            yield f"{leader} is in two places: {general}"
    if state.impulse is not None and (state.impulse.points < 0 or state.impulse.power not in POWERS):
        yield f"points {state.impulse.points}"
    if any(state.leaders[leader].duchy is None for leader in state.commanders):
        yield f"a leader who is not on the map commands: {state.commanders}"


def _most(state: State, power: Power) -> int:
    inf, cav, art = state.facts.mix[power]
    return inf + 2 * cav + 4 * art


def _duchies(state: State) -> Iterator[str]:
    """Flags keep their limit and lie over another colour; troops are real."""
    for side, most in state.facts.flags.items():
        if sum(SIDE_OF[power] == side for power in state.flags.values()) > most:
            yield f"too many flags of {side}"
    for duchy, flag in state.flags.items():
        if state.facts.duchies[duchy].controller == flag:
            yield f"{flag} has a flag in {duchy}, which is its own"
    for duchy, troops in state.troops.items():
        if merged(troops) != troops or any(min(each.inf, each.cav, each.art) < 0 for each in troops):
            yield f"troops in {duchy} are not real or stand apart: {troops}"
    if state.hasty_fort is not None and state.facts.duchies[state.hasty_fort].is_fortress:
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
    rising = {each.target for each in state.lasting if each.card in card_table.flag_after}
    for duchy in {*state.troops, *stations(state)} - rising:
        both = has_formation(state, duchy, "allied") and has_formation(state, duchy, "french")
        if both and duchy not in {besieged_builders(state, power) for power in POWERS}:
            yield f"enemies side by side in {duchy} when {sorted(prompts)} is asked"


def _offers(state: State, agenda: Sequence[Step], decision: Decision | None) -> Iterator[str]:
    """Nobody is offered what rules forbid that random games once broke."""
    has_bound = any(general.bound for general in state.leaders.values())
    for ask in decision.asks.values() if decision is not None else ():
        if ask.prompt in ("answer_arrival", "join_battle") and not _is_uprising(state, agenda):
            yield from _interceptions(state, [*ask.menu()], str(ask.about["power"]))
        if has_bound and ask.prompt in LEAVING_PROMPTS:
            yield from _of_bound_leaders(state, [*ask.menu()])
        if ask.prompt == "respond" and any("outflanked" in hand for hand in state.hands.values()):
            yield from _turned_too_late(state, [*ask.menu()])
        if ask.prompt == "choose" and _is_dysentery_in_a_fortress(agenda[-1]):
            forts = [order for order in ask.menu() if getattr(order, "option", "") == state.hasty_fort]
            yield from (f"no card takes a Hasty Fort (#37): {order}" for order in forts)


def _is_dysentery_in_a_fortress(step: Step) -> bool:
    return isinstance(step, MakeChoices) and (step.card, step.target) == ("dysentery", "fortress")


def _is_uprising(state: State, agenda: Sequence[Step]) -> bool:
    """What cards place there while an uprising is answered comes with it, and does not rest (R-51)."""
    at = state.arrivals[-1].duchy
    return any(isinstance(step, EndUprising) and step.duchy == at for step in agenda)


def _interceptions(state: State, menu: Sequence[Order], power: str) -> Iterator[str]:
    """A resting enemy who holds the duchy alone is not intercepted (10.1)."""
    arrival = state.arrivals[-1]
    side = next(SIDE_OF[each] for each in POWERS if each == power)
    resting = [each for each in POWERS if SIDE_OF[each] != side and _rests(state, arrival, each)]
    is_alone = SIDE_OF[arrival.power] != side and not has_formation(state, arrival.duchy, side)
    offers = [order for order in menu if isinstance(order, Intercept)]
    if resting and is_alone and offers:
        yield f"{power} may intercept into {arrival.duchy}, which {resting} hold: {offers}"


def _rests(state: State, arrival: Arrival, power: Power) -> bool:
    """Has the power pieces there that did not come with the arrival?"""
    came = [part for part in arrival.parts if part.power == power]
    leaders = {leader for part in came for leader in part.leaders}
    more = sp_of(state, arrival.duchy, power) > sum(part.sp for part in came)
    return more or bool(set(leaders_of(state, arrival.duchy, power)) - leaders)


def _of_bound_leaders(state: State, menu: Sequence[Order]) -> Iterator[str]:
    """Who overran in a storm does not leave (#81)."""
    for order in menu:
        leader = getattr(order, "leader", None)
        if isinstance(order, LEAVING) and leader is not None and state.leaders[leader].bound:
            yield f"{leader} is bound and offered {order}"


def _turned_too_late(state: State, menu: Sequence[Order]) -> Iterator[str]:
    """Outflanked finds a card only while something of it is to come (#55, 5.2)."""
    laid = {each.card for fight in (*state.battles, state.siege) if fight for each in fight.cards}
    for order in menu:
        is_turn = isinstance(order, Respond) and order.card == "outflanked"
        if is_turn and order.target in laid and order.target in AT_ONCE:
            yield f"{order} after the card has done all it can"
