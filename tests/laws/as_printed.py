"""What a title tells of its data, and the same from a process in which they are the title's own files.

`python -m tests.laws.as_printed TITLE COMMANDS`, in a folder whose `domain` holds other data files, plays a
title that knows nothing else: whatever a pack of these files tells otherwise was not read from the pack.
"""

import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.kernel import (
    PUBLIC,
    Answers,
    Decision,
    Opened,
    Order,
    Play,
    RuleSet,
    SealedChance,
    Seat,
    titled,
)
from domain.kernel.errors import DataError, InvalidSetup
from domain.kernel.geometry import Cells
from domain.kernel.packs import Pack, learn
from tests.laws.games import answered
from tests.thorough import times

ROOT = Path(__file__).parents[2]
COMMANDS = times(150, 700)
"""So many of each scenario are played."""
FEW_ORDERS = 6
"""How many orders of a menu are looked at closely, beside those that lead to a fight."""
FIERCE = 0.7
"""How often a fight is chosen where there is one: most of what is printed counts in fights."""
NOW_AND_THEN = 5
"""Every so many commands the scene is looked at."""
VALUE = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|#[^\n]*|(?<![\w.+:-])(?P<value>\d+|true|false)(?![\w.:-])')
"""A number or a truth of a TOML file; what stands in quotes or in a remark is passed over."""
Files = Mapping[str, bytes]


# Packs ----------------------------------------------------------------------------------------


@cache
def built_in(title: str) -> Files:
    """The data files that the title comes with."""
    rule_set = titled(title)
    return {name: (rule_set.folder / "data" / name).read_bytes() for name in rule_set.data_files}


def on_pack(title: str, files: Files) -> RuleSet:
    """The rules on these files. Raises DataError."""
    return learn(Pack(title, "corrected", files))


def is_accepted(title: str, files: Files) -> bool:
    """Are these data that the title can be played on?"""
    try:
        on_pack(title, files)
    except DataError:
        return False
    return True


def changed(files: Files, name: str, edits: Mapping[tuple[int, int], str]) -> Files:
    """The files, in one of them other text at these places."""
    text = files[name].decode()
    for (start, end), new in sorted(edits.items(), reverse=True):
        text = text[:start] + new + text[end:]
    return {**files, name: text.encode()}


def values(files: Files, name: str) -> list[tuple[tuple[int, int], str]]:
    """Where the numbers and truths of a file stand, and what they are."""
    found = VALUE.finditer(files[name].decode())
    return [(each.span(), each["value"]) for each in found if each["value"] is not None]


@cache
def corrected(title: str, number: int, most: int = 24) -> Files:
    """The files of the title, in each up to `most` values changed a little where the title accepts it."""
    random, files = Random(number), built_in(title)
    for name in files:
        found = values(files, name)
        random.shuffle(found)
        some = (found[start : start + most] for start in range(0, len(found), most))
        edits = (sorted((span, _other(was)) for span, was in each) for each in some)
        kept = next(filter(None, (_accepted(title, files, name, {}, each) for each in edits)), None)
        assert kept, f"no value of {name} may be changed"
        files = changed(files, name, kept)
    return files


def _other(was: str) -> str:
    return {"true": "false", "false": "true"}.get(was) or str(int(was) + 1)


def _accepted(
    title: str, files: Files, name: str, kept: dict[tuple[int, int], str], edits: Sequence[Any]
) -> dict[tuple[int, int], str]:
    """Those of the edits that the title accepts, beside those that are kept already."""
    if is_accepted(title, changed(files, name, {**kept, **dict(edits)})):
        return {**kept, **dict(edits)}
    if len(edits) == 1:
        return kept
    half = len(edits) // 2
    kept = _accepted(title, files, name, kept, edits[:half])
    return _accepted(title, files, name, kept, edits[half:])


# What is told ---------------------------------------------------------------------------------


def told(rule_set: RuleSet, pack: str = "", commands: int = COMMANDS) -> Iterator[str]:
    """Line by line all that a title shows of its data, and random games of every scenario."""
    yield _line("scenarios", rule_set.scenarios)
    yield _line("faces", sorted(rule_set.faces.items()))
    for language in ("en", "it"):
        yield _line(f"names {language}", sorted(rule_set.names(language).items()))
        yield _line(f"texts {language}", sorted(rule_set.texts(language).items()))
    for board, drawn in rule_set.maps.items():
        yield _line(f"map {_plain_name(board)}", drawn())
    for number, scenario in enumerate(rule_set.scenarios):
        yield from _game(rule_set, scenario.id, scenario.seatings[-1], number, pack, commands)


def _game(
    rule_set: RuleSet, scenario: str, seats: tuple[Seat, ...], number: int, pack: str, commands: int
) -> Iterator[str]:
    opened = Opened(rule_set.id, rule_set.edition, scenario, seats, {}, "", rule_set.data_digest, pack=pack)
    play, random = Play(*rule_set.set_up(opened), SealedChance(bytes([number]) * 32)), Random(number)
    decision = play.run()
    for turn in range(commands):
        moment = f"{scenario} {turn}"
        yield _line(f"{moment} events", [(type(event).__name__, event) for event in play.events])
        if decision is None or turn % NOW_AND_THEN == 0:
            yield from _scene(rule_set, play.state, moment)
        if decision is None:
            return
        fights = {}
        for seat, ask in decision.asks.items():
            menu = list(ask.menu())
            fights[seat] = [order for order in menu if _is_fight(rule_set, play.state, order)]
            yield from _menu(rule_set, play.state, menu, fights[seat], f"{moment} {seat}")
        play.events = []
        decision = play.answer(_answers(decision, fights, random))


def _plain_name(board: str) -> str:
    """What the board is called on built-in data: that of a pack has a mark of its own."""
    return board.partition("@")[0]


def _answers(decision: Decision, fights: Mapping[Seat, Sequence[Order]], random: Random) -> Answers:
    """At random, but eager to fight."""
    answers = dict(answered(decision.asks, random))
    for seat, found in fights.items():
        whole = [order for order in found if order.closes]
        if whole and random.random() < FIERCE:
            answers[seat] = (random.choice(whole),)
    return answers


def _is_fight(rule_set: RuleSet, state: Any, order: Order) -> bool:
    return rule_set.hint(state, order).kind == "fight"


def _scene(rule_set: RuleSet, state: Any, moment: str) -> Iterator[str]:
    for viewer in (PUBLIC, *state.seats):
        scene = rule_set.view(state, viewer)
        scene = msgspec.structs.replace(scene, board=_plain_name(scene.board))
        yield _line(f"{moment} seen by {viewer}", scene)
    yield _line(f"{moment} measures", sorted(rule_set.measure(state).items()))
    if rule_set.result(state) is None and rule_set.clock(state)[1]:
        yield _line(f"{moment} evaluation", [rule_set.evaluate(state, seat) for seat in state.seats])


def _menu(
    rule_set: RuleSet, state: Any, menu: Sequence[Order], fights: Sequence[Order], moment: str
) -> Iterator[str]:
    yield _line(f"{moment} menu", [(type(order).__name__, order) for order in menu])
    few = dict.fromkeys((*menu[:FEW_ORDERS], *fights[:FEW_ORDERS]))
    yield _line(f"{moment} hints", [rule_set.hint(state, order) for order in few])
    yield _line(f"{moment} odds", [rule_set.odds(state, (), order) for order in few])


def _line(what: str, value: object) -> str:
    written = msgspec.json.encode(value, enc_hook=_plain, order="deterministic")
    return f"{what}: {hashlib.sha256(written).hexdigest()[:16]}"


def _plain(value: object) -> object:
    if isinstance(value, Cells):
        return sorted(value.middle.items())
    raise TypeError(f"{value!r} cannot be told")


@cache
def told_as_built_in(title: str) -> tuple[str, ...]:
    """What the title tells on its own data."""
    return tuple(told(titled(title)))


# The same from data that are the title's own --------------------------------------------------


def told_as_printed(title: str, files: Files, folder: Path, commands: int = COMMANDS) -> list[str]:
    """What the title tells in a process of its own, where these are the files that it comes with."""
    package = Path(titled(title).folder).relative_to(ROOT)
    shutil.copytree(ROOT / "domain", folder / "domain", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "tests").symlink_to(ROOT / "tests")
    for name, content in files.items():
        (folder / package / "data" / name).write_bytes(content)
    command = [sys.executable, "-m", "tests.laws.as_printed", title, str(commands)]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def may_be_set_up(title: str, files: Files) -> str:
    """Plays a few commands on files that may hold anything. What refuses them, or nothing."""
    try:
        rule_set = on_pack(title, files)
    except (DataError, InvalidSetup) as refusal:
        return str(refusal)
    for _ in told(rule_set, "damaged", 12):
        pass
    return ""


if __name__ == "__main__":
    importlib.import_module("domain.titles")  # registers them
    print("\n".join(told(titled(sys.argv[1]), commands=int(sys.argv[2]))))
