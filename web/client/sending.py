"""How a client asks over HTTP, and what it makes of the answer."""

import json
from collections.abc import Iterator, Mapping
from http.client import HTTPResponse
from typing import Any, NamedTuple, Self
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

PATIENCE = 60.0
"""Seconds until an answer, or a sign of life of a stream, is no longer waited for."""


class Problem(Exception):
    """The server has refused. `error` is for programs, `message` for people, `rule` stands against an order;
    `fields` tells of each field that is missing or wrong what is wrong with it; `retry_after` are the
    seconds after which to ask again."""

    def __init__(self, status: int, told: Mapping[str, Any], retry_after: int | None = None) -> None:
        self.status = status
        self.error = str(told.get("error", ""))
        self.message = str(told.get("message", ""))
        self.rule: str | None = told.get("rule")
        self.fields: dict[str, Any] = told.get("fields") or {}
        self.retry_after = retry_after
        which = f" {json.dumps(self.fields, ensure_ascii=False)}" if self.fields else ""
        super().__init__(f"{status} {self.error}: {self.message}{which}")


class Message(NamedTuple):
    """A message of a stream; `id` is what to go on after."""

    event: str
    id: str
    data: Any


class Connection:
    """A server, and who asks it."""

    def __init__(self, url: str, token: str = "", *, word: str = "", patience: float = PATIENCE) -> None:
        """`token` proves seats, a place in a tournament, a log-in or the host; `word` is the host's word of a
        server that asks for one."""
        self.url, self.token, self.word, self.patience = url.rstrip("/"), token, word, patience

    def holding(self, token: str) -> Self:
        """A client of the same server that shows another token."""
        return type(self)(self.url, token, word=self.word, patience=self.patience)

    def _json(
        self, method: str, path: str, query: Mapping[str, Any], body: Mapping[str, Any] | bytes | None = None
    ) -> Any:
        """An answer that is JSON; None where there is none."""
        answered = self._bytes(method, path, query, body)
        return json.loads(answered) if answered else None

    def _bytes(
        self, method: str, path: str, query: Mapping[str, Any], body: Mapping[str, Any] | bytes | None = None
    ) -> bytes:
        """An answer as it is. Raises Problem."""
        with self._asked(method, path, query, body) as answer:
            return answer.read()

    def _messages(self, path: str, query: Mapping[str, Any], last: str | None) -> Iterator[Message]:
        """The messages of a stream until it ends; `last` is the id of the last one that is known."""
        headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
        with self._asked("GET", path, query, None, headers) as answer:
            yield from messages(line.decode().rstrip("\r\n") for line in answer)

    def _asked(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Mapping[str, Any] | bytes | None,
        more: Mapping[str, str] | None = None,
    ) -> HTTPResponse:
        """The answer of the server, to be read. Raises Problem."""
        headers = {"X-Grognard": "1", "Accept": "application/json", **(more or {})}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.word:
            headers["X-Grognard-Word"] = self.word
        data = json.dumps(body).encode() if isinstance(body, Mapping) else body
        if data is not None:
            headers["Content-Type"] = "application/x-ndjson" if data is body else "application/json"
        asked = {name: value for name, value in query.items() if value is not None}
        address = f"{self.url}{path}" + (f"?{urlencode(asked)}" if asked else "")
        return self._sent(Request(address, data, headers, method=method))

    def _sent(self, asked: Request) -> HTTPResponse:
        """Sends it. Raises Problem."""
        try:
            answer: HTTPResponse = urlopen(asked, timeout=self.patience)
            return answer
        except HTTPError as refused:
            with refused:
                raise problem_of(refused.code, refused.read(), refused.headers.get("Retry-After")) from None


def problem_of(status: int, body: bytes, retry_after: str | None) -> Problem:
    """What a refusal says, also where a proxy answers in the server's place."""
    wait = int(retry_after) if retry_after is not None and retry_after.isdecimal() else None
    try:
        told = json.loads(body)
    except ValueError:
        told = None
    if not isinstance(told, dict):
        told = {"message": body.decode("utf-8", "replace")}
    return Problem(status, told, wait)


def messages(lines: Iterator[str]) -> Iterator[Message]:
    """The messages in the lines of an event stream; an id holds until another one comes."""
    event, data, last = "", list[str](), ""
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if data:
                yield Message(event or "message", last, json.loads("\n".join(data)))
            event, data = "", []
        elif name == "event":
            event = value
        elif name == "data":
            data.append(value)
        elif name == "id":
            last = value


def place(*parts: str) -> str:
    """A path of fixed parts and names: every second part is a name, and is quoted."""
    return "".join(quote(part, safe="") if number % 2 else part for number, part in enumerate(parts))


def given(**fields: Any) -> dict[str, Any]:
    """The fields that were given a value."""
    return {name: value for name, value in fields.items() if value is not None}
