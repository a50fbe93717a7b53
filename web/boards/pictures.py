"""Pictures: the static maps of the titles, each drawn once, named by its content."""

import hashlib
from functools import lru_cache

from domain.kernel import titles
from domain.kernel.maps import PlaceMap
from domain.kernel.packs import learned
from web.boards import cell_plans, engraving, kit, place_plans
from web.boards.plan import DRAWN, Plan
from web.boards.points import PointPlan


def board_names() -> frozenset[str]:
    """The boards that titles have maps of, on built-in data and on data packs."""
    return frozenset(board for rule_set in (*titles(), *learned()) for board in rule_set.maps)


@lru_cache(maxsize=DRAWN)
def plan_of(board: str) -> Plan | PointPlan:
    """The plan of a board, from the title that has a map of it. Raises LookupError if none has."""
    rule_set = next((each for each in (*titles(), *learned()) if board in each.maps), None)
    if rule_set is None:
        raise LookupError(
            f"no board is drawn for {board!r}: a title names its boards in `maps` of its rule set, "
            f"and says in its board.toml how they look"
        )
    told = rule_set.maps[board]()
    if isinstance(told, PlaceMap):
        return place_plans.plan(board, rule_set.id, told)
    return cell_plans.plan(board, rule_set.id, told)


@lru_cache(maxsize=DRAWN)
def static_picture(board: str) -> bytes:
    """The map as SVG bytes without lettering. Drawn once per process; the same bytes everywhere."""
    plan = plan_of(board)
    return engraving.picture(plan) if isinstance(plan, PointPlan) else kit.picture(plan)


@lru_cache(maxsize=DRAWN)
def picture_name(board: str) -> str:
    """The file name under which the picture may be cached for ever: it changes when a byte changes."""
    return f"{board}.{hashlib.sha256(static_picture(board)).hexdigest()[:12]}.svg"
