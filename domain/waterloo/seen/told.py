"""What the table tells besides the board: of each counter, of the standing, and of what an order gives up."""

from domain.kernel.orders import Order
from domain.kernel.ruleset import Lead, PieceCard, Told
from domain.waterloo import orders
from domain.waterloo.facts import FRONTS, PlacesVictory
from domain.waterloo.position.state import State, Unit, cards_allowed, has_all_round_front, strength
from domain.waterloo.victory import scores, wanted, winner

MARKED = ("disordered", "moved", "rallied", "attacked")
"""The markers of a unit, each with a template of its own."""


def piece_card(state: State, piece: str) -> PieceCard | None:
    """What lies open of a unit or a leader (2.2, 8, 9.1, 11.2); None for what is neither."""
    if piece in state.leaders:
        return _leader(state, piece)
    unit = state.units.get(piece)
    return None if unit is None else PieceCard(_chips(state, piece, unit), _lines(state, piece, unit))


def _leader(state: State, leader: str) -> PieceCard:
    fact = state.facts.leaders[leader]
    at = Told("leader_at", {"at": state.leaders[leader]})
    return PieceCard((at,), (Told("leader_adds", {"attack": fact.attack, "defence": fact.defence}),))


def _chips(state: State, piece: str, unit: Unit) -> tuple[Told, ...]:
    fact = state.facts.units[piece]
    if unit.square is None:
        return (Told("eliminated" if piece in state.eliminated else "reserve"),)
    full = Told("strength", {"now": strength(state, piece), "full": fact.full})
    marks = [Told(mark) for mark in MARKED if getattr(unit, mark)]
    if not unit.disordered:
        marks.insert(0, Told("ordered"))
    return (full, *([Told("elite")] if fact.elite else []), *marks)


def _lines(state: State, piece: str, unit: Unit) -> tuple[Told, ...]:
    fact = state.facts.units[piece]
    lines = [Told("kind", {"arm": fact.arm, "size": fact.size, "at": unit.square})]
    if unit.square is not None:
        around = has_all_round_front(state, piece)
        lines.append(Told("faces_all" if around else "faces", {"facing": unit.facing}))
        may_turn_over = fact.reduced is not None and not unit.reduced
        lines.append(Told("if_hit", {"reduced": fact.reduced if may_turn_over else 0}))
    return (*lines, Told(f"arm_{fact.arm}"))


def lead(state: State) -> Lead | None:
    """Who would win if the last turn ended now (13.2, 13.3); None before the armies stand."""
    if not state.turn:
        return None
    fact = state.facts.scenarios[state.scenario].victory
    ahead = winner(state) if state.outcome is None else state.outcome.winner
    if isinstance(fact, PlacesVictory):
        french = {square for square, owner in state.owners.items() if owner == "french"}
        conditions = wanted(state, fact)
        chateaux = conditions[0].of
        held = {"held": len(french & set(chateaux)), "of": len(chateaux)}
        counts: tuple[Told, ...] = (Told("places", held),)
        also = next((each for each in conditions if each.also), conditions[0])
        goal = Told("goal_places", {"all": conditions[0].at_least, "some": also.at_least, "also": also.also})
    else:
        points = scores(state)
        counts = tuple(Told("points", {"front": front, "points": points[front]}) for front in FRONTS)
        goal = Told("goal_points")
    return Lead(turn=state.turn, turns=state.turns, ahead=ahead, counts=counts, goal=goal)


def forfeit(state: State, order: Order) -> Told | None:
    """What an order leaves unused: movement points, the cards of the round, an attack, the round itself."""
    if isinstance(order, orders.EndMovement):
        return Told("points", {"points": state.points}) if state.points else None
    if isinstance(order, orders.StopUnit):
        return Told("way")
    if isinstance(order, orders.NoAttack):
        return Told("attack")
    if isinstance(order, (orders.Pass, orders.EndRound)):
        return Told("cards", {"cards": min(cards_allowed(state), _in_hand(state))})
    if isinstance(order, orders.DeclineRound):
        return Told("round")
    return Told("bid") if isinstance(order, orders.NoBid) else None


def _in_hand(state: State) -> int:
    """The cards of the army whose round it is; before one is chosen, of the fullest hand that it may be
    given to: one army plays a round, and a bid may say which (W-17, W-26)."""
    army = state.army or state.bound
    armies = (army,) if army else state.facts.armies_of[state.active]
    return max(len(state.hands.get(each, ())) for each in armies)
