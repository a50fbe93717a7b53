"""The lobby: one row for each game, open, running and finished."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.kernel import PUBLIC, Recorded, RuleSet, Seat, Standing, result_of
from domain.kernel.prose import languages, prose
from projections import fallback
from projections.boards import asked_at
from projections.documents import Document, event_row
from projections.fallback import table
from projections.following import Followed, read_json

if TYPE_CHECKING:
    import redis

    from domain.store import Games
    from domain.store.heads import Head


class Glance(NamedTuple):
    """What a row is made of."""

    game: str
    rule_set: RuleSet
    head: Standing
    holders: Mapping[Seat, tuple[str, str]]
    first_at: int
    last: Recorded


def holder(followed: Followed, seat: Seat) -> tuple[str, str]:
    """(kind, name) of who sits at `seat`; ("open", "") while nobody does."""
    taken = followed.holders.get(seat)
    return ("open", "") if taken is None else (taken.kind, taken.name)


def glance(games: "Games", game: str) -> Glance:
    """A game as it stands; it is not folded. Raises UnknownGame, SetAside."""
    head, taken = games.head(game), games.holders(game)
    holders = {seat: (taken[seat].kind, taken[seat].name) for seat in head.standing.opened.seats}
    return Glance(game, head.rule_set, head.standing, holders, games.opened_at(game), head.last)


def glance_of(followed: Followed) -> Glance:
    """The same of a game that was followed from its first event on."""
    holders = {seat: holder(followed, seat) for seat in followed.opened.seats}
    first_at = followed.history.recorded[0].at
    return Glance(followed.game, followed.rule_set, followed.head, holders, first_at, followed.last)


def glanced(games: "Games", game: str) -> Document:
    """What the lobby says of a game as it stands."""
    return row(glance(games, game))


def row(glance: Glance) -> Document:
    """What the lobby says of a game.

    `status` is open (a seat waits for somebody), running, finished or shown (not over, but it can only be
    looked at; `only_shown` says why, see `Opened`); `asked` are the seats that the rules ask; `text` is
    the last public sentence, `texts` the same by language; times are milliseconds since 1970. `pack` is the
    name of the data pack that it is played on, `data` its digest; both are empty for built-in data.
    """
    rule_set, head, last, opened = glance.rule_set, glance.head, glance.last, glance.head.opened
    scenario = rule_set.scenario(opened.scenario)
    words, told = prose(rule_set), rule_set.redact(last.body, PUBLIC)
    texts = {language: prose(rule_set, language).event(told) for language in languages(rule_set)}
    seats = []
    for seat in opened.seats:
        kind, name = glance.holders[seat]
        seats.append({"seat": seat, "name": words.name(seat), "kind": kind, "holder": name})
    is_open = any(each["kind"] == "open" for each in seats)
    result = result_of(rule_set, head) if head.is_over else None
    turn, round = rule_set.clock(head.state)
    return {
        "game": glance.game,
        "name": opened.name,
        "title": rule_set.id,
        "title_name": rule_set.name,
        "scenario": scenario.id,
        "scenario_name": scenario.name,
        "status": _status(head, is_open),
        "only_shown": opened.only_shown,
        "seats": seats,
        "asked": asked_at(head),
        "text": texts["en"],
        "texts": texts,
        "turn": turn,
        "round": round,
        "turns": scenario.turns,
        "winners": list(result.winners) if result else [],
        "reason": result.reason if result else "",
        "parent": opened.parent.game if opened.parent else None,
        "dice_of": opened.dice_of,
        "pack": opened.pack,
        "data": opened.pack_data,
        "version": head.version,
        "rest": head.rest,
        "opened_at": glance.first_at,
        "updated_at": last.at,
    }


def _status(head: Standing, is_open: bool) -> str:
    if head.is_over:
        return "finished"
    if not head.is_playable:
        return "shown"
    return "open" if is_open else "running"


def missing(games: "Games") -> int:
    """How many games the last `read` could not tell yet: their rows are being made."""
    return fallback.missing(games, "lobby")


def row_at(row: Document, head: "Head", language: str = "en") -> Document:
    """A running game's row as it was at an earlier `head`; who sits where is as it is now."""
    rule_set, standing, last = head.rule_set, head.standing, head.last
    turn, round = rule_set.clock(standing.state)
    return {
        **row,
        "asked": [],
        "waiting": [],
        "text": event_row(rule_set, last, PUBLIC, language)["text"],
        "turn": turn,
        "round": round,
        "winners": [],
        "reason": "",
        "status": _status(standing, any(each["kind"] == "open" for each in row["seats"])),
        "version": head.version,
        "rest": standing.rest,
        "updated_at": last.at,
    }


def read(redis: "redis.Redis", games: "Games", language: str = "en") -> list[Document]:
    """Every game's row, the one that changed last first, never behind the store, `text` in `language`.

    Beside what `row` says: `waiting`, the seats whose answer is still to come, and `source`.
    """
    found = table(redis, games, "lobby", glanced, beside="waiting")
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
