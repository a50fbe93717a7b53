"""The sockets that the server listens on: how many, how large a request, and how slow.

waitress reads requests on one thread and hands whole ones to its threads. Here it learns to refuse what is
too large before it reads it, to close what never becomes whole, to make room instead of
shutting everybody out, and to hand the socket of a live stream over to whoever serves it from then on.
"""

import json
import resource
import socket
import time
from collections import Counter
from typing import Any, NamedTuple

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask
from waitress.utilities import BadRequest, Error
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from domain.kernel.prose_files import plain_refusal
from web.base import errors
from web.base.language import LANGUAGES

MOST_CONNECTIONS = 5000
MOST_STREAMS = 7500
"""Live streams have left waitress: they are no connections."""
RESERVED_FILES = 400
"""File descriptors for everything but connections: the store, Redis, bodies that are put by on disk."""
FILES = (65536, 24576, 10240, 4096)
"""How many files a process wants to have open; the first number that the system allows."""
ROOM = 20
"""When so many hundredths of the connections are left, the idlest ones go."""
ACCEPTED_AT_ONCE = 64
LONGEST_LINE = 16 * 1024
"""Bytes of one chunk's size with what is said of it, or of what follows the last chunk."""


REFUSED = {400: "not_http", 413: "too_large", 431: "header_too_large", 503: "uploads_wait"}
"""What stands against a request here, by status: the names of the sentences."""


class Limits(NamedTuple):
    """What a connection may do. Sizes in bytes; `seconds` are for a whole request, from its first byte, and
    for a connection without any.

    Only requests to `large_paths` (archives brought in) may have bodies up to `large_body` and take
    `large_seconds`, no more than `large_at_once` of them together.
    """

    body: int
    large_body: int
    large_paths: frozenset[str]
    large_at_once: int = 8
    header: int = 32 * 1024
    seconds: int = 30
    large_seconds: int = 600
    connections: int = MOST_CONNECTIONS


class TooManyUploads(Error):
    """As many large bodies as may come at once are on their way."""

    code = 503
    reason = "Service Unavailable"


class Request(HTTPRequestParser):
    """A request as it comes in; how large it may be depends on what it asks for."""

    is_large = False
    error: Any

    def __init__(self, server: "Server") -> None:
        super().__init__(server.adj)
        self.server = server

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as problem:  # a length of more digits than Python reads
            raise ParsingError("Content-Length is invalid") from problem
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("Content-Length beside chunks")  # a lax proxy would see another request there
        limits = self.server.limits
        if self.path in limits.large_paths and (self.chunked or self.content_length > limits.body):
            self.is_large = True
        else:
            self.adj = self.server.small

    def received(self, data: bytes) -> int:
        was_read = self.headers_finished
        consumed = int(super().received(data))
        is_new = self.is_large and self.headers_finished and not was_read and not self.error
        if is_new and self.server.uploads() > self.server.limits.large_at_once:
            self.error = TooManyUploads("Other archives are being brought in. Try again in a minute.")
            self.completed = True
        if self._is_padded():
            self.error = BadRequest(f"Chunk sizes and trailers have {LONGEST_LINE} bytes at most")
            self.completed = True
        if self.error:
            self.expect_continue = False  # no invitation to send what is refused
        return consumed

    def _is_padded(self) -> bool:
        """Whether what stands around the chunks grows on: waitress copies all of it whenever more comes."""
        if not self.chunked or self.body_rcv is None:
            return False
        return len(self.body_rcv.control_line) + len(self.body_rcv.trailer) > LONGEST_LINE


class Refusal(ErrorTask):
    """What is refused before the application sees it, told as everything else: a problem (RFC 9457) to
    programs, a sentence to people."""

    def execute(self) -> None:
        code = self.request.error.code
        if code not in REFUSED:
            super().execute()
            return
        is_program = self.request.path.startswith("/api/")
        words = plain_refusal(REFUSED[code])(self._language())
        document = json.dumps(errors.problem_document(code, errors.code_of(code), words), ensure_ascii=False)
        body = (document if is_program else words).encode()
        self.status = f"{code} {self.request.error.reason}"
        kind = errors.PROBLEM if is_program else "text/plain; charset=utf-8"
        self.response_headers += [("Content-Type", kind), ("Cache-Control", "no-store")]
        if code == TooManyUploads.code:
            self.response_headers.append(("Retry-After", "60"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)

    def _language(self) -> str:
        """That of the header, as far as it was read."""
        spoken = parse_accept_header(self.request.headers.get("ACCEPT_LANGUAGE", ""), LanguageAccept)
        return spoken.best_match(LANGUAGES) or "en"


class Task(WSGITask):
    """A request that is being answered; its socket may be taken over instead."""

    def get_environment(self) -> dict[str, Any]:
        return {**super().get_environment(), "grognard.take": self.channel.take}

    def finish(self) -> None:
        super().finish()
        if self.channel.is_taken:
            self.close_on_finish = True


class Channel(HTTPChannel):
    """A connection. `begun` is when the request that is not whole yet began to come."""

    task_class = Task
    error_task_class = Refusal
    begun: float | None = None
    is_taken = False

    def __init__(self, server: "Server", *words: Any, **named: Any) -> None:
        super().__init__(server, *words, **named)
        self.parser_class = lambda _adj: Request(server)

    def received(self, data: bytes) -> bool:
        went_on = bool(super().received(data))
        self.begun = None if self.request is None else self.begun or time.time()
        return went_on

    def take(self) -> socket.socket:
        """The connection itself, for whoever answers this request: waitress writes nothing more to it, and
        lets it go when the request is done."""
        taken: socket.socket = self.socket.dup()
        self.is_taken = True
        return taken

    def write_soon(self, data: Any) -> int:
        return len(data) if self.is_taken else int(super().write_soon(data))

    @property
    def is_idle(self) -> bool:
        """Whether nobody is served on it: silent, or still sending."""
        return not self.requests and not self.total_outbufs_len

    def is_late(self, now: float, limits: Limits) -> bool:
        """Whether its request should have been whole by now."""
        request, begun = self.request, self.begun
        if request is None or begun is None or self.requests:
            return False
        return now - begun > (limits.large_seconds if request.is_large else limits.seconds)


class Server(TcpWSGIServer):
    """waitress on a socket that listens already, within `limits`."""

    channel_class = Channel

    def __init__(self, app: Any, listener: socket.socket, limits: Limits, threads: int) -> None:
        self.limits = limits
        large = Adjustments(
            sockets=[listener], threads=threads, ident=None,
            connection_limit=limits.connections, asyncore_use_poll=True,
            channel_timeout=limits.seconds, cleanup_interval=max(1, limits.seconds // 6),
            max_request_header_size=limits.header, max_request_body_size=limits.large_body + 1,
            clear_untrusted_proxy_headers=False,  # the application knows which proxies it trusts
        )  # fmt: skip
        self.small = Adjustments(ident=None, max_request_body_size=limits.body + 1)
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(threads)
        where = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(
            app, _sock=listener, dispatcher=dispatcher, adj=large, sockinfo=where, bind_socket=False
        )

    def uploads(self) -> int:
        """How many large bodies are on their way."""
        coming = [channel.request for channel in self.active_channels.values()]
        return sum(1 for each in coming if each is not None and each.is_large)

    def handle_accept(self) -> None:
        """Takes everybody in who waits at the door, not one for each look at all connections."""
        for _ in range(ACCEPTED_AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                break

    def readable(self) -> bool:
        if len(self._map) > self.limits.connections * (100 - ROOM) // 100:
            self._make_room()
        return bool(super().readable())

    def _make_room(self) -> None:
        """Closes idle connections: of the address that has most of them, the longest silent first."""
        idle = [each for each in self.active_channels.values() if each.is_idle and not each.will_close]
        crowd = Counter(each.addr[0] for each in idle)
        idle.sort(key=lambda each: (-crowd[each.addr[0]], each.last_activity))
        for each in idle[: max(1, self.limits.connections * ROOM // 200)]:
            each.will_close = True

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.is_late(now, self.limits):
                channel.will_close = True


def open_files() -> int:
    """How many files (connections are files) this process may have open, once that is as many as it may."""
    now, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, most = (FILES[0] if each == resource.RLIM_INFINITY else each for each in (now, hard))
    for wanted in FILES:
        if soft >= min(wanted, most):
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, most), hard))
        except (ValueError, OSError):  # macOS allows less than its hard limit says
            continue
        return min(wanted, most)
    return soft


def most_streams(files: int) -> int:
    """How many live streams so many files leave: half of them at most."""
    return max(50, min(MOST_STREAMS, (files - RESERVED_FILES) // 2))


def most_connections(files: int) -> int:
    """How many connections beside them."""
    return max(100, min(MOST_CONNECTIONS, files - RESERVED_FILES - most_streams(files)))
