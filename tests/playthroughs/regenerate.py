"""Write the playthroughs and golden games anew: `python -m tests.playthroughs.regenerate [title]`.

The orders of the playthroughs stay; only what they lead to is told anew. Look at the difference before you
commit it: it is what a change of the rules or of the prose does to games.
"""

import sys
from pathlib import Path
from random import Random

import domain.titles  # noqa: F401  (it registers them)
from domain.bots import BOTS
from domain.kernel import Seat
from tests.playthroughs import golden
from tests.playthroughs.scripts import FOLDER, Script, played_by, read, written

FIRST = {
    "waterloo": (
        ("short_two_players", "short", "french coalition"),
        ("long_two_players", "long", "french coalition"),
        ("long_three_players", "long", "french anglo_allied prussian"),
    ),
    "wellington": (),
    "washingtons_war": (("campaign", "campaign", "american british"),),
    "napoleonics": (("vimiero", "vimiero", "british french"),),
    "brandywine": (("feint", "knyphausens_feint", "british american"),),
}
"""The playthroughs of bots: file, scenario, seats. One that is missing is played first."""
WRITTEN = {"wellington": ("first_impulse",), "washingtons_war": ("saratoga",)}
"""The playthroughs whose orders people wrote."""


def main(titles: list[str]) -> None:
    for title in titles or [*FIRST, *WRITTEN]:
        for name, scenario, seats in FIRST.get(title, ()):
            path = FOLDER / title / f"{name}.txt"
            _write(path, read(path) if path.exists() else _new(title, name, scenario, tuple(seats.split())))
        for name in WRITTEN.get(title, ()):
            path = FOLDER / title / f"{name}.txt"
            _write(path, read(path))
        if title in FIRST:
            golden.keep(title)
            print(f"{golden.path_of(title)}: {golden.games_of(title)} games")


def _write(path: Path, script: Script) -> None:
    path.write_text(written(script), "utf-8")
    print(f"{path}: {len(script.orders)} orders")


def _new(title: str, name: str, scenario: str, seats: tuple[str, ...]) -> Script:
    script = Script(title, scenario, tuple(map(Seat, seats)), name)
    return played_by(script, dict.fromkeys(script.seats, BOTS["greedy"]), Random(name))


if __name__ == "__main__":
    main(sys.argv[1:])
