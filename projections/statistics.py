"""Statistics: what was counted in each game, and the finished games as rows to compare.

Luck, results and final measures are told of finished games only: what chance gave a hand would
tell the hand.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from domain.kernel import Recorded, Seat, Undone
from domain.kernel.history import standing_events
from domain.kernel.ruleset import HANDICAP, NO_HANDICAP
from projections import fallback
from projections.card_use import card_uses
from projections.documents import Document, result_document
from projections.fallback import table
from projections.fighting import attacks_of, losses_of
from projections.first_decisions import opening_columns
from projections.following import Chance, Followed, followed, read_json, same_as_stored, write_json
from projections.lobby import holder
from projections.title_facts import facts_of
from projections.views import Views, reached
from projections.winning import is_drawn, powers_at, result_columns, won

if TYPE_CHECKING:
    import redis

    from domain.store import Games

PEOPLE = ("person", "hotseat")
PAUSE = 15 * 60 * 1000
"""Milliseconds after which somebody who is asked is taken to be away."""
LOOK_SECONDS = 10.0
"""Who asks for numbers would rather wait so long than see them of a part of the games."""


def document(counted: Followed) -> Document:
    """Everything counted in one game.

    `events` counts by type, `orders` by seat. When the game is over: `result`, `measures` (final
    values), `luck` by seat, with the rolls that stand (`kept`) and with those taken back (`all`);
    `opening` (see `projections.first_decisions`), `cards` (what they were used for) and `consented`, how
    many take-backs needed somebody's consent. None of that is told of a game that can only be looked at:
    nobody has checked it, so it is no evidence of anything.
    """
    head, opened, rule_set = counted.head, counted.opened, counted.rule_set
    seats = {seat: dict(zip(("kind", "name"), holder(counted, seat), strict=True)) for seat in opened.seats}
    told: Document = {
        "game": counted.game,
        "name": opened.name,
        "title": rule_set.id,
        "scenario": opened.scenario,
        "options": dict(sorted(opened.options.items())),
        "seats": seats,
        "seats_kind": seats_kind(each["kind"] for each in seats.values()),
        "parent": opened.parent.game if opened.parent else None,
        "dice_of": opened.dice_of,
        "pack": opened.pack,
        "data": opened.pack_data,
        "over": head.is_over,
        "version": head.version,
        "turn": rule_set.clock(head.state)[0],
        "events": dict(sorted(counted.counts.items())),
        "orders": {seat: counted.orders.get(seat, 0) for seat in opened.seats},
        "opened_at": counted.history.recorded[0].at,
        "updated_at": counted.last.at,
        "result": None,
        "measures": None,
        "luck": None,
        "opening": None,
        "cards": None,
        "attacks": None,
        "lost": None,
        "thought": None,
        "consented": None,
    }
    if head.is_over and head.is_playable:
        kept = counted.kept()
        told["result"] = result_document(rule_set, head)
        told["measures"] = rule_set.measure(head.state)
        told["luck"] = {
            seat: {"kept": luck(seat, kept), "all": luck(seat, counted.chances)} for seat in opened.seats
        }
        told |= _told_at_the_end(counted)
    return told


def is_apart(row: Mapping[str, Any]) -> bool:
    """Whether a game counts with no others: a fork, an experiment, one with a handicap or with hints."""
    return bool(row["parent"] or row["dice_of"] or row["handicap"] or row["hinted"])


def handicap_of(options: Mapping[str, str]) -> str:
    """The handicap that a game was played with; empty if it was played without."""
    chosen = options.get(HANDICAP, "")
    return "" if chosen == NO_HANDICAP else chosen


def _told_at_the_end(counted: Followed) -> Document:
    """How the game opened and what its cards were used for: nobody may know it while the game runs."""
    facts, recorded = facts_of(counted.rule_set.id), counted.history.recorded
    events = [each.body for each in standing_events(recorded)]
    undone = [each.body for each in recorded if isinstance(each.body, Undone)]
    return {
        "opening": opening_columns(facts, counted.opened.seats, events),
        "cards": card_uses(facts, events),
        "attacks": attacks_of(facts, events),
        "lost": losses_of(facts, events),
        "thought": thought(recorded),
        "consented": sum(bool(each.consented) for each in undone),
    }


def thought(recorded: Sequence[Recorded]) -> dict[str, tuple[int, int]]:
    """Seat -> (milliseconds, answers): from the command before until its answer came. Who let more than
    `PAUSE` pass was not at the table: such an answer counts in neither."""
    found: dict[str, tuple[int, int]] = {}
    before = recorded[0].at
    for each in recorded:
        if each.answers:
            waited = each.at - before
            for seat in each.answers[0]:
                time, answers = found.get(seat, (0, 0))
                if 0 <= waited <= PAUSE:
                    found[seat] = time + waited, answers + 1
        before = each.at
    return found


def seats_kind(kinds: Iterable[str]) -> str:
    """`bots`, `people` or `mixed`; a seat that nobody holds counts as a person's."""
    found = {kind == "bot" for kind in kinds}
    return "mixed" if len(found) > 1 else "bots" if True in found else "people"


def luck(seat: Seat, chances: Iterable[Chance]) -> Document:
    """{rolls, score, mean, variance, z} of the rolls and draws of `seat`; z is None without variance."""
    own = [each for each in chances if each.seat == seat]
    score = math.fsum(each.score for each in own)
    mean = math.fsum(each.mean for each in own)
    variance = math.fsum(each.variance for each in own)
    z = (score - mean) / math.sqrt(variance) if variance else None
    return {"rolls": len(own), "score": score, "mean": mean, "variance": variance, "z": z}


def _line(games: "Games", game: str) -> Document | None:
    """Only games that are over are counted ahead."""
    return document(followed(games, game)) if games.standing(game).is_over else None


def missing(games: "Games") -> int:
    """How many games the last `rows` could not count yet: they are being counted."""
    return fallback.missing(games, "statistics")


def game_row(counted: Document) -> Document:
    """A finished game as one row for `replays.cohorts`, in the same columns as a simulated game.

    Who won and by how much is `projections.winning.result_columns`; `reason` is how the players ended
    it themselves (`resignation`), empty where the rules did. For each seat: `kind:<seat>`,
    `player:<seat>`, `luck_z:<seat>` and `powers:<seat>`; for each question about openings
    `opening:<question>`, perhaps empty; `cards` is JSON.
    """
    seats, result, opening = counted["seats"], counted["result"], counted["opening"]
    kept = {seat: each["kept"] for seat, each in counted["luck"].items()}
    lucks = {seat: (each["score"] - each["mean"], each["variance"]) for seat, each in kept.items()}
    powers = {seat: powers_at(opening, seat) for seat in seats}
    row: Document = {
        "game": counted["game"],
        "name": counted["name"],
        "title": counted["title"],
        "scenario": counted["scenario"],
        "parent": counted["parent"],
        "dice_of": counted["dice_of"],
        "handicap": handicap_of(counted["options"]),
        "pack": counted["pack"],
        "data": counted["data"],
        "seats": ",".join(seats),
        "seats_kind": counted["seats_kind"],
        "players": ",".join(each["name"] or each["kind"] for each in seats.values()),
        "rule": result["rule"],
        "reason": result["reason"],
        **result_columns(facts_of(counted["title"]), powers, result["winners"], result["scores"], lucks),
        "turns": counted["turn"],
        "orders": sum(counted["orders"].values()),
        "events": sum(counted["events"].values()),
        "opened_at": counted["opened_at"],
        "ended_at": counted["updated_at"],
        "consented": counted["consented"],
        "cards": write_json(counted["cards"]).decode(),
        "attacks": write_json(counted["attacks"]).decode(),
        "lost": write_json(counted["lost"]).decode(),
        **opening,
    }
    for seat, each in seats.items():
        row[f"kind:{seat}"], row[f"player:{seat}"] = each["kind"], each["name"]
        row[f"luck_z:{seat}"] = kept[seat]["z"]
        row[f"thought:{seat}"], row[f"answers:{seat}"] = counted["thought"].get(seat, (0, 0))
    for name, value in counted["measures"].items():
        row[f"measure:{name}"] = float(value)
    return row


def read(redis: "redis.Redis", games: "Games", game: str) -> Document:
    """What was counted in `game`, never behind the store; in one that goes on, now. Raises UnknownGame."""
    version = games.standing(game).version
    stored = reached(redis, lambda: _stored(Views(redis, games.store_id), game))
    if stored is not None and stored["version"] == version:
        return {**stored, "source": "redis"}
    return {**same_as_stored(document(followed(games, game))), "source": "store"}


def _stored(views: Views, game: str) -> Document | None:
    head = views.head()
    if head is None:
        return None
    found: Any = views.client.hget(views.key(head.generation, "statistics"), game)
    return None if found is None else read_json(found)


def rows(
    redis: "redis.Redis",
    games: "Games",
    title: str | None = None,
    scenario: str | None = None,
    data: str = "",
) -> list[Document]:
    """One row (`game_row`) for each finished game, of one title and scenario if they are given.

    They are played on the same data: those of the pack with this digest, or the built-in ones. What the host
    has put away is left out. `hinted`: the seats that had a hint of the computer, in one text; `uploaded`:
    whether somebody brought the game.
    """
    away, hinted, uploaded = games.shelf.away(), games.hints.games(), games.uploads.games()

    def marks(game: str) -> Document:
        return {"hinted": " ".join(hinted.get(game, ())), "uploaded": game in uploaded}

    found = [
        {**game_row(each), **marks(each["game"])}
        for each in _finished(redis, games)
        if title in (None, each["title"]) and scenario in (None, each["scenario"]) and each["data"] == data
        and each["game"] not in away
    ]  # fmt: skip
    return sorted(found, key=lambda each: (each["ended_at"], each["game"]))


def _finished(redis: "redis.Redis", games: "Games") -> list[Document]:
    """What was counted in every game that has a result."""
    lines = table(redis, games, "statistics", _line, seconds=LOOK_SECONDS).lines.values()
    counted = [read_json(line) for line in lines]
    return [each for each in counted if each["over"] and each["result"] is not None]


def data_sets(redis: "redis.Redis", games: "Games") -> dict[str, dict[str, str]]:
    """Title -> the data packs that finished games were played on: digest -> the name in the last of them.

    Where several have one name the beginning of the digest follows it.
    """
    found: dict[str, dict[str, str]] = {}
    for each in sorted(_finished(redis, games), key=lambda each: each["updated_at"]):
        if each["data"]:
            found.setdefault(each["title"], {})[each["data"]] = each["pack"]
    return {title: _told_apart(names) for title, names in found.items()}


def _told_apart(names: dict[str, str]) -> dict[str, str]:
    counts = Counter(names.values())
    return {data: name if counts[name] == 1 else f"{name} ({data[:8]})" for data, name in names.items()}


def results(redis: "redis.Redis", games: "Games", data: str = "") -> list[Document]:
    """Finished games by title, scenario, seat and kind of holder: {..., games, wins, draws, resigned}.

    They are played on the same data, see `rows`.
    """
    found: dict[tuple[str, ...], Document] = {}
    for row in rows(redis, games, data=data):
        for seat in row["seats"].split(","):
            key = (row["title"], row["scenario"], seat, row[f"kind:{seat}"])
            names = ("title", "scenario", "seat", "kind")
            group = found.setdefault(
                key, {**dict(zip(names, key, strict=True)), "games": 0, "wins": 0, "draws": 0, "resigned": 0}
            )
            group["games"] += 1
            group["wins"] += won(row, seat)
            group["draws"] += is_drawn(row)
            group["resigned"] += row["reason"] == "resignation"
    return [found[key] for key in sorted(found)]
