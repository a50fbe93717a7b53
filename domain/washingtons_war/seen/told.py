"""What the table tells besides the board: of generals and CU, and of the standing."""

from domain.kernel.ruleset import Lead, PieceCard, Told
from domain.washingtons_war.ending.victory import winner_by_areas
from domain.washingtons_war.facts import SIDES
from domain.washingtons_war.facts.ids import CAPTURED, SIDE_OF, SIDE_OF_NATION
from domain.washingtons_war.position.control import areas
from domain.washingtons_war.position.state import State, cu_of
from domain.washingtons_war.position.units import cu, general_in, is_on_map


def piece_card(state: State, piece: str) -> PieceCard | None:
    """What lies open of a general or of the CU of a nation in a space; else None."""
    if piece in state.generals:
        return _general(state, piece)
    nation, _, space = piece.partition("-")
    for known, side in SIDE_OF_NATION.items():
        count = cu_of(state, known).get(space, 0) if known == nation else 0
        if count:
            lines = [Told("stands", {"space": space})]
            if general_in(state, space, side) is None:
                lines.append(Told("leaderless"))
            return PieceCard((Told("units", {"units": count}),), tuple(lines))
    return None


def _general(state: State, general: str) -> PieceCard:
    fact, place = state.facts.generals[general], state.generals[general]
    chips = [
        Told("strategy", {"strategy": fact.strategy}),
        Told("battle", {"battle": fact.battle}),
        Told("agility", {"agility": fact.agility}),
    ]
    if not is_on_map(state, general):
        where = "captured" if place == CAPTURED else "box" if place.endswith("_box") else "gone"
        return PieceCard(tuple(chips), (Told(where),))
    units = cu(state, place, SIDE_OF[general])
    lines = [Told("stands", {"space": place}), Told("leads", {"units": units})]
    lines.append(Told("acts", {"strategy": fact.strategy}))
    if fact.avoid_battle_bonus:
        lines.append(Told("avoid", {"avoid": fact.agility + fact.avoid_battle_bonus}))
    if general in state.tried:
        lines.append(Told("tried"))
    return PieceCard(tuple(chips), tuple(lines))


def lead(state: State) -> Lead | None:
    """The colonies of both sides, and who would win by them (13.2)."""
    if not state.year:
        return None
    held, years = areas(state), state.facts.scenarios[state.scenario].year
    needs = state.facts.victory
    return Lead(
        turn=state.year - years[0].year + 1,
        turns=len(years),
        ahead=state.winner or winner_by_areas(state),
        counts=tuple(Told("controlled", {"side": side, "count": held[side]}) for side in SIDES),
        goal=Told("goal", {"american": needs.american_needs, "british": needs.british_needs}),
    )
