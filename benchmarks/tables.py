"""Many tables at once: what an order costs beside many games in play, and what it costs the projector."""

import gc
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter, thread_time

import msgspec

from benchmarks.core import whole_game
from benchmarks.measuring import Figure, median, p95, timed
from domain.kernel import RuleSet
from domain.kernel.chance import commitment
from domain.store import Games, open_games
from projections import Projector
from projections.redis_server import find_or_start

EVENTS = 400
"""How long the games are that are in play."""


@contextmanager
def in_play(
    rule_set: RuleSet, scenario: str, games: int, options: str = ""
) -> Iterator[tuple[Games, list[str]]]:
    """A store with so many games in the middle of play, just opened, and their ids."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/tables.db"
        store = open_games(f"{url}?synchronous=normal")
        ids = [seat_players(store, rule_set, scenario, number) for number in range(games)]
        store.close()
        store = open_games(url + options)
        yield store, ids
        store.close()


_played: dict[tuple[str, str], list[list]] = {}  # type: ignore[type-arg]


def seat_players(store: Games, rule_set: RuleSet, scenario: str, number: int) -> str:
    """One more game in the middle of play; gives its id."""
    kinds = _played.setdefault((rule_set.id, scenario), [])
    while len(kinds) < 5:
        recorded = whole_game(rule_set, scenario, len(kinds) + 40)
        stop = max(each.version for each in recorded[:EVENTS] if each.left == 0)
        kinds.append(recorded[:stop])
    seed, game = number.to_bytes(32, "big"), f"{2_000_000 + number:032x}"
    recorded = [msgspec.structs.replace(each, game=game) for each in kinds[number % len(kinds)]]
    opened = msgspec.structs.replace(recorded[0].body, commitment=commitment(game, seed))
    return store.adopt([msgspec.structs.replace(recorded[0], body=opened), *recorded[1:]], seed)


def give_order(store: Games, game: str, random: Random) -> bool:
    """A random legal order of whoever is asked. False if the game is over."""
    desk = store.desk(game)
    if not desk.waiting:
        return False
    seat = desk.waiting[0]
    store.order(game, seat, random.choice(desk.menu(seat)), desk.moment)
    return True


def rounds(store: Games, games: list[str], times: int) -> list[float]:
    """Milliseconds of each order, while every game gets `times` orders in turn."""
    random, found = Random(8), []
    for _ in range(times):
        for game in games:
            start = perf_counter()
            if give_order(store, game, random):
                found.append((perf_counter() - start) * 1000)
    return found


def many_games(rule_set: RuleSet, scenario: str, few: int, many: int) -> Figure:
    """An order in each of many games in turn against one in each of few."""
    found, memory = {}, 0.0
    with in_play(rule_set, scenario, many, "?synchronous=normal") as (store, games):
        chosen = {few: games[:few], many: games}
        before = resident()
        for some in chosen.values():
            rounds(store, some, 1)
        gc.collect()
        memory = (resident() - before) / many
        for _ in range(2):
            for number, some in chosen.items():
                found.setdefault(number, []).extend(rounds(store, some, max(1, many // number // 2)))
    told = "; ".join(f"{number}: {median(ms):.2f} ms, p95 {p95(ms):.1f}" for number, ms in found.items())
    return Figure(
        f"an order of {rule_set.name} with {few} and with {many:,} games in play",
        "no slower; 0.1 MB a game",
        f"{told}; {memory / 1e6:.3f} MB a game",
        median(found[many]) <= 1.25 * median(found[few]) and memory <= 100_000,
    )


def together(rule_set: RuleSet, scenario: str, tables: int, seconds: float) -> Figure:
    """So many tables give orders as fast as they can, each on a thread of its own, without HTTP."""
    with in_play(rule_set, scenario, tables) as (store, games):
        counts = [0] * tables
        end = perf_counter() + seconds

        def play(place: int) -> None:
            random = Random(place)
            while perf_counter() < end and give_order(store, games[place], random):
                counts[place] += 1

        threads = [threading.Thread(target=play, args=(place,)) for place in range(tables)]
        with timed() as took:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        rate = sum(counts) / took()
    what = f"sustained orders of {tables} tables of {rule_set.name} in the store alone"
    return Figure(what, "300/s", f"{rate:.0f}/s", rate >= 300)


def projecting(rule_set: RuleSet, scenario: str, orders: int) -> Figure:
    """Milliseconds of this thread that the projector needs for each order, one at a time."""
    with in_play(rule_set, scenario, 8) as (store, games), tempfile.TemporaryDirectory() as folder:
        server = find_or_start(Path(folder))
        projector, random, took = Projector(store, server.client()), Random(9), []
        projector.catch_up()
        for number in range(orders):
            game = games[number % len(games)]
            if number % len(games) == 0:
                games = [each for each in games if not store.desk(each).is_over]
            before = store.max_notification_id()
            give_order(store, game, random)
            if store.max_notification_id() > before:
                start = thread_time()
                projector.catch_up()
                took.append((thread_time() - start) * 1000)
        server.stop()
    return Figure(
        f"what the projector spends on an order of {rule_set.name}",
        "2 ms",
        f"median {median(took):.2f} ms, mean {sum(took) / len(took):.2f}, p95 {p95(took):.2f}",
        median(took) <= 2,
    )


def resident() -> int:
    """Bytes of memory of this process."""
    with open("/proc/self/statm") as status:
        return int(status.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
