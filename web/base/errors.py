"""Domain errors as HTTP statuses, in one place; as a page for people and as JSON for programs."""

import logging
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_babel import lazy_gettext
from werkzeug.exceptions import HTTPException

from domain.kernel import GrognardError
from domain.kernel.errors import SetAside, StoreUnavailable
from web.base import damaged, limits, logins
from web.base.language import language
from web.base.site import site

STATUS: dict[str, int] = {
    "invalid_order": 422,
    "invalid_setup": 422,
    "invalid_text": 422,
    "illegal_order": 409,
    "not_asked": 409,
    "stale_order": 409,
    "not_allowed": 403,
    "cross_site": 403,
    "bad_link": 403,
    "unknown_game": 404,
    "store_unavailable": 503,
    "nobody_thinks": 503,
    "archive_error": 422,
    "too_deep": 400,
    "set_aside": 409,
    "unknown_title": 404,
    "unknown_tournament": 404,
    "unknown_pack": 404,
    "too_many_streams": 503,
    "too_many_simulations": 429,
    "unknown_simulation": 404,
    "cannot_compare": 422,
    "not_let_in": 401,
    "not_here": 403,
    "quota_spent": 429,
    "play_closed": 503,
    "not_posted": 422,
    "not_said": 422,
    "banned": 403,
    "not_logged_in": 401,
    "not_proven": 403,
    "name_kept": 409,
    "stale_account": 409,
}
"""The status of each error's code; what is not listed is the server's own fault."""

WORDS = {
    400: lazy_gettext("This request cannot be read."),
    404: lazy_gettext("There is no such page. The address may be cut off; the lobby lists every game."),
    405: lazy_gettext("This address does not take that kind of request."),
    413: lazy_gettext("This is too large to be taken in. Nothing was changed."),
    415: lazy_gettext("Send JSON (Content-Type: application/json) or a form."),
    422: lazy_gettext("This cannot be read: a field is missing or wrong."),
    401: lazy_gettext("Show what proves who you are: Authorization: Bearer ..."),
    429: lazy_gettext("Too many requests from this address. Wait a moment, then try again."),
    500: lazy_gettext(
        "Something went wrong on our side. What you sent was not recorded; reload and try again."
    ),
}

log = logging.getLogger("grognard.web")


CODES = {413: "request_entity_too_large", 414: "request_uri_too_long", 422: "unprocessable_entity"}
"""What programs know these by: Python 3.13 gave them other names."""


def code_of(status: int) -> str:
    """The `error` of a refusal that has no code of ours."""
    return CODES.get(status) or HTTPStatus(status).name.lower()


def status_of(problem: GrognardError) -> int:
    """The HTTP status for a domain error."""
    return STATUS.get(problem.code, 500)


def wants_json() -> bool:
    """Whether the asker is a program: an API address, JSON sent, or JSON asked for."""
    if request.path.startswith("/api/") and request.path != "/api/docs":
        return True
    return request.path.endswith(".json") or request.accept_mimetypes.best == "application/json"


PROBLEM = "application/problem+json"


def problem_document(status: int, code: str, message: str, **more: Any) -> dict[str, Any]:
    """The body of every JSON error, as RFC 9457 has it; `error` is its type, `message` its detail."""
    facts = {name: value for name, value in more.items() if value is not None}
    return {
        "type": f"urn:grognard:error:{code}", "title": HTTPStatus(status).phrase, "status": status,
        "detail": message, "error": code, "message": message, **facts,
    }  # fmt: skip


_logged: dict[str, float] = {}
QUIET_SECONDS = 60.0
"""How long a fault of the server that every request meets is not logged again."""


def _log_once(problem: GrognardError) -> None:
    """A full disk fails every order: one line a minute tells it."""
    now = time.monotonic()
    if now - _logged.get(problem.code, -QUIET_SECONDS) >= QUIET_SECONDS:
        _logged[problem.code] = now
        log.error("%s: %s", problem.code, problem.message)


def answer(status: int, code: str, message: str, **more: Any) -> Response:
    """An error as a page or as JSON."""
    if wants_json():
        response = jsonify(problem_document(status, code, message, **more))
        response.mimetype = PROBLEM
    else:
        # a log-in that has ended, or that the store cannot tell of, is nobody's on the page that says so
        with suppress(logins.NotLoggedIn, StoreUnavailable):
            logins.here()
        response = make_response(
            render_template("error.html", status=status, message=message, rule=more.get("rule"))
        )
    response.status_code = status
    if status in (429, 503):
        response.headers["Retry-After"] = "2"
    return response


def handle(app: Flask) -> None:
    """Registers the handlers."""

    @app.errorhandler(GrognardError)
    def _domain(problem: GrognardError) -> Response:
        status = status_of(problem)
        if isinstance(problem, SetAside):
            damaged.told_once((request.view_args or {}).get("game", ""), problem)
        elif status >= 500:
            _log_once(problem)
        response = answer(status, problem.code, problem.said(language()), rule=problem.rule)
        if status == HTTPStatus.UNAUTHORIZED:
            response.headers["WWW-Authenticate"] = 'Bearer realm="Grognard"'
        return response

    @app.errorhandler(HTTPException)
    def _http(problem: HTTPException) -> Response:
        if problem.response is not None:
            return problem.response  # type: ignore[return-value]
        status = problem.code or 500
        fields = getattr(problem, "data", {}).get("messages") if hasattr(problem, "data") else None
        words = str(WORDS.get(status, problem.description or HTTPStatus(status).phrase))
        response = answer(status, code_of(status), words, fields=fields)
        for name, value in problem.get_headers():
            if name.lower() not in ("content-type", "content-length"):
                response.headers[name] = value
        if status == HTTPStatus.TOO_MANY_REQUESTS and (seconds := limits.seconds_left()) is not None:
            response.headers["Retry-After"] = str(seconds)
        return response

    @app.errorhandler(Exception)
    def _unexpected(problem: Exception) -> Response:
        fault = damaged.cause(site().games)
        if fault is not None:
            return _domain(fault)
        log.exception("unexpected error in %s %s", request.method, request.endpoint)
        return answer(500, "internal_error", str(WORDS[500]))
