"""What holds after every command of a game of Waterloo, whatever was played."""

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.kernel import Decision, Step
from domain.waterloo.facts import FACINGS
from domain.waterloo.facts.ids import ARMY_OF, FRONT_OF, LEADER_FRONT, OTHER_FRONT, distance
from domain.waterloo.leaders import DisplaceLeaders
from domain.waterloo.movement import Withdrawal
from domain.waterloo.position.state import State, has_cards, undrawn
from domain.waterloo.victory import place_points, scores, unit_points

BETWEEN_ROUNDS = ("bid", "choose_army", "accept_round")
"""Nothing may be under way when these are asked, nor before the first card of a round."""


def check(state: State, agenda: Iterable[Step], decision: Decision | None) -> None:
    """Raises AssertionError with what is wrong."""
    steps = list(agenda)
    problems = [
        *_cards(state),
        *_units(state),
        *_leaders(state, steps),
        *_places(state),
        *_round(state),
        *_battle(state),
        *_asked(state, steps, decision),
    ]
    assert not problems, "; ".join(problems)


def _cards(state: State) -> Iterator[str]:
    """Every card of the armies in play is in one place: hand, pile, discards or lost face down."""
    if set(state.hands) != set(state.armies) or set(state.discards) != set(state.armies):
        yield f"hands or discards of other armies than play: {set(state.hands)}, {set(state.discards)}"
    for army in state.armies:
        lost = state.lost if army == "french" else ()
        places = [*state.hands[army], *state.discards[army], *lost, *undrawn(state, army)]
        if Counter(places) != Counter(state.facts.decks[army]):
            yield f"{army}: cards doubled or lost: {Counter(places) - Counter(state.facts.decks[army])}"
        if list(state.hands[army]) != sorted(state.hands[army]):
            yield f"the {army} hand is not sorted"
        drawn = state.facts.scenarios[state.scenario].draws[army][state.turn - 1] if state.turn else 0
        if len(state.hands[army]) > drawn:
            yield f"the {army} hand is larger than it was dealt"


def _units(state: State) -> Iterator[str]:
    """Every unit is on one square, in reserve or eliminated, and no two are on the same."""
    if set(state.units) != {unit for unit, fact in state.facts.units.items() if fact.army in state.armies}:
        yield "units lost or doubled"
    standing = {name: unit.square for name, unit in state.units.items() if unit.square is not None}
    if state.at != {square: name for name, square in standing.items()} or len(state.at) != len(standing):
        yield f"squares and units do not agree, or two units stand on one: {Counter(standing.values())}"
    for name, unit in state.units.items():
        if unit.facing not in FACINGS or unit.square is not None and unit.square not in state.facts.terrain:
            yield f"{name} stands nowhere or faces nothing: {unit}"
        if unit.square is None and (unit.disordered or unit.moved or unit.rallied or unit.attacked):
            yield f"{name} is off the map and bears markers: {unit}"
        if unit.square is None and name not in state.eliminated and ARMY_OF[name] != "prussian":
            yield f"{name} is neither on the map nor eliminated nor a reinforcement"
        if unit.rallied and (unit.moved or unit.attacked):
            yield f"{name} was rallied, and moved or attacked (11.6)"
        if unit.reduced and name in state.facts.one_sided:
            yield f"{name} has no reduced side"
        if unit.square is not None and state.facts.arrival_turn.get(name, 0) > state.turn:
            yield f"{name} came too early"
    for name, front in state.eliminated.items():
        if state.units[name].square is not None or front != OTHER_FRONT[FRONT_OF[name]]:
            yield f"{name} is eliminated for {front} and stands on {state.units[name].square}"


def _leaders(state: State, agenda: list[Step]) -> Iterator[str]:
    """A leader is on the map, or off it for good; with an enemy only while he is making way."""
    if set(state.leaders) != set(state.facts.leaders):
        yield "leaders lost or doubled"
    squares = [square for square in state.leaders.values() if square is not None]
    if len(squares) != len(set(squares)):
        yield f"both leaders are on {squares[0]}"
    leaving = any(isinstance(step, (DisplaceLeaders, Withdrawal)) for step in agenda)  # W-39: cavalry first
    for leader, square in state.leaders.items():
        if square is not None and square not in state.facts.terrain:
            yield f"{leader} is on no square: {square}"
        unit = state.at.get(square or "")
        if unit is not None and FRONT_OF[unit] != LEADER_FRONT[leader] and not leaving:
            yield f"{leader} is on {square} with {unit}"


def _places(state: State) -> Iterator[str]:
    """Whoever stands on a marked place owns it; points and chateau points stay within their bounds."""
    scenario = state.facts.scenarios[state.scenario]
    if set(state.owners) != set(scenario.vp_markers):
        yield f"marked places: {set(state.owners)}"
    for square, owner in state.owners.items():
        unit = state.at.get(square)
        if unit is not None and FRONT_OF[unit] != owner:
            yield f"{unit} stands on {square}, which belongs to {owner}"
    for square, most in state.facts.chateaux.items():
        if not 0 <= state.chateaux[square] <= most:
            yield f"{square} has {state.chateaux[square]} of {most} points"
    total = scores(state)
    worth = {square: max(points.values()) for square, points in scenario.place_vp.items()}
    for front, places in place_points(state).items():
        most = sum(worth.get(square, 1) for square in places) + sum(unit_points(state)[front].values())
        if not 0 <= total[front] <= most:
            yield f"{front} has {total[front]} of at most {most} points"


def _round(state: State) -> Iterator[str]:
    """The army belongs to the front whose round it is; cards and points keep their limits."""
    if state.army is not None and state.facts.front[state.army] != state.active:
        yield f"{state.army} acts in a {state.active} round"
    if state.bound not in (None, "anglo_allied", "prussian"):
        yield f"bound to {state.bound}"
    if not 0 <= state.passes <= 2 or not 0 <= state.turn <= state.turns:
        yield f"turn {state.turn} of {state.turns}, passes {state.passes}"
    if state.cards_in_round > state.facts.max_cards_per_round and has_cards(state, OTHER_FRONT[state.active]):
        yield f"{state.cards_in_round} cards in a round (4.0)"
    if state.points < 0:
        yield f"{state.points} movement points"
    if state.mover is not None:
        unit = state.units[state.mover]
        if unit.square is None or unit.moved or unit.rallied or ARMY_OF[state.mover] != state.army:
            yield f"{state.mover} cannot be moving: {unit}"
    if state.entry_square is not None and state.entry_square not in state.facts.entry_squares:
        yield f"entered at {state.entry_square}"


def _battle(state: State) -> Iterator[str]:
    """Those who fight stand beside each other, are enemies, and those who attack can."""
    clash = state.clash
    if clash is None:
        return
    target = state.units[clash.target].square
    if target is None or len(clash.attackers) > 4 or (clash.charge and len(clash.attackers) > 1):
        yield f"no battle: {clash}"
        return
    for name in clash.attackers:
        unit = state.units[name]
        square = unit.square
        if square is None or distance(square, target) != 1 or state.facts.is_pond(square, target):
            yield f"{name} does not stand beside {clash.target}"
        if FRONT_OF[name] == FRONT_OF[clash.target] or unit.disordered or unit.rallied or not unit.attacked:
            yield f"{name} cannot attack {clash.target}: {unit}"
    if len({ARMY_OF[name] for name in clash.attackers}) > 1:
        yield f"two armies attack together: {clash.attackers} (9.0)"
    gone = {card for cards in state.discards.values() for card in cards}
    if not {each.card for each in (*clash.attacker_cards, *clash.defender_cards)} <= gone:
        yield "cards of the battle that are not discarded"


def _asked(state: State, agenda: list[Step], decision: Decision | None) -> Iterator[str]:
    """A game waits for somebody or is over; nothing is left over between rounds."""
    if (decision is None) != (not agenda) or (decision is None) != (state.outcome is not None):
        yield f"nothing is asked, or something is left to do: {agenda}, {state.outcome}"
    prompts = {ask.prompt for ask in decision.asks.values()} if decision is not None else {"over"}
    begins = prompts == {"play_card"} and state.cards_in_round == 0
    if not begins and not prompts & {*BETWEEN_ROUNDS, "over"}:
        return
    if state.points or state.mover is not None or state.clash is not None:
        yield f"left over: {state.points} points, {state.mover} moving, {state.clash}"
    marked = [name for name, unit in state.units.items() if unit.moved or unit.rallied or unit.attacked]
    if marked:
        yield f"markers left over from a round: {marked}"
