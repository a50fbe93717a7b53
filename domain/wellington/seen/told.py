"""What the table tells besides the board: of armies, of the standing, and of what an order gives up."""

from domain.kernel.orders import Order
from domain.kernel.ruleset import Lead, PieceCard, Told, as_it_leaves
from domain.wellington.ending.victory import side_points, winning_side
from domain.wellington.facts.world import POWERS_OF, SIDE_OF, Side
from domain.wellington.movement.groups import commander
from domain.wellington.orders import impulses, points
from domain.wellington.position.card_changes import battle_value
from domain.wellington.position.state import State, Troop, powers_of_seat, sp_of, troops_of
from domain.wellington.seen.measures import score


def piece_card(state: State, piece: str) -> PieceCard | None:
    """What lies open of a leader or of the soldiers of a power in a duchy (1.5, 9.5); else None."""
    if piece in state.leaders:
        return _leader(state, piece)
    power, _, duchy = piece.partition("-")
    for known in SIDE_OF:
        if known == power and duchy in state.troops:
            troops = troops_of(state, duchy, known)
            lines = (Told("stands", {"duchy": duchy}), *_history(troops, state.facts.free_marches))
            return PieceCard(_soldiers(troops), lines)
    return None


def _leader(state: State, leader: str) -> PieceCard:
    facts, general = state.facts, state.leaders[leader]
    fact = facts.leaders[leader]
    chips = [Told("battle", {"now": battle_value(state, leader)}), Told("command", {"command": fact.command})]
    if general.duchy is None:
        return PieceCard((*chips, Told(general.place)), ())
    troops = troops_of(state, general.duchy, fact.power)
    chips.append(Told("army", {"sp": sp_of(state, general.duchy, fact.power)}))
    lines = [Told("stands", {"duchy": general.duchy}), *_soldiers(troops)]
    if commander(state, general.duchy, SIDE_OF[fact.power]) == leader:
        lines.append(Told("commands"))
    marks = {"marked": general.marked, "bound": general.bound, "tired": general.marched >= facts.free_marches}
    return PieceCard(tuple(chips), (*lines, *(Told(mark) for mark, is_so in marks.items() if is_so)))


def _soldiers(troops: tuple[Troop, ...]) -> tuple[Told, ...]:
    """The counters of all three kinds; nothing where nobody stands."""
    counted = {kind: sum(getattr(troop, kind) for troop in troops) for kind in ("inf", "cav", "art")}
    sp = sum(troop.sp for troop in troops)
    return (Told("soldiers", {**counted, "sp": sp}),) if troops else ()


def _history(troops: tuple[Troop, ...], free_marches: int) -> tuple[Told, ...]:
    marks = {
        "marked": any(troop.marked for troop in troops),
        "bound": any(troop.bound for troop in troops),
        "tired": any(troop.marched >= free_marches for troop in troops),
    }
    return tuple(Told(mark) for mark, is_so in marks.items() if is_so)


def lead(state: State) -> Lead | None:
    """The points of both sides if the year ended now, and who would win by them (19.1)."""
    if not state.year:
        return None
    found = side_points(state, score(state))
    counts = tuple(Told("side_points", {"side": side, "points": found[side]}) for side in POWERS_OF)
    first = state.facts.starts[state.scenario].first_turn
    return Lead(
        turn=state.year - first + 1,
        turns=state.last_year - first + 1,
        ahead=_winner(state) if state.ended else winning_side(state),
        counts=counts,
        goal=Told("goal_points"),
    )


def _winner(state: State) -> Side:
    return SIDE_OF[powers_of_seat(state, state.winners[0])[0]]


def forfeit(state: State, order: Order) -> Told | None:
    """What an order leaves unused: command points, an impulse, a chance to answer, a Resource."""
    impulse = state.impulse
    if isinstance(order, points.LeavePoints):
        return Told("points", {"points": impulse.points}) if impulse and impulse.points else None
    if isinstance(order, impulses.EndImpulse):
        has_acted = impulse is not None and impulse.has_acted
        return Told("rest" if has_acted else "impulse")
    return as_it_leaves(state, order)
