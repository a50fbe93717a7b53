"""Learn how likely each side is to win: `python -m scripts.chances TITLE --scenario S --games N --better M`.

Computers of one level play games among themselves, those of the next level fewer; both count as much. Every
game is left out of a fit to the others once; as it was told by that fit it is compared with what came of it,
by tenths, and swing by swing. The file is written in any case, with its errors: pages show chances only where
none is above 4 points, and else that nobody can tell yet. Games are kept as `scripts.train` keeps them.
"""

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from domain.bots import BOTS
from domain.bots.chances import Link
from domain.bots.learned import Value, folder_of
from domain.bots.playing import Situation, random_bot
from domain.bots.yardstick import yardstick_of
from domain.kernel import Seat, titled
from domain.kernel.agenda import Play
from domain.kernel.orders import Order
from projections.title_facts import facts_of
from scripts.fits import (
    Curve,
    Seen,
    columns_of,
    expected,
    fitted_link,
    fitted_value,
    mean_error,
    noise_of,
    paid_of,
    tenths_of,
)
from scripts.sheets import written_chances
from scripts.train import Outcome, Task, Workshop, commit

NOISE = 0.05
"""So many orders are any: positions shall not all look alike."""
LARGE = 0.10
PARTS = 3
"""The games of every third part are told by what was fitted to the others."""


def watched(task: Task, level: str, value: Value, number: int) -> Outcome:
    """Game `number` of computers of a level among themselves: its position after every command."""
    seen: list[Seen] = []
    noise, rules = Random(f"noise:{task.seed}:{number}"), task.rules
    first = next(Seat(seat) for seat in task.seats(number) if value.sides[seat] > 0)

    def plays(situation: Situation) -> Order:
        return random_bot(situation) if noise.random() < NOISE else BOTS[level](situation)

    def keeps(play: "Play[Any]", answers: object) -> None:
        if rules.result(play.state) is None:
            late = value.progress(rules.clock(play.state)[0])
            numbers = tuple(value.numbers(rules.measure(play.state)))
            seen.append(Seen(late, rules.evaluate(play.state, first), numbers))

    row = task.played(f"watched {level}", number, dict.fromkeys(task.seats(number), plays), keeps)
    assert task.sides[first] == row["first_side"], "the margin is told as another side sees it"
    winners = row["winners"].split(",")
    won = 0.5 if winners == ["draw"] else float(value.sides[winners[0]] > 0)
    return Outcome(tuple(seen), row["margin"], won)


def fitted(start: Value, games: Mapping[str, Sequence[Outcome]]) -> tuple[Value, Link]:
    """The margins that positions lead to, and the chances that go with them; each level counts as much."""
    every = [game for own in games.values() for game in own]
    seen = [each for game in every for each in game.seen]
    positions = {level: sum(len(game.seen) for game in own) for level, own in games.items()}
    share = len(seen) / len(games)
    counts = [share / number for number in positions.values() for _ in range(number)]
    value = fitted_value(start, seen, [game.margin for game in every for _ in game.seen], counts)
    won = [game.has_won for game in every for _ in game.seen]
    margins = [expected(value, each) for each in seen]
    return value, fitted_link(margins, [each.late for each in seen], won, counts)


def held_out(start: Value, games: Mapping[str, Sequence[Outcome]]) -> dict[str, list[Curve]]:
    """Each level's games as chances tell them that were fitted to the others: every game is left out once."""
    curves: dict[str, list[Curve]] = {level: [] for level in games}
    for part in range(PARTS):
        rest = {
            level: [game for n, game in enumerate(own) if n % PARTS != part] for level, own in games.items()
        }
        value, link = fitted(start, rest)
        for level, own in games.items():
            curves[level] += [said(value, link, game) for game in own[part::PARTS]]
    return curves


def said(value: Value, link: Link, game: Outcome) -> Curve:
    """A game as these chances tell it."""
    chances = [link.chance(expected(value, each), each.late) for each in game.seen]
    return Curve(tuple(chances), game.has_won)


def main() -> None:
    """Play, fit, compare, write."""
    parser = argparse.ArgumentParser(prog="python -m scripts.chances", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("title")
    parser.add_argument("--scenario", help="one, or several that are alike: a,b; the first if not given")
    parser.add_argument("--level", default="veteran", choices=list(BOTS))
    parser.add_argument("--next", default="marshal", choices=list(BOTS), help="the next better level")
    parser.add_argument("--games", type=int, default=900, help="of the level (900)")
    parser.add_argument("--better", type=int, default=600, help="games of the next level (600)")
    parser.add_argument("--seed", type=int, default=1815)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "grognard-training")
    asked = parser.parse_args()
    rules = titled(asked.title)
    scenarios = tuple((asked.scenario or rules.scenarios[0].id).split(","))
    task = Task(asked.title, scenarios, asked.seed)
    stamp = f"{rules.edition}-{rules.data_digest[:8]}-{yardstick_of(rules, scenarios[0])[:6]}-{asked.seed}"
    shop = Workshop(asked.keep / f"{asked.title}-{scenarios[0]}-{stamp}-chances", asked.workers)
    start = beginning(task)
    numbers = {asked.level: asked.games, asked.next: asked.better}
    games = {
        level: shop.all(f"watched {level}", Outcome, partial(watched, task, level, start), range(number))
        for level, number in numbers.items()
    }
    value, link = fitted(start, games)
    errors, noise = {}, {}
    for level, curves in held_out(start, games).items():
        found = tenths_of(curves)
        errors[level], noise[level] = round(mean_error(found), 1), noise_of(curves)
        print(level, "said/was:", " ".join(f"{each:.0f}/{was:.0f}" for each, was in found))
        large = paid_of(curves, LARGE)
        share, wide = 100 * large.share, 196 * large.error
        print(f"  {large.swings} swings of {LARGE:.0%} and more: {share:.0f} ± {wide:.0f} % was paid")
    made = {**{f"{level}_games": number for level, number in numbers.items()},
            "seed": asked.seed, "commit": commit()}  # fmt: skip
    path = folder_of(rules) / "chances" / f"{scenarios[0]}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written_chances(rules, scenarios, made, numbers, errors, noise, link, value), "utf-8")
    print(f"errors {errors}, noise {noise}: {path}")


def beginning(task: Task) -> Value:
    """What a position is measured by, before anything is known of its worth."""
    facts, scenarios = facts_of(task.title), [task.rules.scenario(each) for each in task.scenarios]
    first = next(iter(task.sides.values()))
    sides = {seat: 1 if side == first else -1 for seat, side in task.sides.items()}
    begin, turns = min(each.first_turn for each in scenarios), max(each.length for each in scenarios)
    return Value(sides, begin, turns or 40, 0, 0, 0, 0, 0, columns_of(task.rules, facts, first))


if __name__ == "__main__":
    main()
