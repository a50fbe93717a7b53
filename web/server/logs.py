"""What the server writes down as it runs: each line with its time and the number of the request.

The number comes from the proxy (`X-Request-Id`) or is made here, and goes back with the answer, so that what
somebody met can be found again. Addresses with tokens are written as their route: a log opens no seat.
"""

import json
import logging
import re
import secrets
import time
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, g, has_request_context, request

from web.base import troubles

HEADER = "X-Request-Id"
READABLE = re.compile(r"[A-Za-z0-9._-]{4,64}")
SECRET = ("token",)
"""Parts of addresses that are keys."""
access = logging.getLogger("grognard.access")
_errors = 0


def errors() -> int:
    """How many errors were logged since `set_up`."""
    return _errors


def request_id() -> str:
    """The number of the request that is being answered; empty where none is."""
    if not has_request_context():
        return ""
    if "request_id" not in g:
        given = request.headers.get(HEADER, "")
        g.request_id = given if READABLE.fullmatch(given) else secrets.token_hex(8)
    return str(g.request_id)


class Lines(logging.Formatter):
    """A line of text: time, level, request, who says it, what."""

    def format(self, record: logging.LogRecord) -> str:
        number = getattr(record, "request", "")
        about = f" [{number}]" if number else ""
        text = f"{_at(record)} {record.levelname}{about} {record.name}: {record.getMessage()}"
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


class Json(logging.Formatter):
    """The same as one line of JSON, with the fields of a request apart."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": _at(record), "level": record.levelname.lower(), "logger": record.name,
            "message": record.getMessage(),
        }  # fmt: skip
        if number := getattr(record, "request", ""):
            told["request"] = number
        told |= getattr(record, "fields", {})
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def _at(record: logging.LogRecord) -> str:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    return at.replace("+00:00", "Z")


class ToErrorOutput(logging.StreamHandler[Any]):
    """Writes to standard error, and counts what is an error."""

    def emit(self, record: logging.LogRecord) -> None:
        global _errors
        if record.levelno >= logging.ERROR:
            _errors += 1
        super().emit(record)


def _numbered(record: logging.LogRecord) -> bool:
    record.request = request_id()
    return True


def set_up(form: str, has_access: bool) -> None:
    """Everything that is logged from now on goes to standard error in this form (`text` or `json`)."""
    handler = ToErrorOutput()
    handler.setFormatter(Json() if form == "json" else Lines())
    handler.addFilter(_numbered)
    troubles.kept.addFilter(_numbered)
    logging.basicConfig(handlers=[handler, troubles.kept], level=logging.WARNING, force=True)
    access.setLevel(logging.INFO if has_access else logging.CRITICAL)


def logged(app: Flask) -> None:
    """Numbers the requests of an application and writes each down, if somebody wants that."""

    def begin() -> None:
        g.at = time.perf_counter()

    def end(response: Response) -> Response:
        response.headers[HEADER] = request_id()
        if access.isEnabledFor(logging.INFO):
            _write(response.status_code, time.perf_counter() - g.get("at", time.perf_counter()))
        return response

    app.before_request(begin)
    app.after_request(end)


def _write(status: int, seconds: float) -> None:
    path = shown_path()
    fields = {
        "method": request.method, "path": path, "status": status, "seconds": round(seconds, 4),
        "address": request.remote_addr or "",
    }  # fmt: skip
    text = f"{request.remote_addr} {request.method} {path} {status} {seconds * 1000:.0f} ms"
    access.info("%s", text, extra={"fields": fields})


def shown_path() -> str:
    """The path of the request without what opens something; what was asked for after the `?` is left out."""
    has_secret = any(name in SECRET for name in request.view_args or {})
    if has_secret and request.url_rule is not None:
        return request.url_rule.rule
    return request.path.encode("unicode_escape").decode("ascii")
