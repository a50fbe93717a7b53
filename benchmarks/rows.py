"""The rows of the table: each bar of architecture.md section 10 is measured by a function that can run alone.

What a row tells the reader of `--help` is the first line of its docstring.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks import (
    balance,
    core,
    http,
    many_machines,
    presses,
    restarting,
    strength,
    tables,
    vast,
    views,
    watching,
)
from benchmarks.measuring import Figure
from domain.kernel import RuleSet, Seat
from domain.store import open_games
from domain.titles import TITLES

CROWDED = "waterloo"
"""The title of the rows that measure a whole server, where nothing else is asked for."""
SCENARIOS = {"waterloo": "long", "wellington": "1812"}
"""What is played of a title where one scenario is enough; else its first one."""


class Plan(NamedTuple):
    """What is measured: these titles, and with fewer repeats if it is to be `quick`."""

    titles: tuple[RuleSet, ...] = tuple(TITLES)
    quick: bool = False

    def many(self, times: int, quick: int) -> int:
        """How often something is done."""
        return quick if self.quick else times

    @property
    def crowded(self) -> RuleSet:
        """The one title of a row that measures the whole server."""
        return next((title for title in self.titles if title.id == CROWDED), self.titles[0])


def scenario_of(rule_set: RuleSet) -> str:
    """The scenario of a title that is measured."""
    return SCENARIOS.get(rule_set.id, rule_set.scenarios[0].id)


def table_of(rule_set: RuleSet) -> tuple[str, tuple[Seat, ...]]:
    """That scenario and who sits there."""
    scenario = scenario_of(rule_set)
    return scenario, rule_set.scenario(scenario).seatings[0]


def play(plan: Plan) -> Iterator[Figure]:
    """Random games a second of a core, every scenario of every title."""
    for title in plan.titles:
        for each in title.scenarios:
            yield core.random_play(title, each.id, plan.many(6, 1))


def fold(plan: Plan) -> Iterator[Figure]:
    """500 events folded to where the game stands."""
    for title in plan.titles:
        yield core.folding(title, scenario_of(title))


def scenes(plan: Plan) -> Iterator[Figure]:
    """The scene at any event of a running game for a seat, cold and warm."""
    for title in plan.titles:
        with tempfile.TemporaryDirectory() as folder:
            yield core.scenes(title, scenario_of(title), f"sqlite:///{folder}/scenes.db")


def storage(plan: Plan) -> Iterator[Figure]:
    """Bytes that an event takes in the store, indexes and snapshots included."""
    for title in plan.titles:
        with tempfile.TemporaryDirectory() as folder:
            yield core.storage(title, scenario_of(title), f"{folder}/storage.db")


def orders(plan: Plan) -> Iterator[Figure]:
    """An order by a person until every seat's browser shows it, and what it costs the server."""
    with _one_server() as server:
        for title in plan.titles:
            scenario, seats = table_of(title)
            yield http.at_one_table(server, title, scenario, seats, plan.many(300, 40))


def programs(plan: Plan) -> Iterator[Figure]:
    """An order by a program over the API until another browser is told of it."""
    title = plan.crowded
    scenario, seats = table_of(title)
    with _one_server() as server:
        yield http.orders(server.port, title.id, scenario, seats, plan.many(400, 60))


def page(plan: Plan) -> Iterator[Figure]:
    """What a play page costs the server, and how large it is, in the midst of a game."""
    with _one_server() as server:
        for title in plan.titles:
            scenario, seats = table_of(title)
            yield http.play_page(server, title, scenario, seats, plan.many(200, 40))


def sustained(plan: Plan) -> Iterator[Figure]:
    """Orders a second of 32 tables at one server, whose projector is a process of its own."""
    title = plan.crowded
    scenario, seats = table_of(title)
    with _one_server("process") as server:
        yield http.sustained(server, title.id, scenario, seats, plan.many(10, 3))


def watchers(plan: Plan) -> Iterator[Figure]:
    """An order while 2,000 watch the game, and until all of them know."""
    title = plan.crowded
    yield from watching.measured(title.id, scenario_of(title), plan.many(2000, 200), 10, plan.many(3, 1))


def games(plan: Plan) -> Iterator[Figure]:
    """An order with 1,000 games in play, against one with 40; memory of a game."""
    title = plan.crowded
    yield tables.many_games(title, scenario_of(title), 40, plan.many(1000, 100))


def store(plan: Plan) -> Iterator[Figure]:
    """Orders a second of 32 tables in the store alone, without HTTP."""
    title = plan.crowded
    yield tables.together(title, scenario_of(title), 32, plan.many(10, 3))


def projector(plan: Plan) -> Iterator[Figure]:
    """What the projector spends on an order, and how long it builds everything anew."""
    title = plan.crowded
    yield tables.projecting(title, scenario_of(title), plan.many(500, 100))
    yield views.rebuilding(title, scenario_of(title), plan.many(1000, 50))


def restart(plan: Plan) -> Iterator[Figure]:
    """The first page after a start: of an empty store, and with 1,000 finished games."""
    with _one_server() as server:
        seconds = server.first_page
    yield Figure("start to first page, nothing stored", "1.5 s", f"{seconds:.2f} s", seconds <= 1.5)
    title = plan.crowded
    yield from restarting.restarts(title, scenario_of(title), plan.many(1000, 50))


def replay(plan: Plan) -> Iterator[Figure]:
    """The replay page in a real browser: its weight, and a scrub step."""
    title = plan.crowded
    with tempfile.TemporaryDirectory() as folder:
        kept = open_games(f"sqlite:///{folder}/grognard.db")
        game = kept.adopt(core.whole_game(title, scenario_of(title), 7), (7).to_bytes(32, "big"))
        kept.close()
        with http.served(Path(folder)) as server:
            yield from views.replay_page(server.port, game)


def simulation(plan: Plan) -> Iterator[Figure]:
    """Memory of a simulation in parts, and statistics over 100,000 games."""
    title = plan.crowded
    many = plan.many(100_000, 5_000), plan.many(1_000, 40)
    yield from vast.figures(title, scenario_of(title), *many)


def recorded(plan: Plan) -> Iterator[Figure]:
    """Kept from longer runs: many machines, random games, strengths, balance of scenarios, presses."""
    yield from many_machines.kept()
    yield from core.playouts()
    yield from strength.figures()
    yield from balance.figures()
    yield from presses.figures()


Row = Callable[[Plan], Iterator[Figure]]
ROWS: dict[str, Row] = {
    row.__name__: row
    for row in (
        play, fold, scenes, storage, orders, page, programs, sustained, watchers, games, store, projector,
        restart, replay, simulation, recorded,
    )
}  # fmt: skip


RECORDED = "recorded"
"""The row that measures nothing itself: the files that it reads say when."""


def told(row: Row) -> str:
    """What a row measures, in a line."""
    return (row.__doc__ or "").partition("\n")[0]


@contextmanager
def _one_server(projector: str = "thread") -> Iterator[http.Served]:
    with tempfile.TemporaryDirectory() as folder, http.served(Path(folder), projector) as server:
        yield server
