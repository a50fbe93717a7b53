"""What the server does in numbers, for Prometheus: `/metrics`, for whoever shows the host's token."""

import hmac
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Any

from flask import Blueprint, Flask, Response, current_app, g, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import NotFound, Unauthorized

from web.base.site import site
from web.server import logs

blueprint = Blueprint("metrics", __name__)
SPANS = (0.01, 0.05, 0.25, 1.0, 5.0)
"""Requests are counted by whether they took so many seconds or less."""
ORDERS = {
    "api_orders.order", "tables.order", "tables.march", "tables.choose_series", "textboard.type_in",
    "api_orders.resign", "endings.give_up",
}  # fmt: skip
BEGAN = time.time()
Labels = tuple[tuple[str, str], ...]


class Meter:
    """What this process has counted since it began."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.answers: Counter[Labels] = Counter()
        self.spans: Counter[tuple[str, float]] = Counter()
        self.seconds: Counter[str] = Counter()
        self.orders: Counter[str] = Counter()

    def took(self, route: str, method: str, status: int, seconds: float, *, is_order: bool) -> None:
        """A request was answered."""
        with self._lock:
            self.answers[("route", route), ("method", method), ("status", str(status))] += 1
            self.seconds[route] += seconds  # type: ignore[assignment]
            for most in (*SPANS, float("inf")):
                self.spans[route, most] += seconds <= most
            if is_order:
                self.orders["accepted" if status < 400 else "refused"] += 1

    def lines(self) -> Iterator[str]:
        """What was counted, in Prometheus' text format."""
        with self._lock:
            answers, spans, seconds = self.answers.copy(), self.spans.copy(), self.seconds.copy()
            orders = {each: self.orders[each] for each in ("accepted", "refused")}
        yield from _metric("requests_total", "counter", "Requests answered.", answers.items())
        name = "grognard_request_seconds"
        yield from (f"# HELP {name} Seconds until a request was answered.", f"# TYPE {name} histogram")
        for (route, most), count in sorted(spans.items()):
            bound = "+Inf" if most == float("inf") else f"{most:g}"
            yield f"{name}_bucket{_labels((('route', route), ('le', bound)))} {count}"
            if bound == "+Inf":
                yield f"{name}_sum{_labels((('route', route),))} {seconds[route]:.6f}"
                yield f"{name}_count{_labels((('route', route),))} {count}"
        found = [((("outcome", each),), count) for each, count in orders.items()]
        yield from _metric("orders_total", "counter", "Orders given by people and programs.", found)


def _labels(labels: Labels) -> str:
    """Labels as the format has them."""
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _metric(name: str, kind: str, words: str, values: Iterable[tuple[Labels, float]]) -> Iterator[str]:
    yield from (f"# HELP grognard_{name} {words}", f"# TYPE grognard_{name} {kind}")
    yield from (f"grognard_{name}{_labels(labels)} {value}" for labels, value in sorted(values))


def _one(name: str, kind: str, words: str, value: float | None) -> Iterator[str]:
    return iter(()) if value is None else _metric(name, kind, words, [((), value)])


def measured(app: Flask) -> None:
    """Counts every request of an application."""
    meter = app.extensions["meter"] = Meter()

    def begin() -> None:
        g.began = time.perf_counter()

    def end(response: Response) -> Response:
        began = g.get("began")
        if began is not None:
            route = request.url_rule.rule if request.url_rule else "none"
            is_order = request.endpoint in ORDERS
            seconds = time.perf_counter() - began
            meter.took(route, _method(), response.status_code, seconds, is_order=is_order)
        return response

    app.before_request(begin)
    app.after_request(end)


def _method() -> str:
    """The method; those that nobody knows are one, or anybody could make as many lines as he likes."""
    return request.method if request.method in ("GET", "HEAD", "POST", "DELETE", "OPTIONS") else "other"


@blueprint.get("/metrics")
def metrics() -> Response:
    """Everything that is measured here. 404 where the host wants none."""
    token = site().settings.metrics_token
    if not token:
        raise NotFound
    if not hmac.compare_digest(f"Bearer {token}".encode(), request.headers.get("Authorization", "").encode()):
        raise Unauthorized(www_authenticate=WWWAuthenticate("bearer", {"realm": "Grognard metrics"}))
    lines = [*current_app.extensions["meter"].lines(), *_now()]
    return Response("\n".join(lines) + "\n", content_type="text/plain; version=0.0.4; charset=utf-8")


def _now() -> Iterator[str]:
    """How things stand."""
    here: Any = site()
    games, unfinished = len(here.games.ids()), len(here.games.unfinished())
    lag = here.lag() if here.lag is not None else None
    usage = resource.getrusage(resource.RUSAGE_SELF)
    memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    yield from _metric("games", "gauge", "Games that are kept.", [
        ((("state", "finished"),), games - unfinished), ((("state", "unfinished"),), unfinished)
    ])  # fmt: skip
    events = here.games.max_notification_id()
    yield from _one("events_total", "counter", "Events recorded, by all workers.", events)
    yield from _one("streams", "gauge", "Live streams that are open here.", here.hub.places.open)
    yield from _one("projector_lag_events", "gauge", "Events that the views are behind.", lag)
    yield from _one("store_writable", "gauge", "1 while the store takes what is written.",
                    float(here.games.write_problem() is None))  # fmt: skip
    yield from _one("errors_logged_total", "counter", "Errors in the log of this process.", logs.errors())
    yield from _one("largest_memory_bytes", "gauge", "The most memory that this process had.", memory)
    yield from _one("cpu_seconds_total", "counter", "Seconds of processor.", usage.ru_utime + usage.ru_stime)
    yield from _one("start_time_seconds", "gauge", "When this process began.", BEGAN)
