"""How often one address may do what."""

from collections.abc import Callable

from flask import g, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from web.site import site

limiter = Limiter(get_remote_address)


def _limit(name: str) -> Callable[[], str]:
    return lambda: str(getattr(site().settings, name))


orders = limiter.shared_limit(_limit("order_limit"), scope="orders")
previews = limiter.shared_limit(_limit("order_limit"), scope="previews")
creations = limiter.shared_limit(_limit("create_limit"), scope="creations")
joins = limiter.shared_limit(_limit("join_limit"), scope="joins")
talk = limiter.shared_limit(_limit("talk_limit"), scope="talk")
pins = limiter.shared_limit(
    _limit("pin_limit"),
    scope="pins",
    key_func=lambda: f"{request.endpoint} {request.view_args} {request.form.get('seat', '')[:60]}",
    deduct_when=lambda _answer: bool(g.get("wrong_proof")),
)
"""Wrong PINs, and wrong phrases, for one seat, from all addresses together: right ones are free."""
notices = limiter.shared_limit(_limit("notice_limit"), scope="notices")
streams = limiter.shared_limit(_limit("stream_limit"), scope="streams")
