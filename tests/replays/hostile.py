"""Archives as an enemy would write them: a true one, changed with knowledge of its form, its chain made anew.

`hostile(random)` gives such a file. Most are changed in one to three places; about half say that they were
played on other data, so that no rule looks at them.
"""

import hashlib
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from domain.kernel import ALL, titled
from domain.kernel.chance import commitment
from domain.store import open_games
from replays.archive import write

LIBRARY = Path(__file__).parents[2] / "replays" / "library"
Line = dict[str, Any]
Change = Callable[[list[Line], Random], None]


class Raw(str):
    """A piece of JSON that `json` would not write."""


def toy_game(orders: int | None) -> list[Line]:
    """A skirmish, to its end or for so many orders, with its seed."""
    games = open_games("memory:")
    game, given = games.create("skirmish", "line"), 0
    while not (desk := games.desk(game)).is_over and given != orders:
        games.order(game, desk.waiting[0], desk.menu(desk.waiting[0])[-1])
        given += 1
    data = write(titled("skirmish"), games.recorded(game), ALL, games.seed(game, host=True))
    games.close()
    return lines_of(data)


def sample(name: str, events: int) -> list[Line]:
    """About the first `events` events of a game of the library, running, with its seed."""
    lines = lines_of((LIBRARY / f"{name}.jsonl").read_bytes())
    while lines[events]["event"][1]:
        events += 1
    head = {**lines[0], "events": events, "over": False}
    return [head, *lines[1 : events + 1], {**lines[-1], "end": events}]


def lines_of(data: bytes) -> list[Line]:
    return [json.loads(line)["line"] for line in data.splitlines()]


def chained(lines: list[Any]) -> bytes:
    """The lines as a file whose hashes fit."""
    out, before = [], ""
    for line in lines:
        text = _text(line)
        before = hashlib.sha256(before.encode() + text).hexdigest()
        out.append(b'{"line":' + text + b',"hash":"' + before.encode() + b'"}\n')
    return b"".join(out)


def _text(line: Any) -> bytes:
    raw: list[str] = []

    def kept(value: Any) -> Any:
        if isinstance(value, Raw):
            raw.append(str(value))
            return f"@raw{len(raw) - 1}@"
        if isinstance(value, dict):
            return {name: kept(each) for name, each in value.items()}
        return [kept(each) for each in value] if isinstance(value, list) else value

    text = json.dumps(kept(line), separators=(",", ":"))
    for number, piece in enumerate(raw):
        text = text.replace(f'"@raw{number}@"', piece)
    return text.encode()


def hostile(base: list[Line], random: Random, changes: int | None = None) -> bytes:
    """`base` under a new id, changed."""
    lines = renamed(deepcopy(base), f"{random.getrandbits(128):032x}")
    if random.random() < 0.5:
        lines[1]["event"][2]["data"] = f"{random.getrandbits(256):064x}"
    for change in random.sample(CHANGES, changes or random.choice((1, 1, 2, 3))):
        try:
            change(lines, random)
        except (LookupError, TypeError, AttributeError, ValueError):
            continue  # an earlier change took away what this one would change
    return chained(lines)


def renamed(lines: list[Line], game: str) -> list[Line]:
    """The same game under another id, with the commitment that fits."""
    fitting = commitment(game, bytes.fromhex(lines[-1]["seed"]))
    lines[0] |= {"game": game, "commitment": fitting}
    lines[1]["event"][2]["commitment"] = fitting
    return lines


def renumbered(lines: list[Line]) -> None:
    for version, line in enumerate(lines[1:-1], start=1):
        line["version"] = version
    lines[0]["events"] = lines[-1]["end"] = len(lines) - 2


def _opened(lines: list[Line]) -> Any:
    return lines[1]["event"][2]


def _some(lines: list[Line], random: Random) -> Line:
    return random.choice(lines[2:-1])


def _values(random: Random) -> Any:
    return random.choice(
        (
            None, True, -1, 0, 7, 10**6 + 1, 2**31, 2**53, 2**63, Raw("9" * 400), Raw("-1e400"), Raw("NaN"),
            1.5, 1e300,
            "", "x", "red", "french", "K8", "x" * 3000, "x" * 200_000, Raw('"\\ud800"'), "\u202e", "\x00",
            "{seat}", "<script>alert(1)</script>", [], {}, [[]], {"red": []}, nested(50), nested(500),
            nested(30_000),
        )
    )  # fmt: skip


def nested(depth: int) -> Raw:
    kind = "[]" if depth % 100 else "{}"
    return Raw("[" * depth + "]" * depth) if kind == "[]" else Raw('{"a":' * depth + "1" + "}" * depth)


def seats(lines: list[Line], random: Random) -> None:
    known = _opened(lines)["seats"]
    _opened(lines)["seats"] = random.choice(
        (known[::-1], [*known, known[0]], [known[0]] * len(known), [], ["public", "all"], known[:1],
         [*known, "green"], ["x" * 500, *known], [f"s{n}" for n in range(2000)], [None], "seats")
    )  # fmt: skip


def scenario(lines: list[Line], random: Random) -> None:
    _opened(lines)["scenario"] = random.choice(("", "nowhere", "line", "x" * 1000, None, "../etc"))


def opening(lines: list[Line], random: Random) -> None:
    field, value = random.choice(
        (
            ("options", {"fog": "yes"}), ("options", []), ("name", "x" * 61), ("name", "\u202eevil"),
            ("name", _values(random)),
            ("title", "waterloo"), ("title", "nothing"), ("edition_of_rules", 99), ("edition_of_rules", -1),
            ("data", ""), ("data", None), ("commitment", "0" * 64), ("dice_of", "not a game"),
            ("dice_of", "seed"),
            ("parent", {"game": "f" * 32, "version": 10**6, "same_fate": False}),
            ("parent", {"game": "f" * 32, "version": 5, "same_fate": True}),
            ("parent", {"game": "../x", "version": 3, "same_fate": False}), ("only_shown", "evil"),
        )
    )  # fmt: skip
    _opened(lines)[field] = value


def dates(lines: list[Line], random: Random) -> None:
    value = random.choice((-1, 2**63, 10**15, 10**18, 253402300800000, 1e20, "now", None, Raw("1" * 500)))
    for line in random.choice((lines[1:-1], [_some(lines, random)], lines[-2:-1])):
        line["event"][0] = value


def agenda(lines: list[Line], random: Random) -> None:
    having = [line for line in lines[1:-1] if line["event"][4] is not None]
    line = random.choice((random.choice(having), having[-1]))
    found = line["event"][4]
    line["event"][4] = random.choice(
        (None, [], found[::-1], found * 3, found * 500, [["Nothing"]], [_values(random)], found[:-1],
        found[1:],
         [[*found[-1], 99]] if found else [], [[found[-1][0]]] if found else [[]])
    )  # fmt: skip


def answers(lines: list[Line], random: Random) -> None:
    line = random.choice([each for each in lines[2:-1] if each["event"][3]])
    found = line["event"][3]
    seat, draft = next(iter(found[0].items()))
    line["event"][3] = random.choice(
        (None, [], [{}], found * 2, [{"green": draft}], [{seat: []}], [{seat: draft * 2}],
        [{seat: draft * 2000}],
         [{seat: [_values(random)]}], _values(random), [{**found[0], "public": draft}])
    )  # fmt: skip


def depth(lines: list[Line], random: Random) -> None:
    deep = nested(random.choice((41, 200, 2000, 30_000)))
    line = random.choice(lines)
    if "event" in line:
        line["event"][random.randrange(5)] = deep
    else:
        line[random.choice(list(line))] = deep


def size(lines: list[Line], random: Random) -> None:
    kind = random.randrange(3)
    if kind == 0:
        lines[2:-1] = lines[2:-1] * (25_000 // max(1, len(lines)))
        renumbered(lines)
    elif kind == 1:
        _leaf(_some(lines, random)["event"], random, "x" * 300_000)
    else:
        _some(lines, random)["event"][2].update({f"field{n}": n for n in range(3000)})


def types(lines: list[Line], random: Random) -> None:
    for _ in range(random.choice((1, 1, 5))):
        _leaf(_some(lines, random)["event"], random, _values(random))


def numbers(lines: list[Line], random: Random) -> None:
    """Small numbers and ids that could be true, in wrong places."""
    texts = [each for line in lines[2:-1] for each in _texts(line["event"][2])]
    for _ in range(random.choice((1, 3, 20))):
        value = random.choice((0, 1, -1, 2, 99, 1000)) if random.random() < 0.4 else random.choice(texts)
        _leaf(_some(lines, random)["event"][2], random, value, like=True)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [each for part in inside for each in _texts(part)]


def _leaf(value: Any, random: Random, new: Any, like: bool = False) -> None:
    """Puts `new` in the place of something inside (`like`: of the same type)."""
    places: list[tuple[Any, Any]] = []

    def walk(part: Any) -> None:
        for key, each in part.items() if isinstance(part, dict) else enumerate(part):
            if not like or type(each) is type(new):
                places.append((part, key))
            if isinstance(each, (dict, list)):
                walk(each)

    walk(value)
    part, key = random.choice(places)
    part[key] = new


def order(lines: list[Line], random: Random) -> None:
    first, second = sorted(random.sample(range(2, len(lines) - 1), 2))
    kind = random.randrange(5)
    if kind == 0:
        lines[first], lines[second] = lines[second], lines[first]
    elif kind == 1:
        del lines[first]
    elif kind == 2:
        lines.insert(second, deepcopy(lines[first]))
    elif kind == 3:
        del lines[first:second]
    else:
        lines[2:-1] = lines[2:-1][::-1]
    if random.random() < 0.8:
        renumbered(lines)


def foreign(lines: list[Line], random: Random) -> None:
    title = lines[0]["title"]
    _some(lines, random)["topic"] = random.choice(
        ("waterloo:SeatTaken/1", f"{title}:Nothing/1", f"{title}:SeatTaken/99", f"{title}:Opened/1", "",
        "x", None, 5,
         f"{title}:Snapshot/1-abc", f"{title}:Undone/1", f"{title}:SeedRevealed/1", f"{title}:SeatTaken")
    )  # fmt: skip


def hosts(lines: list[Line], random: Random) -> None:
    """Events of the host where none was, or with other fields."""
    title, seed, seat = lines[0]["title"], lines[-1]["seed"], _opened(lines)["seats"][0]
    name, body = random.choice(
        (
            ("Undone", {"to": 10**5, "seat": seat}), ("Undone", {"to": 0, "seat": seat}),
            ("Undone", {"to": -3, "seat": seat}),
            ("Undone", {"to": 4, "seat": "green"}),
            ("Undone", {"to": 2, "seat": seat, "consented": ["green"]}),
            ("SeedRevealed", {"seed": seed}), ("SeedRevealed", {"seed": "zz"}),
            ("SeedRevealed", {"seed": "00" * 32}),
            ("SeatTaken", {"seat": "green", "kind": "person", "name": "x"}),
            ("SeatTaken", {"seat": seat, "kind": "god", "name": "x"}),
            ("SeatTaken", {"seat": seat, "kind": "bot", "name": "stockfish"}),
            ("SeatTaken", {"seat": seat, "kind": "person", "name": "x" * 5000}),
            ("SeatTaken", {"seat": seat, "kind": "person", "name": "\u202e"}),
            ("Opened", _opened(lines)),
        )
    )  # fmt: skip
    place = random.randrange(2, len(lines))
    lines.insert(place, {"event": [lines[1]["event"][0], 0, body, None, None], "topic": f"{title}:{name}/1"})
    renumbered(lines)


def left(lines: list[Line], random: Random) -> None:
    for line in random.choice(([_some(lines, random)], lines[2:-1])):
        line["event"][1] = random.choice((0, 1, -1, 5, 10**6, "0", None))


def header(lines: list[Line], random: Random) -> None:
    field, value = random.choice(
        (
            ("events", 0), ("events", -1), ("events", 10**9), ("title", "waterloo"), ("title", "nothing"),
            ("over", True),
            ("over", None), ("edition", 99), ("commitment", "0" * 64), ("seen_by", "red"), ("seen_by", ""),
            ("seen_by", "x" * 10_000), ("grognard", 2), ("game", "x"), ("game", ""), ("game", "G" * 32),
            ("more", 1),
            ("game", "0" * 31), ("game", lines[0]["game"].upper()), ("game", _values(random)),
        )
    )  # fmt: skip
    lines[0][field] = value


def seeds(lines: list[Line], random: Random) -> None:
    lines[-1]["seed"] = random.choice(("00" * 32, "", "zz", None, 5, [], "0" * 10_000,
    lines[-1]["seed"].upper()))


def cut(lines: list[Line], random: Random) -> None:
    """A game that ends too early, inside a command or not."""
    del lines[random.randrange(1, len(lines) - 1) : -1]
    renumbered(lines)


CHANGES: tuple[Change, ...] = (
    seats, scenario, opening, dates, agenda, answers, depth, size, types, numbers, order, foreign, hosts,
    left, header,
    seeds, cut,
)  # fmt: skip
