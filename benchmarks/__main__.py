"""Measure every bar of architecture.md section 10 and write the table: `make bench`."""

import argparse
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import balance, core, http, presses, restarting, strength, tables, vast, views, watching
from benchmarks.measuring import Figure, machine
from domain.kernel import RuleSet, titled
from domain.store import open_games
from domain.titles import TITLES

RESULTS = Path(__file__).parent / "results.md"


def of_the_core(rule_set: RuleSet, scenario: str, quick: bool) -> list[Figure]:
    """What a title's rules need: random play of every scenario, folding, scenes, room in the store."""
    figures = [core.random_play(rule_set, each.id, 1 if quick else 6) for each in rule_set.scenarios]
    figures.append(core.folding(rule_set, scenario))
    with tempfile.TemporaryDirectory() as folder:
        figures.append(core.scenes(rule_set, scenario, f"sqlite:///{folder}/scenes.db"))
        path = f"{folder}/storage.db"
        figures.append(core.storage(rule_set, scenario, f"sqlite:///{path}", path))
    return figures


def measured(title: str, scenario: str, quick: bool) -> list[Figure]:
    """All figures of one title, and those of the core of the others."""
    rule_set = titled(title)
    seats = rule_set.scenario(scenario).seatings[0]
    figures = of_the_core(rule_set, scenario, quick)
    for other in TITLES:
        if other.id != title:
            figures += of_the_core(other, other.scenarios[0].id, quick)
    with tempfile.TemporaryDirectory() as folder:
        games = open_games(f"sqlite:///{folder}/grognard.db")
        game = games.adopt(core.whole_game(rule_set, scenario, 7), (7).to_bytes(32, "big"))
        games.close()
        with http.served(Path(folder)) as server:
            port, first_page = server.port, server.first_page
            figures += http.orders(port, title, scenario, seats, 60 if quick else 400)
            figures.append(Figure("start to first page", "1.5 s", f"{first_page:.2f} s", first_page <= 1.5))
            for each in TITLES:
                first, number = each.scenarios[0], 40 if quick else 300
                figures += http.at_one_table(server, each.id, first.id, first.seatings[0], number)
            figures += views.replay_page(port, game)
    with tempfile.TemporaryDirectory() as folder, http.served(Path(folder), "process") as server:
        figures.append(http.sustained(server.port, title, scenario, seats, 3 if quick else 10))
    figures += watching.measured(title, scenario, 200 if quick else 2000, 10, 1 if quick else 3)
    figures.append(tables.many_games(rule_set, scenario, 40, 100 if quick else 1000))
    figures.append(tables.together(rule_set, scenario, 32, 3 if quick else 10))
    figures.append(tables.projecting(rule_set, scenario, 100 if quick else 500))
    figures += core.playouts()
    figures += strength.figures()
    figures += balance.figures()
    figures += presses.figures()
    figures += vast.figures(rule_set, scenario, 5_000 if quick else 100_000, 40 if quick else 1_000)
    figures.append(views.rebuilding(rule_set, scenario, 50 if quick else 1000))
    figures += restarting.restarts(rule_set, scenario, 50 if quick else 1000)
    return figures


def table(figures: list[Figure], description: str) -> str:
    """The page that is committed."""
    lines = [
        "# Figures",
        "",
        f"Measured {datetime.now(UTC):%Y-%m-%d} by `make bench` on {description}.",
        "Client and server share the machine; medians unless said otherwise.",
        "",
        "| what | bar | measured | |",
        "|---|---|---|---|",
    ]
    lines += [f"| {f.what} | {f.bar} | {f.measured} | {'met' if f.met else '**missed**'} |" for f in figures]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--title", default="waterloo")
    parser.add_argument("--scenario", default="long")
    parser.add_argument("--quick", action="store_true", help="fewer repeats, and nothing is written")
    asked = parser.parse_args()
    description = machine()
    text = table(measured(asked.title, asked.scenario, asked.quick), description)
    print(text)
    if not asked.quick:
        RESULTS.write_text(text)


if __name__ == "__main__":
    main()
