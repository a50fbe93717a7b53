"""The pure core: random play, folding, scenes, in time of the processor."""

import sqlite3
from random import Random
from time import process_time

import msgspec

from benchmarks.measuring import Figure, median, p95, times_of
from domain.bots import BOTS
from domain.bots.playing import opening, play_out, recorded_game
from domain.kernel import RuleSet, titled
from domain.kernel.history import History, Recorded
from domain.store import open_games
from scripts.playouts import SUMMARIES, Summary


def whole_game(rule_set: RuleSet, scenario: str, number: int) -> list[Recorded]:
    """Random game `number`, recorded."""
    seed = number.to_bytes(32, "big")
    seats = rule_set.scenario(scenario).seatings[0]
    game = f"{number:032x}"
    opened = opening(rule_set, scenario, seats, seed, game)
    bots = dict.fromkeys(seats, BOTS["random"])
    return recorded_game(rule_set, opened, game, seed, bots, Random(number))


GAMES_A_SECOND = {"waterloo": 50, "wellington": 8, "washingtons_war": 40, "napoleonics": 60, "brandywine": 25}
"""The bar of each title's random play, of one core."""
FEWEST_GAMES = 10


def random_play(rule_set: RuleSet, scenario: str, seconds_of_play: float) -> Figure:
    """Whole games, and orders that did more than to let a chance pass, a second of one core: over so many
    seconds and no fewer than `FEWEST_GAMES` games."""
    seats = rule_set.scenario(scenario).seatings[0]
    bots = dict.fromkeys(seats, BOTS["random"])
    chosen = games = 0

    def count(play: object, rounds: list) -> None:  # type: ignore[type-arg]
        nonlocal chosen
        drafts = (draft for answers in rounds for draft in answers.values())
        chosen += sum(not type(order).passes for draft in drafts for order in draft)

    start = process_time()
    while games < FEWEST_GAMES or process_time() - start < seconds_of_play:
        seed = games.to_bytes(32, "big")
        opened = opening(rule_set, scenario, seats, seed, str(games))
        play_out(rule_set, opened, seed, bots, Random(games), count)
        games += 1
    played = process_time() - start
    whole, bar = games / played, GAMES_A_SECOND[rule_set.id]
    return Figure(
        f"random play of {rule_set.name}, {scenario} ({chosen / games:.0f} orders a game, passes apart)",
        f"{bar} games/s of a core",
        f"{whole:.1f} games/s, {chosen / played:,.0f} orders/s",
        whole >= bar,
    )


def folding(rule_set: RuleSet, scenario: str) -> Figure:
    """Fold of a game cut at 500 events, with where it stood after each command."""
    recorded = whole_game(rule_set, scenario, 1)
    while len(recorded) < 500:
        recorded = whole_game(rule_set, scenario, len(recorded))
    cut = recorded[: max(each.version for each in recorded[:500] if each.left == 0)]
    found = times_of(lambda: History(rule_set, cut), 40, process_time)
    return Figure(
        f"fold of {len(cut)} events of {rule_set.name}",
        "5 ms",
        f"{median(found):.2f} ms of a core",
        median(found) <= 5,
    )


def scenes(rule_set: RuleSet, scenario: str, store: str) -> Figure:
    """The scene at any event of a game for a seat: from a store just opened, and again."""
    recorded = whole_game(rule_set, scenario, 2)
    seat = rule_set.scenario(scenario).seatings[0][0]
    random, cold, warm = Random(3), [], []
    games = open_games(store)
    game = games.adopt(recorded, (2).to_bytes(32, "big"))
    games.close()

    def look() -> None:
        state = games.standing(game, random.randint(1, len(recorded))).state
        rule_set.view(state, seat)

    for _ in range(30):
        games = open_games(store)
        cold += times_of(look, 1, process_time)
        games.history(game)  # as the second look has it loaded, behind those who look
        warm += times_of(look, 10, process_time)
        games.close()
    good = p95(cold) <= 20 and p95(warm) <= 2
    return Figure(
        f"scene at any of {len(recorded)} events of {rule_set.name}, for a seat",
        "p95 20 ms cold, 2 ms warm",
        f"cold {median(cold):.1f} ms, p95 {p95(cold):.1f}; warm {median(warm):.2f} ms, p95 {p95(warm):.2f}",
        good,
    )


def storage(rule_set: RuleSet, scenario: str, path: str) -> Figure:
    """Bytes on disk for each event, with indexes, after 20 games."""
    games = open_games(f"sqlite:///{path}")
    events = 0
    for number in range(20):
        recorded = whole_game(rule_set, scenario, 100 + number)
        games.adopt(recorded, (100 + number).to_bytes(32, "big"))
        events += len(recorded)
    games.close()
    with sqlite3.connect(path) as database:
        pages = database.execute("PRAGMA page_count").fetchone()[0]
        size = database.execute("PRAGMA page_size").fetchone()[0]
    each = pages * size / events
    what = f"storage of {events:,} events of {rule_set.name}"
    return Figure(what, "200 B an event", f"{each:.0f} B an event", each <= 200)


def playouts() -> list[Figure]:
    """The last whole runs of `python -m scripts.playouts --record`, every invariant checked."""
    found = msgspec.json.decode(SUMMARIES.read_bytes(), type=dict[str, Summary])
    return [
        Figure(
            f"random games of {titled(title).name} in one run, every invariant checked after every command",
            "10,000, no crash, none stuck",
            f"{run.games:,} games from number {run.first:,} ({run.commit}, {run.day}): {run.failures} failed",
            run.games >= 10_000 and not run.failures,
        )
        for title, run in sorted(found.items())
    ]
