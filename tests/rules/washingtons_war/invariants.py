"""What holds after every command of a game of Washington's War, whatever was played."""

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.kernel import Decision, Step
from domain.washingtons_war.facts import NATIONS, SIDES
from domain.washingtons_war.facts.ids import BOXES, CARDS, FRENCH_BOX, SPACE_ORDER, WASHINGTON
from domain.washingtons_war.position.state import State, cu_of, deck
from domain.washingtons_war.position.units import cu, generals_in


def check(state: State, agenda: Iterable[Step], decision: Decision | None) -> None:
    """Raises AssertionError with what is wrong."""
    problems = [*_cards(state), *_pieces(state), *_tracks(state), *_at_rest(state, decision)]
    if decision is None and list(agenda):
        problems.append("nothing is asked and something is left to do")
    if decision is None and not state.ended:
        problems.append("nothing is asked and the war goes on")
    for seat, ask in decision.asks.items() if decision is not None else ():
        menu = ask.menu()
        if not menu:
            problems.append(f"{seat} is asked {ask.prompt} and has no answer")
        if len(set(menu)) != len(menu):
            problems.append(f"{seat} is offered the same twice: {Counter(menu).most_common(2)}")
    assert not problems, "; ".join(problems)


def _cards(state: State) -> Iterator[str]:
    """Every card is in one place, and what a hand holds face up is in a hand."""
    piles = (state.hands, state.queues, state.reinforcement_cards)
    held = [card for pile in piles for cards in pile.values() for card in cards]
    box = [state.war_ends] if state.war_ends else []
    everywhere = Counter((*held, *box, *state.discards, *state.removed, *state.set_aside, *deck(state)))
    if everywhere != Counter(CARDS):
        yield f"cards are lost or doubled: {Counter(CARDS) - everywhere} or {everywhere - Counter(CARDS)}"
    in_hand = {card for cards in state.hands.values() for card in cards}
    if not set(state.face_up) <= in_hand:
        yield f"open cards that no hand has: {set(state.face_up) - in_hand}"


def _pieces(state: State) -> Iterator[str]:
    for nation in NATIONS:
        for space, count in cu_of(state, nation).items():
            if space not in SPACE_ORDER or count < 1:
                yield f"{count} {nation} CU in {space}"
    for general, place in state.generals.items():
        if place not in SPACE_ORDER and place not in BOXES:
            yield f"{general} is in {place!r}"
    for space, side in state.markers.items():
        if space not in SPACE_ORDER or side not in SIDES:
            yield f"a marker of {side} in {space}"
    french = sum(state.french.values()) + state.french_waiting
    if french > state.facts.armies.armies.french_total:
        yield f"{french} French CU"
    if state.generals and state.generals[WASHINGTON] == "american_box":
        yield "Washington is in a box (7.4.C)"
    if state.british_box < 0:
        yield f"the British box holds {state.british_box}"


def _tracks(state: State) -> Iterator[str]:
    if not 0 <= state.alliance <= state.facts.alliance.trigger:
        yield f"the alliance stands at {state.alliance}"
    if state.allied_in and (not state.year or state.alliance < state.facts.alliance.trigger):
        yield "the alliance is in effect and its marker is not at the end (R-83)"
    if (state.navy != FRENCH_BOX) and not state.allied_in:
        yield "the French navy is at sea without an alliance"
    if state.french and not state.allied_in:
        yield "French troops without an alliance"


def _at_rest(state: State, decision: Decision | None) -> Iterator[str]:
    """When a side takes an impulse nothing is under way, and no space is shared (3.0)."""
    prompts = {ask.prompt for ask in decision.asks.values()} if decision is not None else set()
    if not prompts & {"impulse", "return_congress", "first_impulse", "place_navy"}:
        return
    for space in SPACE_ORDER:
        if cu(state, space, "american") and cu(state, space, "british"):
            yield f"both sides have CU in {space}"
        for side in SIDES:
            if len(generals_in(state, space, side)) > 1:
                yield f"{side} has several generals in {space} (3.0)"
        if generals_in(state, space, "american") and generals_in(state, space, "british"):
            yield f"generals of both sides in {space}"
    if state.marching is not None or state.fight is not None:
        yield "a march or a battle is under way"
