"""Long lists, told a part at a time: a cursor names a line by where it stands in the list's order."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from flask_babel import gettext as _

from domain.kernel.errors import InvalidSetup
from domain.kernel.numbers import whole_number

Json = dict[str, Any]
LONGEST = 15
"""Digits of a moment."""


def linked(
    told: Callable[[list[Json]], Response], rows: Sequence[Json], by: tuple[str, str], asked: Json
) -> Response:
    """The part of `rows` that is asked for, the newest first, each with its `cursor`; and a link to the rest.

    `by` are the fields of when a line is from, and of its name. Raises InvalidSetup where the cursor is none.
    """
    at, name = by
    after = _place(asked["after"]) if asked["after"] else None
    placed = sorted(((-row[at], row[name]), {**row, "cursor": f"{row[at]}.{row[name]}"}) for row in rows)
    left = [row for place, row in placed if after is None or place > after]
    part = left[: asked["limit"]]
    answer = told(part)
    if len(left) > len(part):
        more = urlencode({**request.args, "after": part[-1]["cursor"], "limit": asked["limit"]})
        answer.headers["Link"] = f'<{request.path}?{more}>; rel="next"'
    return answer


def _place(named: str) -> tuple[int, str]:
    at, _dot, name = named.partition(".")
    number = whole_number(at, LONGEST)
    if number is None:
        raise InvalidSetup(_("There is no such cursor: send that of a line as it was told."))
    return -number, name
