"""Pictures: the static map of a title, drawn once, named by its content."""

import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path

from web.boards import engraving, kit
from web.boards.plan import Plan
from web.boards.points import PointPlan


@cache
def board_modules() -> frozenset[str]:
    """The names that a board may have, so that no other module is ever imported for one."""
    return frozenset(path.stem for path in Path(__file__).parent.glob("*.py"))


@cache
def plan_of(title: str) -> Plan | PointPlan:
    """The plan of a board, from `web.boards.<title>`. Raises LookupError for a name without one."""
    name = f"web.boards.{title}"
    try:
        found: Plan | PointPlan = import_module(name).plan()
    except (ModuleNotFoundError, AttributeError) as error:
        if getattr(error, "name", None) not in (name, "plan"):
            raise
        raise LookupError(
            f"no board is drawn for {title!r}: a title's board is a module web/boards/<title>.py with plan()"
        ) from error
    return found


@cache
def static_picture(title: str) -> bytes:
    """The map as SVG bytes without lettering. Drawn once per process; the same bytes everywhere."""
    plan = plan_of(title)
    return engraving.picture(plan) if isinstance(plan, PointPlan) else kit.picture(plan)


@cache
def picture_name(title: str) -> str:
    """The file name under which the picture may be cached for ever: it changes when a byte changes."""
    return f"{title}.{hashlib.sha256(static_picture(title)).hexdigest()[:12]}.svg"
