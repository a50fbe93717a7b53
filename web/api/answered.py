"""The headers of what the API answers: an ETag names what a program has kept, and it is told how often it may
ask."""

import math
import time

from flask import Flask, Response, request

from web.base.limits import limiter

OF_ONE = ("api_account", "api_admin")
"""Parts whose answers nobody keeps."""


def in_headers(app: Flask) -> None:
    """Every answer of the API is given them, before it is packed."""
    app.after_request(_told)


def _told(response: Response) -> Response:
    if not request.path.startswith("/api/"):
        return response
    _tell_limit(response)
    is_document = response.mimetype in ("application/json", "application/x-ndjson")
    is_kept = response.status_code == 200 and is_document and not response.is_streamed
    if request.method in ("GET", "HEAD") and is_kept and request.blueprint not in OF_ONE:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(("Authorization", "Cookie", "Accept-Language"))
        response.add_etag(weak=True)
        response.make_conditional(request)
    return response


def _tell_limit(response: Response) -> None:
    """How often this may be asked, how often still, and after how many seconds it counts anew."""
    if not limiter.enabled or (found := limiter.current_limit) is None:
        return
    response.headers["X-RateLimit-Limit"] = str(found.limit.amount)
    response.headers["X-RateLimit-Remaining"] = str(max(0, found.remaining))
    response.headers["X-RateLimit-Reset"] = str(max(0, math.ceil(found.reset_at - time.time())))
