"""How many presses an order costs at a table: `python -m benchmarks.presses TITLE [--bot BOT] [--games N]`.

Games of computers with fixed seeds are given again, order by order, by the page's own controls in Chromium,
as an experienced player would: the shortest grammar, whole marches at one press. Every pointer-down and every
key counts from a resting table until the order is stored; `benchmarks.at_the_table` says what else. An order
is whatever a menu offers and the store keeps: each part of an answer, each step of a march.

What a game came to lies in `benchmarks/presses.json` as soon as it is over, from where `make bench` takes it.
Stopped, the same command goes on in the middle of the game: store and tally lie in the folder `--work`.
"""

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.at_the_table import PATIENCE, WATCHED, Player
from benchmarks.measuring import Figure
from benchmarks.other_hands import HANDS
from benchmarks.recorded import Given, mark_of, open_recorded, recorded
from domain.bots import BOTS
from domain.kernel import titled
from domain.titles import TITLES
from scripts.moments import server
from tests.browser.conftest import CHROMIUM, QUIET
from web.base.limits import limiter
from web.base.security import seat_token
from web.server.options import progress_bar

KEPT = Path(__file__).parent / "presses.json"
WORK = Path(tempfile.gettempdir()) / "grognard-presses"
BAR = 1.15
AHEAD = 40
"""So many orders of the record are looked at for a march."""
COSTLIEST = 8
EVERY = 20


class Spent(msgspec.Struct):
    """What the orders of one kind, given so many at a stroke, came to."""

    order: str
    prompt: str
    at_once: int
    times: int = 0
    presses: int = 0

    @property
    def too_many(self) -> int:
        """Presses beyond one an order."""
        return self.presses - self.times * self.at_once


class Tally(msgspec.Struct):
    """How far a game has come, and what it has cost."""

    game: str
    orders: int = 0
    answers: int = 0
    presses: int = 0
    shift: float = 0.0
    scrolls: int = 0
    wrong: list[str] = []
    spent: list[Spent] = []
    passed: int = 0
    windows: int = 0
    glides: int = 0


class Played(msgspec.Struct, frozen=True):
    """A whole game: `shift` is what parts of the page moved by, `scrolls` what the player did not scroll
    (lines of the log and of the list of all orders aside, which come and unfold, and the row of answers of a
    phone, which begins at its start when others are put in), `wrong` errors of the console and answers of
    4xx.

    `glides` are those that the design asks for and the page tells of ("board:glide"): to a battle that opens
    off the screen or under its panel, and on a phone of the counter that was taken up to above its sheet.
    By `windows` presses on "Nobody answers" so many seats let their chance pass, `passed` of all orders; `by`
    mouse, touch or keys."""

    title: str
    scenario: str
    bot: str
    number: int
    orders: int
    answers: int
    presses: int
    shift: float
    scrolls: int
    wrong: list[str]
    costliest: list[Spent]
    passed: int = 0
    windows: int = 0
    by: str = "mouse"
    glides: int = 0


def kept() -> list[Played]:
    """What was recorded."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Played]) if KEPT.exists() else []


def figures() -> list[Figure]:
    """The lines of the table of benchmarks: one for each title and each way to play it."""
    found: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for each in kept():
        found[each.title, each.by].append(each)
    return [_figure(title, by, games) for (title, by), games in sorted(found.items())]


def _figure(title: str, by: str, games: Sequence[Played]) -> Figure:
    orders, presses = sum(each.orders for each in games), sum(each.presses for each in games)
    faults = sum(len(each.wrong) + each.scrolls for each in games)
    shift, share = sum(each.shift for each in games), presses / orders
    glides = sum(each.glides for each in games)
    by_answer = presses / sum(each.answers for each in games)
    passed, windows = sum(each.passed for each in games), sum(each.windows for each in games)
    without = f", {(presses - windows) / (orders - passed):.2f} but for questions to all" if windows else ""
    if by != "mouse":
        return Figure(
            f"by {by} alone: {title}, {len(games)} whole games, {orders:,} orders",
            "nothing moves, no error",
            f"shift {shift:.3f}, {faults} faults, {glides} glides; {share:.2f} presses an order",
            not faults and shift < 0.001,
        )
    return Figure(
        f"presses per stored order: {title}, {len(games)} whole games, {orders:,} orders by mouse",
        f"{BAR}; nothing moves, no error",
        f"{share:.2f} ({by_answer:.2f} per whole answer{without}); shift {shift:.3f}, {faults} faults,"
        f" {glides} glides",
        share <= BAR and not faults and shift < 0.001,
    )


def record(found: Played) -> None:
    """Keeps it in place of an older one of the same game."""

    def same(each: Played) -> tuple[Any, ...]:
        return each.title, each.scenario, each.bot, each.number, each.by

    every = sorted([*(each for each in kept() if same(each) != same(found)), found], key=same)
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(every), indent=2) + b"\n")


# One game


def at_table(
    browser: Browser, address: str, link: str, game: str, wrong: list[str], settings: dict[str, Any]
) -> Page:
    """The page of somebody who holds all seats; what goes wrong is gathered in `wrong`."""
    known = {"origin": address, "localStorage": [{"name": "coach", "value": "off"}]}
    context = browser.new_context(
        **settings, base_url=address, reduced_motion="reduce",
        storage_state={"cookies": [], "origins": [known]},
    )  # fmt: skip
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda problem: wrong.append(str(problem)))
    page.on(
        "response", lambda told: wrong.append(f"{told.status} {told.url}") if told.status >= 400 else None
    )
    page.goto(link)
    page.goto(f"/g/{game}")
    page.evaluate(WATCHED)
    return page


def play(player: Player, games: Any, tally: Tally, record_of: Sequence[Given], keep: Any) -> None:
    """Gives the orders that are left; `keep(tally)` now and then."""
    spent = {(each.order, each.prompt, each.at_once): each for each in tally.spent}
    since, before = 0, tally.presses
    while tally.orders < len(record_of):
        first = record_of[tally.orders]
        todo = [each.order for each in _of_one_seat(record_of[tally.orders :][:AHEAD])]
        pressed, silent = player.presses, _let_pass(record_of[tally.orders :])
        by_nobody = silent > 0 and player.lets_all_pass()
        if not by_nobody:
            player.speaks_up(first.seat)
            player.give(todo)
        given = _given(record_of, tally.orders, mark_of(games.desk(tally.game)))
        key = (str(json.loads(first.order)["order"]), first.prompt, given)
        cost = spent.setdefault(key, Spent(*key))
        cost.times, cost.presses = cost.times + 1, cost.presses + player.presses - pressed
        tally.passed, tally.windows = tally.passed + given * by_nobody, tally.windows + by_nobody
        tally.answers += sum(each.closes for each in record_of[tally.orders :][:given])
        tally.orders, since = tally.orders + given, since + 1
        tally.presses, tally.spent = before + player.presses, [*spent.values()]
        if since % EVERY == 0:
            keep(tally)
    keep(tally)


def _let_pass(record_of: Sequence[Given]) -> int:
    """How many seats let the window pass that is open, if all that are left to answer do; else none."""
    for number, each in enumerate(record_of, 1):
        if not each.is_silent:
            return 0
        if not each.mark[2]:  # nobody's answer lies beside the game: the window is closed
            return number
    return 0


def _of_one_seat(record_of: Sequence[Given]) -> list[Given]:
    other = next((n for n, each in enumerate(record_of) if each.seat != record_of[0].seat), len(record_of))
    return [*record_of[:other]]


def _given(record_of: Sequence[Given], after: int, mark: Any) -> int:
    """How many orders of the record have been given; an order that is not the record's ends the run."""
    for number, each in enumerate(record_of[after : after + 2 * AHEAD], 1):
        if each.mark == mark:
            return number
    raise AssertionError(f"not what was recorded after order {after}: {record_of[after].order}")


def whole_game(
    browser: Browser, title: str, scenario: str, bot: str, number: int, by: str, work: Path
) -> Played:
    """Plays on from where the folder `work` was left, to the end."""
    record_of = recorded(title, scenario, bot, number)
    folder, hand = work / f"{title}-{scenario}-{bot}-{number}-{by}", HANDS[by]
    told = folder / "tally.json"
    folder.mkdir(parents=True, exist_ok=True)
    with (
        server(folder) as (address, app),
        progress_bar(f"{title}, game {number}", len(record_of), quiet=False) as bar,
    ):
        limiter.enabled = False
        games = app.extensions["site"].games
        if told.exists():
            tally = msgspec.json.decode(told.read_bytes(), type=Tally)
            _catch_up(games, tally, record_of)
        else:
            tally = Tally(open_recorded(games, title, scenario, number))
        with app.test_request_context():
            seats = games.desk(tally.game).standing.opened.seats
            link = f"/join/{seat_token(tally.game, *seats)}"
        wrong = [*tally.wrong]
        page = at_table(browser, address, link, tally.game, wrong, hand.browser)
        player, shift, scrolls, glides = hand.player(page), tally.shift, tally.scrolls, tally.glides

        player.steps_back()

        def keep(now: Tally) -> None:
            now.shift, now.wrong = shift + page.evaluate("window.shifted"), wrong
            now.scrolls = scrolls + page.evaluate("window.scrolled")
            now.glides = glides + page.evaluate("window.glided")
            told.write_bytes(msgspec.json.encode(now))
            bar(now.orders)

        play(player, games, tally, record_of, keep)
        page.context.close()
    costliest = sorted(tally.spent, key=lambda each: -each.too_many)[:COSTLIEST]
    return Played(
        title, scenario, bot, number, tally.orders, tally.answers, tally.presses,
        round(tally.shift, 4), tally.scrolls, tally.wrong, costliest, tally.passed, tally.windows, by,
        tally.glides,
    )  # fmt: skip


def _catch_up(games: Any, tally: Tally, record_of: Sequence[Given]) -> None:
    """Orders after the last tally are in the store already: they are given away, and not counted."""
    mark = mark_of(games.desk(tally.game))
    if tally.orders and mark == record_of[tally.orders - 1].mark:
        return
    tally.orders += _given(record_of, tally.orders, mark)


def main() -> None:
    """Play every game that was not played yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=[title.id for title in TITLES])
    parser.add_argument("--scenario")
    parser.add_argument("--bot", choices=list(BOTS), default="greedy")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--by", choices=list(HANDS), default="mouse", help="touch: on a phone")
    parser.add_argument("--work", type=Path, default=WORK)
    asked = parser.parse_args()
    scenario = asked.scenario or titled(asked.title).scenarios[0].id
    key = (asked.title, scenario, asked.bot, asked.by)
    is_done = {each.number for each in kept() if (each.title, each.scenario, each.bot, each.by) == key}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        for number in range(1, asked.games + 1):
            if number not in is_done:
                record(whole_game(browser, asked.title, scenario, asked.bot, number, asked.by, asked.work))
        browser.close()
    for each in figures():
        print(f"{each.what}: {each.measured}")


if __name__ == "__main__":
    main()
