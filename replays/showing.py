"""A recorded game as text: its log, or one position of it."""

from collections.abc import Sequence
from typing import Any

from domain.kernel import Opened, Recorded, RuleSet, Seat, packs
from domain.kernel.events import is_quiet, rule_of
from domain.kernel.history import History
from domain.kernel.prose import Prose, prose
from domain.kernel.scene import Scene, plain


def rule_set_of(recorded: Sequence[Recorded]) -> RuleSet:
    """The rules that the game was played by. Raises InvalidSetup for an unknown title or data pack."""
    opened = recorded[0].body
    assert isinstance(opened, Opened)
    return packs.rules_of(opened)


def log_lines(recorded: Sequence[Recorded], viewer: Seat, language: str = "en") -> list[dict[str, Any]]:
    """One entry for each event that is not quiet, as `viewer` may see it: version, event, text, rule."""
    rule_set = rule_set_of(recorded)
    words = prose(rule_set, language)
    shown = [(each.version, rule_set.redact(each.body, viewer)) for each in recorded]
    return [
        {"version": version, "event": type(body).__name__, "text": words.event(body), "rule": rule_of(body)}
        for version, body in shown
        if not is_quiet(body)
    ]


def position(
    recorded: Sequence[Recorded], version: int, viewer: Seat, language: str = "en"
) -> tuple[dict[str, Any], str]:
    """The scene after event `version` in JSON form, and in words. Raises IllegalOrder for a missing one."""
    rule_set = rule_set_of(recorded)
    scene = rule_set.view(History(rule_set, recorded).at(version).state, viewer)
    return plain(scene), "\n".join(_lines(scene, prose(rule_set, language)))


def _lines(scene: Scene, words: Prose) -> list[str]:
    lines = [
        f"Turn {scene.turn}, round {scene.round}: {words.tables['phases'].get(scene.phase, scene.phase)}"
    ]
    for side, numbers in scene.numbers.items():
        figures = ", ".join(f"{name} {words.name(value)}" for name, value in numbers.items())
        lines.append(f"{words.name(side)}: {figures}")
    for owner, hand in scene.hands.items():
        cards = words.name(hand.cards) if hand.cards is not None else f"{hand.count} hidden"
        lines.append(f"Hand of {words.name(owner)}: {cards}")
    for token, each in sorted(scene.tokens.items(), key=lambda item: item[1].at or "~"):
        if each.at is not None:
            facing = f" facing {each.facing}" if each.facing else ""
            states = f" ({', '.join(each.flags)})" if each.flags else ""
            lines.append(f"{each.at:>4}  {words.name(token)}{facing}, strength {each.strength}{states}")
    return lines
