"""Writing down what computers have learnt, for people to read."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.bots.chances import Link
from domain.bots.learned import Value
from domain.bots.yardstick import yardstick_of
from domain.kernel import RuleSet


def written_sheet(
    rules: RuleSet,
    scenarios: Sequence[str],
    sides: Mapping[str, str],
    made: Mapping[str, Any],
    strength: Mapping[str, Any],
    value: Value | None,
    levels: Sequence[str],
) -> str:
    """The readable file of `domain.bots.learned`."""
    lines = [
        "# What computers have learnt; written by scripts/train.py. The orders that good players give",
        "# stand in the file beside this one. Both hold for this edition, these data, this yardstick only.",
        f"title = {_told(rules.id)}",
        f"edition = {rules.edition}",
        f"data = {_told(rules.data_digest)}",
        f"yardstick = {_told(yardstick_of(rules, scenarios[0]))}",
        f"scenarios = {_told(list(scenarios))}",
        f"levels = {_told(list(levels))}",
        *_table("sides", sides),
        *_table("made", made),
        "",
        "# Pairs of games with swapped sides and the same dice: mean and 95 % interval",
    ]
    for against, found in strength.items():
        lines += _table(f"strength.{_told(against)}", found)
    if value is not None:
        lines += _value(value)
    return "\n".join(lines) + "\n"


def written_chances(
    rules: RuleSet,
    scenarios: Sequence[str],
    made: Mapping[str, Any],
    held_out: Mapping[str, int],
    errors: Mapping[str, float],
    noise: Mapping[str, float],
    link: Link,
    value: Value,
) -> str:
    """The file of `domain.bots.chances`."""
    lines = [
        "# How likely each side is to win; written by scripts/chances.py. `errors`: by how many points this",
        "# was wrong on average over the tenths of the positions of the `held_out` games. `noise`: by how",
        "# many points the swing of a command is wrong, give or take, if not less.",
        f"title = {_told(rules.id)}",
        f"edition = {rules.edition}",
        f"data = {_told(rules.data_digest)}",
        f"yardstick = {_told(yardstick_of(rules, scenarios[0]))}",
        f"scenarios = {_told(list(scenarios))}",
        *_table("made", made),
        *_table("held_out", held_out),
        *_table("errors", errors),
        *_table("noise", noise),
        *_table("link", {field: getattr(link, field) for field in type(link).__struct_fields__}),
        *_value(value),
    ]
    return "\n".join(lines) + "\n"


def _value(value: Value) -> list[str]:
    """By how much the first side is expected to win."""
    lines = ["", "# By how much the first side is expected to win: what one of each thing is worth,",
             "# and how much more (late) by the last turn"]  # fmt: skip
    plain = {
        field: getattr(value, field)
        for field in type(value).__struct_fields__
        if field not in ("sides", "columns")
    }
    lines += _table("value", plain)[1:] + _table("value.sides", value.sides)
    for column in value.columns:
        fields = {field: getattr(column, field) for field in type(column).__struct_fields__}
        lines += ["", "[[value.columns]]", *(f"{key} = {_told(each)}" for key, each in fields.items())]
    return lines


def _table(name: str, fields: Mapping[str, Any]) -> list[str]:
    return ["", f"[{name}]", *(f"{key} = {_told(value)}" for key, value in fields.items())]


def _told(value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_told, value)) + "]"
    return repr(value)
