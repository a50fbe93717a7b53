"""What the table tells besides the board: of pieces, and of the standing."""

from domain.kernel.ruleset import Lead, PieceCard, Told
from domain.napoleonics.combat.retreats import ignoring
from domain.napoleonics.facts.sides import SIDES
from domain.napoleonics.position.pieces import leader_of
from domain.napoleonics.position.state import State, needed, total
from domain.napoleonics.sequence.setup import NO_LIMIT


def piece_card(state: State, piece: str) -> PieceCard | None:
    """What lies open of a unit or leader; else None."""
    if piece not in state.pieces:
        return None
    fact = state.pieces[piece].unit
    if fact is None:
        at = state.at.get(piece)
        told = (Told("stands", {"hex": at}), Told("leads")) if at else (Told("gone"),)
        return PieceCard((Told("leader"),), told)
    if piece not in state.at:
        return PieceCard((Told("arm", {"rank": f"{fact.arm}_{fact.rank}"}),), (Told("gone"),))
    chips = (
        Told("arm", {"rank": f"{fact.arm}_{fact.rank}"}),
        Told("blocks", {"blocks": state.blocks[piece], "full": fact.blocks}),
    )
    lines = [Told("stands", {"hex": state.at[piece]})]
    is_worn = fact.is_horse_artillery and state.blocks[piece] == 1  # it moves or battles, not both
    moves = {"battle": 0 if is_worn else fact.move_and_battle, "most": fact.move_no_battle}
    lines.append(Told("moves_alike" if moves["battle"] == moves["most"] else "moves", moves))
    if fact.range:
        lines.append(Told("range", {"range": fact.range}))
    by = ignoring(state, piece, state.at[piece])
    reasons = tuple(f"flags_{each}" for each, count in by.items() if count)
    lines.append(Told("flags", {"flags": sum(by.values()), "by": reasons}))
    if not fact.sabers_hit:
        lines.append(Told("sabers"))
    leader = leader_of(state, piece)
    if leader is not None:
        lines.append(Told("led", {"leader": leader}))
    if piece in state.squares:
        lines.append(Told("square", {"place": state.squares[piece]}))
    for key, pieces in (("ordered", state.ordered), ("battled", state.battled)):
        if piece in pieces:
            lines.append(Told(key))
    return PieceCard(chips, tuple(lines))


def lead(state: State) -> Lead | None:
    """The banners of both sides, and how many each needs (R-112)."""
    if not state.turn:
        return None
    share = {side: total(state, side) / needed(state, side) for side in SIDES}
    british, french = share["british"], share["french"]
    ahead = None if british == french else "british" if british > french else "french"
    return Lead(
        turn=state.turn,
        turns=NO_LIMIT,
        ahead=state.winner or ahead,
        counts=tuple(
            Told("banners", {"side": side, "banners": total(state, side), "needs": needed(state, side)})
            for side in SIDES
        ),
        goal=Told("goal", {"british": needed(state, "british"), "french": needed(state, "french")}),
    )
