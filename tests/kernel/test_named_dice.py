"""Dice whose faces have names: recorded as numbers that anybody can compute again, told by their names."""

import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from domain.kernel import PUBLIC, Die, Play, Recorded, Rolled, SealedChance, Seat
from domain.kernel.codec import codec
from domain.kernel.prose import prose
from projections.documents import event_row
from replays.dice_check import check_dice
from tests.cannonade import CANNONADE, COMBAT, SEATS, hits
from tests.laws.games import whole_game

PROGRAM = Path("web/static/check_dice.py")


def rolled(faces: int = 4) -> Rolled:
    play = Play(None, (), SealedChance(bytes(32)))
    play.roll_faces(Seat("west"), faces, COMBAT, "fire", "2", hits)
    (event,) = play.events
    assert isinstance(event, Rolled)
    return event


def test_a_roll_gives_the_names_and_records_the_numbers_with_the_exact_mean_and_variance() -> None:
    play = Play(None, (), SealedChance(bytes(32)))
    names = play.roll_faces(Seat("west"), 4, COMBAT, "fire", "2", hits)
    (event,) = play.events
    assert isinstance(event, Rolled) and (event.die, event.sides) == ("combat", 6)
    assert names == tuple(COMBAT.faces[value - 1] for value in event.values) == CANNONADE.faces_of(event)
    assert event.score == names.count("cannon")
    assert event.mean == pytest.approx(float(Fraction(4, 6))) and COMBAT.mean(hits) == pytest.approx(1 / 6)
    assert event.variance == pytest.approx(4 * 5 / 36) and COMBAT.variance(hits) == pytest.approx(5 / 36)


def test_two_flags_of_six_faces_come_up_a_third_of_the_time() -> None:
    assert math.isclose(COMBAT.mean(lambda face: float(face == "flag")), 1 / 3)


def test_a_roll_is_told_by_its_names_in_both_languages() -> None:
    event = msgspec.structs.replace(rolled(3), values=(1, 5, 6))
    assert prose("cannonade").event(event) == "West rolls cannon, flag and flag (fire)."
    assert "cannone, bandiera e bandiera" in prose("cannonade", "it").event(event)


def test_a_log_line_has_the_faces_by_name_and_numbers_stay_numbers() -> None:
    history = whole_game("cannonade", "ridge", SEATS, 5)
    rows = [event_row(CANNONADE, each, PUBLIC, "it") for each in history.recorded]
    told = [row["dice"] for row in rows if "dice" in row]
    assert told and all(len(dice["faces"]) == len(dice["values"]) for dice in told)
    names = {"cannone", "moschetto", "sciabola", "bandiera"}
    assert {face for dice in told for face in dice["faces"]} <= names


def test_a_roll_of_a_die_that_this_edition_has_not_is_told_by_its_numbers() -> None:
    for odd in (
        msgspec.structs.replace(rolled(), die="lost"),
        msgspec.structs.replace(rolled(), values=(7, 1)),
        msgspec.structs.replace(rolled(), values=(0, 1)),
    ):
        assert CANNONADE.faces_of(odd) == ()
        assert "rolls" in prose("cannonade").event(odd)


def test_a_stored_roll_of_numbers_is_what_it_was_and_one_of_names_comes_back() -> None:
    stored, named = codec("cannonade"), rolled()
    for event, is_named in ((named, True), (msgspec.structs.replace(named, die=""), False)):
        written = stored.write(Recorded("game", 2, 0, event))
        assert (b'"die"' in written) == is_named
        assert stored.read("game", 2, stored.topic(event), written).body == event


def test_anybody_computes_the_rolls_and_their_names_again(tmp_path: Path) -> None:
    history = whole_game("cannonade", "ridge", SEATS, 5)
    seed = (5).to_bytes(32, "big")
    found = check_dice(history.recorded, seed)
    assert found.fits and found.checked
    lines = [
        {"event": each.version, "purpose": each.purpose, "index": each.index, "sizes": each.sizes, "from": 1,
         "shown": each.shown, "faces": COMBAT.faces, "named": COMBAT.shown(each.shown)}
        for each in found.own
    ]  # fmt: skip

    def told() -> str:
        file = tmp_path / "dice.json"
        about = {"game": "game", "seed": seed.hex(), "commitment": found.commitment, "chance": lines}
        file.write_text(json.dumps(about), "utf-8")
        asked = [sys.executable, str(PROGRAM), str(file)]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout

    assert f"{len(lines)} rolls and draws computed again, 0 differ" in told()
    lines[0]["named"] = ("cannon",) * len(lines[0]["named"])
    assert f"{len(lines)} rolls and draws computed again, 1 differ" in told()


def test_a_die_is_a_value() -> None:
    assert Die("combat", COMBAT.faces) == COMBAT
