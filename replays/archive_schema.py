"""The form of an archive as JSON Schema (draft 2020-12): what each line of a title's archives may hold.

It is made from the types that archives are read by: it cannot say anything else than the program does.
What no schema can say stands in docs/archives.md: the chain of hashes, the order of the lines, and that the
events follow from the answers and the seed.
"""

from typing import Any

import msgspec

from domain.kernel import RuleSet, packs
from domain.kernel.codec import any_of, codec
from replays.archive import Header

DIALECT = "https://json-schema.org/draft/2020-12/schema"
HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_REFERENCE = "#/$defs/{name}"


def archive_schema(rule_set: RuleSet) -> dict[str, Any]:
    """The schema that every line of an archive of this title meets, with each event and order described."""
    events = codec(rule_set.id).events()
    order: Any = any_of(rule_set.orders)
    step: Any = any_of(rule_set.steps)
    types = [Header, packs.Written, dict[str, tuple[order, ...]], tuple[step, ...], *events.values()]
    found, defined = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    header, pack, answers, agenda, *bodies = found
    lines = {
        "Header": header,
        "Event": {"oneOf": [_event(topic, body) for topic, body in zip(events, bodies, strict=True)]},
        "Pack": _object(pack=pack),
        "End": _object(end={"type": "integer", "minimum": 1}, seed={"anyOf": [HASH, {"type": "null"}]}),
        "Answers": answers,
        "Agenda": agenda,
    }
    return {
        "$schema": DIALECT,
        "title": f"One line of an archive of {rule_set.name}",
        **_object(line={"anyOf": [{"$ref": f"#/$defs/{each}Line"} for each in LINES]}, hash=HASH),
        "$defs": {**defined, **{f"{name}Line": form for name, form in lines.items()}},
    }


LINES = ("Header", "Event", "Pack", "End")


def _event(topic: str, body: dict[str, Any]) -> dict[str, Any]:
    """The line of an event: its number, its topic, and its envelope as domain/kernel/codec.py writes it."""
    envelope = {
        "type": "array",
        "minItems": 5,
        "maxItems": 7,
        "prefixItems": [
            {"type": "integer", "description": "when it was: milliseconds since 1970, UTC"},
            {"type": "integer", "minimum": 0, "description": "how many events of the same command follow"},
            body,
            {
                "description": "at the first event of a command: the rounds of answers to it, by seat",
                "anyOf": [
                    {"type": "null"},
                    {"type": "array", "items": {"$ref": "#/$defs/AnswersLine"}},
                ],
            },
            {
                "description": "at the last event of a command: the steps that are still to be taken",
                "anyOf": [{"type": "null"}, {"$ref": "#/$defs/AgendaLine"}],
            },
            {"type": "boolean", "description": "whether it goes on with a march of several steps"},
            {
                "description": "in a game with a clock, what each seat thought about it, in milliseconds",
                "anyOf": [{"type": "null"}, {"type": "object", "additionalProperties": {"type": "integer"}}],
            },
        ],
    }
    return _object(version={"type": "integer", "minimum": 1}, topic={"const": topic}, event=envelope)


def _object(**fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
