"""Pictures: the static map of a title, drawn once, named by its content."""

import hashlib
from functools import cache
from importlib import import_module

from web.boards.kit import picture
from web.boards.plan import Plan


@cache
def plan_of(title: str) -> Plan:
    """The plan of a title's board, from `web.boards.<title>`. Raises LookupError for a title without one."""
    name = f"web.boards.{title}"
    try:
        found: Plan = import_module(name).plan()
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
    return picture(plan_of(title))


@cache
def picture_name(title: str) -> str:
    """The file name under which the picture may be cached for ever: it changes when a byte changes."""
    return f"{title}.{hashlib.sha256(static_picture(title)).hexdigest()[:12]}.svg"
