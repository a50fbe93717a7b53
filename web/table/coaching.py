"""The coach of an ordinary game: what is worth knowing at the question that is open.

A title says it in the table `coach` of its prose, by the names of its questions. The page tells each once, to
whoever wants it (`web/static/js/coach.js`); a lesson has a coach of its own (`web/hosting/lessons.py`).
"""

from typing import Any

from domain.kernel import Seat
from web.base.site import prose_of, rule_set_of


def told(desk: Any, viewer: Seat) -> dict[str, Any] | None:
    """What the coach may say to `viewer`, who is asked: {id, heading, text}; None where it has nothing to
    say. The id is the title's with the question's: by it a browser knows what it has told."""
    ask = desk.decision.ask(viewer) if desk.decision is not None else None
    if ask is None:
        return None
    rules = rule_set_of(desk.game)
    words = prose_of(rules).tables["coach"]
    if ask.prompt not in words:
        return None
    return {
        "id": f"{rules.id}.{ask.prompt}",
        "heading": words[f"{ask.prompt}.title"],
        "text": words[ask.prompt],
    }
