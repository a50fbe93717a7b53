"""The JSON Schema of an archive says what archives hold (docs/archives.md)."""

import json
from pathlib import Path
from random import Random

import pytest
from jsonschema_rs import Draft202012Validator, meta

from domain.bots import BOTS
from domain.bots.playing import opening, recorded_game
from domain.kernel import PUBLIC, RuleSet, titled
from domain.titles import TITLES
from replays import archive
from replays.archive_schema import archive_schema

SAMPLES = sorted((Path(archive.__file__).parent / "library").glob("*.jsonl"))


def strict(rule_set: RuleSet) -> Draft202012Validator:
    """A validator of the lines of a title. The schema itself is checked, too."""
    schema = archive_schema(rule_set)
    meta.validate(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_line_of_a_sample_meets_the_schema_of_its_title(sample: Path) -> None:
    lines = [json.loads(line) for line in sample.read_text("utf-8").splitlines()]
    of_title = strict(titled(lines[0]["line"]["title"]))
    for line in lines:
        of_title.validate(line)


@pytest.mark.parametrize("rule_set", TITLES, ids=lambda each: each.id)
def test_what_one_viewer_saw_meets_the_schema_too(rule_set: RuleSet) -> None:
    of_title = strict(rule_set)
    scenario, seed, game = rule_set.scenarios[0], (5).to_bytes(32, "big"), f"{5:032x}"
    seats = scenario.seatings[0]
    opened = opening(rule_set, scenario.id, seats, seed, game)
    recorded = recorded_game(rule_set, opened, game, seed, dict.fromkeys(seats, BOTS["random"]), Random(5))
    for viewer in (PUBLIC, seats[0]):
        for line in archive.write(rule_set, recorded, viewer).splitlines():
            of_title.validate(json.loads(line))


def test_what_no_event_holds_does_not_meet_it() -> None:
    lines = [json.loads(line) for line in SAMPLES[0].read_text("utf-8").splitlines()[:3]]
    of_title = strict(titled(lines[0]["line"]["title"]))
    assert of_title.is_valid(lines[1]) and of_title.is_valid(lines[2])
    del lines[1]["line"]["event"][2]["commitment"]
    lines[2]["line"]["topic"] = lines[2]["line"]["topic"].replace("SeatTaken", "SeatStolen")
    assert not of_title.is_valid(lines[1]) and not of_title.is_valid(lines[2])
