"""What the API's document says beyond its endpoints: what they are called, examples, errors and headers."""

import re
from typing import Any

from flask import Flask

from web.api.api_examples import examples
from web.api.operations import OPERATIONS
from web.base.errors import PROBLEM

Json = dict[str, Any]
METHODS = ("get", "post", "delete")
EVERYWHERE = "X-Request-Id"
OF_LIMITS = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
OF_DOCUMENTS = ("ETag", "Cache-Control")


def _header(kind: str, description: str) -> Json:
    return {"description": description, "schema": {"type": kind}}


HEADERS: dict[str, Json] = {
    EVERYWHERE: _header("string", "The number of the request, as it stands in the server's log"),
    "X-RateLimit-Limit": _header("integer", "How often one address may ask this, where that is bounded"),
    "X-RateLimit-Remaining": _header("integer", "How often still"),
    "X-RateLimit-Reset": _header("integer", "After how many seconds it counts anew"),
    "ETag": _header("string", "Names the answer: sent as `If-None-Match`, 304 says that it is the same"),
    "Cache-Control": _header("string", "`private, no-cache`: it may be kept, and must be asked for again"),
    "Retry-After": _header("integer", "After how many seconds to ask again (429, 503)"),
    "WWW-Authenticate": _header("string", "What to show (401)"),
    "Link": _header("string", 'The address of the rest, `rel="next"`, where there is more'),
    "X-Grognard-Missing": _header("integer", "How many games are not listed yet"),
}
OF_ERRORS = (EVERYWHERE, "Retry-After", "WWW-Authenticate", *OF_LIMITS)
PAGED = ("games", "tournaments")
"""Operations whose answers come page by page."""


def complete(spec: Any, app: Flask) -> None:
    """Adds to the document what its endpoints do not say of themselves."""
    for name, header in HEADERS.items():
        spec.components.header(name, header)
    for rule in app.url_map.iter_rules():
        if operation := OPERATIONS.get(rule.endpoint):
            method = ({"GET", "POST", "DELETE"} & set(rule.methods or ())).pop().lower()
            _of(spec, rule.rule)[method]["operationId"] = operation
    for path, example in examples().items():
        _of(spec, path)["post"]["requestBody"]["content"]["application/json"]["example"] = example
    for answer in spec.components.responses.values():
        _as_problem(answer)
    for methods in spec._paths.values():
        for method in METHODS:
            if method in methods:
                _answers(methods[method], method)


def _of(spec: Any, rule: str) -> Json:
    found: Json = spec._paths[re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)]
    return found


def _as_problem(answer: Json) -> None:
    """An error is a problem (RFC 9457)."""
    answer["description"] = "A problem (RFC 9457): `error` says which, `message` tells it in a sentence"
    answer["content"] = {PROBLEM: answer["content"].pop("application/json")}
    answer["headers"] = _named(OF_ERRORS)


def _answers(operation: Json, method: str) -> None:
    """The headers of what an operation answers, and that it may be known already."""
    for status, answer in list(operation["responses"].items()):
        if "$ref" in answer:
            continue
        if status[0] != "2":
            answer["headers"] = _named(OF_ERRORS)
            continue
        names = [EVERYWHERE, *OF_LIMITS]
        if method == "get" and {*answer.get("content", {})} & {"application/json", "application/x-ndjson"}:
            names += OF_DOCUMENTS
            operation["responses"].setdefault("304", {"description": "It is the same as before"})
        if operation.get("operationId") in PAGED:
            names.append("Link")
        if operation.get("operationId") == "games":
            names.append("X-Grognard-Missing")
        answer["headers"] = _named(names)


def _named(names: Any) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
