"""What the table tells besides the board: of pieces, and of the standing."""

from domain.brandywine.ending.points import half_points, points
from domain.brandywine.facts.sides import SIDES
from domain.brandywine.facts.units import LeaderFact
from domain.brandywine.orders.movement import EndMovement
from domain.brandywine.position.pieces import excess, layout
from domain.brandywine.position.state import State, is_hidden, morale_of, pinned, strength
from domain.brandywine.seen.stacks import closed_hexes
from domain.kernel.orders import Order
from domain.kernel.ruleset import Lead, PieceCard, as_it_leaves
from domain.kernel.told import Loss, Told


def piece_card(state: State, piece: str) -> PieceCard | None:
    """What everybody may know of a piece; a closed stack only says that it is one."""
    if piece.startswith("stack_"):
        return PieceCard((Told("stack"),), (Told("stands", {"hex": piece.removeprefix("stack_")}),))
    fact = state.units.pieces.get(piece)
    if fact is None or _is_closed(state, piece):
        return None
    if isinstance(fact, LeaderFact):
        chips = (Told("leader", {"stars": fact.stars}), Told("wing", {"wing": fact.wing}))
        lines = [_where(state, piece), Told("leads", {"combat": fact.combat, "leadership": fact.leadership})]
        return PieceCard(chips, tuple(lines))
    chips = (Told("arm", {"arm": fact.type}), Told("wing", {"wing": fact.wing}))
    lines = [_where(state, piece)]
    if piece in state.at:
        lines.append(Told("values", {"strength": strength(state, piece), "morale": morale_of(state, piece)}))
        lines.append(Told("moves", {"points": fact.ma}))
        for key, pieces in (("disrupted", state.condition), ("reduced", state.reduced)):
            if piece in pieces:
                key = state.condition[piece] if key == "disrupted" else key
                lines.append(Told(key))
        if piece in state.withdrawn:
            lines.append(Told("withdrawn"))
        if piece in pinned(state):
            lines.append(Told("pinned"))
        if fact.rifle:
            lines.append(Told("has_fired" if piece in state.fired else "rifle"))
    return PieceCard(chips, tuple(lines))


def _where(state: State, piece: str) -> Told:
    if piece in state.at:
        return Told("stands", {"hex": state.at[piece]})
    return Told("fate", {"fate": state.gone[piece]}) if piece in state.gone else Told("not_here")


def _is_closed(state: State, piece: str) -> bool:
    """Everybody may know of a British piece only what is open."""
    return is_hidden(state) and state.at.get(piece) in closed_hexes(state)


def lead(state: State) -> Lead | None:
    """Victory points, and what decides (4.0); army morale stands among the figures."""
    if not state.turn:
        return None
    british, american = (half_points(state, side) for side in SIDES)
    ahead = None if british == american else "british" if british > american else "american"
    counts = tuple(Told("counts", {"side": side, "points": points(state, side)}) for side in SIDES)
    return Lead(
        turn=state.turn,
        turns=state.field.fact.last_turn,
        ahead=state.winner or ahead,
        counts=counts,
        goal=Told("goal", {"scenario": state.scenario}),
    )


def forfeit(state: State, order: Order) -> Told | None:
    """What an order leaves; who ends his movement over the limit of stacks gives steps (7.1.2, 9.3.3)."""
    if isinstance(order, EndMovement):
        over = {at: excess(state, at) for at in sorted(layout(state).force(state.active).held)}
        over = {at: each for at, each in over.items() if any(each)}
        if over:
            points, guns = map(sum, zip(*over.values(), strict=True))
            return Loss("crowded", {"hexes": tuple(over), "points": points, "guns": guns})
    return as_it_leaves(state, order)
