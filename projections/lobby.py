"""The lobby: one row for each game, open, running and finished."""

from typing import TYPE_CHECKING, Any

from domain.kernel import PUBLIC, Seat, Standing
from domain.kernel.history import History
from domain.kernel.prose import languages, prose
from projections.boards import asked_at
from projections.documents import Document, event_row
from projections.fallback import table
from projections.following import Followed, read_json

if TYPE_CHECKING:
    import redis

    from domain.store import Games


def holder(followed: Followed, seat: Seat) -> tuple[str, str]:
    """(kind, name) of who sits at `seat`; ("open", "") while nobody does."""
    taken = followed.holders.get(seat)
    return ("open", "") if taken is None else (taken.kind, taken.name)


def row(followed: Followed) -> Document:
    """What the lobby says of a game.

    `status` is open (a seat waits for somebody), running, finished or shown (not over, but it can only be
    looked at; `only_shown` says why, see `Opened`); `asked` are the seats that the rules ask; `text` is
    the last public sentence, `texts` the same by language; times are milliseconds since 1970.
    """
    rule_set, head, opened = followed.rule_set, followed.head, followed.opened
    scenario = rule_set.scenario(opened.scenario)
    words = prose(rule_set.id)
    seats = []
    for seat in opened.seats:
        kind, name = holder(followed, seat)
        seats.append({"seat": seat, "name": words.name(seat), "kind": kind, "holder": name})
    is_open = any(each["kind"] == "open" for each in seats)
    result = rule_set.result(head.state) if head.is_over else None
    turn, round = rule_set.clock(head.state)
    return {
        "game": followed.game,
        "name": opened.name,
        "title": rule_set.id,
        "title_name": rule_set.name,
        "scenario": scenario.id,
        "scenario_name": scenario.name,
        "status": _status(head, is_open),
        "only_shown": opened.only_shown,
        "seats": seats,
        "asked": asked_at(head),
        "text": event_row(rule_set, followed.last, PUBLIC)["text"],
        "texts": {
            language: event_row(rule_set, followed.last, PUBLIC, language)["text"]
            for language in languages(rule_set)
        },
        "turn": turn,
        "round": round,
        "turns": scenario.turns,
        "winners": list(result.winners) if result else [],
        "parent": opened.parent.game if opened.parent else None,
        "dice_of": opened.dice_of,
        "version": head.version,
        "rest": head.rest,
        "opened_at": followed.history.recorded[0].at,
        "updated_at": followed.last.at,
    }


def _status(head: Standing, is_open: bool) -> str:
    if head.is_over:
        return "finished"
    if not head.is_playable:
        return "shown"
    return "open" if is_open else "running"


def row_at(row: Document, history: History, version: int, language: str = "en") -> Document:
    """A running game's row as it was after event `version`; who sits where is as it is now."""
    rule_set, standing = history.rule_set, history.at(version)
    last = history.recorded[version - 1]
    turn, round = rule_set.clock(standing.state)
    return {
        **row,
        "asked": [],
        "waiting": [],
        "text": event_row(rule_set, last, PUBLIC, language)["text"],
        "turn": turn,
        "round": round,
        "winners": [],
        "status": _status(standing, any(each["kind"] == "open" for each in row["seats"])),
        "version": version,
        "rest": standing.rest,
        "updated_at": last.at,
    }


def read(redis: "redis.Redis", games: "Games", language: str = "en") -> list[Document]:
    """Every game's row, the one that changed last first, never behind the store, `text` in `language`.

    Beside what `row` says: `waiting`, the seats whose answer is still to come, and `source`.
    """
    found = table(redis, games, "lobby", row, beside="waiting")
    rows = [{**read_json(line), "source": found.source} for line in found.lines.values()]
    for each in rows:
        told = found.others.get(each["game"])
        each["waiting"] = _waiting(each, read_json(told) if told else None)
        each["text"] = each.pop("texts").get(language, each["text"])
    return sorted(rows, key=lambda each: (-each["updated_at"], each["game"]))


def _waiting(row: Document, told: Any) -> list[Seat]:
    """Silent answers leave no event: who must answer after them was told beside the row."""
    if told is not None and told[0].split(".")[0] == str(row["rest"]) and row["status"] != "finished":
        seats: list[Seat] = told[1]
        return seats
    asked: list[Seat] = row["asked"]
    return asked
