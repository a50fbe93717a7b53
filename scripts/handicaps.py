"""What a handicap is worth: `python -m scripts.handicaps TITLE --scenario S --level marshal --games N`.

Computers of one level play among themselves without a handicap; then the same answers are given again from
an opening with each of its choices, and who has won by then is counted. Printed is what a title's
`analysis.toml` says under `[[handicaps]]`. Games are kept as `scripts.train` keeps them.
"""

import argparse
import hashlib
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import domain.titles  # noqa: F401  (it registers them)
from domain.bots import BOTS
from domain.bots.playing import opening, play_out
from domain.kernel import Answers, Play, RuleSet, SealedChance, Seat, titled
from domain.kernel.events import Opened
from domain.kernel.ruleset import HANDICAP, Option
from scripts.train import Workshop


class Ended(msgspec.Struct, frozen=True):
    """Who won one game with each choice of the handicap."""

    winners: dict[str, tuple[str, ...]]


def handicap_in(rules: RuleSet, scenario: str) -> Option:
    """The handicap of a scenario. Raises StopIteration where there is none."""
    return next(each for each in rules.scenario(scenario).options if each.id == HANDICAP)


def ended(title: str, scenario: str, level: str, number: int) -> Ended:
    """Game `number` of computers of a level, and how it would have ended with each choice."""
    rules, text = titled(title), f"handicap:{title}:{scenario}:{level}:{number}"
    seed, seats = hashlib.sha256(text.encode()).digest(), rules.scenario(scenario).seatings[0]
    opened, given = opening(rules, scenario, seats, seed, text), list[Answers]()

    def keeps(play: "Play[Any]", rounds: list[Answers]) -> None:
        given.extend(rounds)

    play_out(rules, opened, seed, dict.fromkeys(seats, BOTS[level]), Random(text), keeps)
    return Ended({
        choice: again(rules, opened, seed, given, choice) for choice in handicap_in(rules, scenario).choices
    })  # fmt: skip


def again(
    rules: RuleSet, opened: Opened, seed: bytes, given: list[Answers], choice: str
) -> tuple[Seat, ...]:
    """Who wins if the same answers are given with another handicap."""
    options = {**opened.options, HANDICAP: choice}
    state, agenda = rules.set_up(msgspec.structs.replace(opened, options=options))
    play = Play(state, agenda, SealedChance(seed))
    play.run()
    for answers in given:
        play.answer(answers)
    result = rules.result(play.state)
    assert result is not None, "the same answers end the game"
    return result.winners


def main() -> None:
    """Play, count, print."""
    parser = argparse.ArgumentParser(prog="python -m scripts.handicaps", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("title")
    parser.add_argument("--scenario", required=True)
    parser.add_argument("--level", default="veteran", choices=list(BOTS))
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--helped", required=True, help="the seats of the side that it helps: britain,spain")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "grognard-training")
    asked = parser.parse_args()
    rules, helped = titled(asked.title), {*asked.helped.split(",")}
    stamp = f"{asked.title}-{asked.scenario}-{rules.edition}-{rules.data_digest[:8]}-handicaps"
    shop = Workshop(asked.keep / stamp, asked.workers)
    game = partial(ended, asked.title, asked.scenario, asked.level)
    found = shop.all(asked.level, Ended, game, range(asked.games))
    won = {
        choice: sum(not helped.isdisjoint(each.winners[choice]) for each in found)
        for choice in found[0].winners
    }
    counts = ", ".join(f"{choice} = {count}" for choice, count in won.items())
    print(f'[[handicaps]]\nscenario = "{asked.scenario}"\nbot = "{asked.level}"\ngames = {asked.games}')
    print(f"won = {{ {counts} }}")


if __name__ == "__main__":
    main()
