"""How deep JSON may be nested that programs send: nothing here needs more than a few levels."""

import re

from flask import request
from flask_babel import gettext as _

from domain.kernel import GrognardError

DEEPEST = 60
_TOKENS = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""A text that never ends is taken to the end of the body: nothing is looked at twice."""


class DeepJson(GrognardError):
    """A body of JSON that is nested too deeply."""

    code = "too_deep"


def check_depth() -> None:
    """Looks at a body of JSON before anything reads it. Raises DeepJson."""
    if not request.is_json:
        return
    body = request.get_data(cache=True)
    if body.count(b"[") + body.count(b"{") > DEEPEST and depth_of(body, DEEPEST) > DEEPEST:
        told = _("This JSON is nested more than %(most)s deep; nothing here needs that.", most=DEEPEST)
        raise DeepJson(told)


def depth_of(body: bytes, most: int | None = None) -> int:
    """How deep the brackets of a JSON text are nested, as far as `most`; those in texts do not count."""
    deepest = depth = 0
    for token in _TOKENS.finditer(body):
        found = token[0]
        if found in b"[{":
            depth += 1
            deepest = max(deepest, depth)
            if most is not None and deepest > most:
                break
        elif found in b"]}":
            depth -= 1
    return deepest
