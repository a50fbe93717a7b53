"""What somebody types at the text board: questions about the position, and orders by their words."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from flask_babel import gettext as _
from flask_babel import ngettext

from domain.kernel import RuleSet, Seat
from web.base.words import alone, name, state_of
from web.boards.neighbours import neighbours, within
from web.table.oddsboard import odds_document

FARTHEST = 20
LISTED = 40
"""How many orders an answer lists."""


class Reply(msgspec.Struct):
    """What is answered: sentences, and orders of the menu that may have been meant."""

    lines: list[str] = []
    options: list[dict[str, Any]] = []


def plain(text: str) -> str:
    """The text without case, accents and punctuation, as it is compared."""
    bare = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))
    return " ".join(re.findall(r"\w+", bare.casefold()))


def matching(said: str, options: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The order that says exactly this; else those that begin so; else those that have all of these words.

    Only copies of a card are called alike: of these one is as good as another.
    """
    wanted = plain(said)
    same = [option for option in options if plain(option["label"]) == wanted]
    if same or not wanted:
        return same[:1]
    begun = [option for option in options if plain(option["label"]).startswith(wanted)]
    return begun or [option for option in options if _has_words(plain(option["label"]), wanted.split())]


def _has_words(text: str, wanted: Sequence[str]) -> bool:
    """Whether each of these words begins one of the text's."""
    return all(any(word.startswith(each) for word in text.split()) for each in wanted)


def answered(
    said: str, game: str, rule_set: RuleSet, viewer: Seat, scene: Mapping[str, Any],
    hands: Mapping[str, Sequence[str]], options: Sequence[dict[str, Any]],
) -> Reply | None:  # fmt: skip
    """The answer to a question, or None if this is none. Words of questions may be English or the page's."""
    words = plain(said)
    if words in ("hand", plain(_("hand"))):
        return Reply(_hand(rule_set, hands))
    if words in ("odds", plain(_("odds"))):
        return Reply(_odds(game, viewer, options))
    for verb, own, answer in (
        ("where", _("where"), _where),
        ("neighbours", _("neighbours"), _neighbours),
        ("neighbors", _("neighbours"), _neighbours),
    ):
        for begin in {verb, plain(own)}:
            if words.startswith(f"{begin} "):
                return Reply(answer(rule_set, scene, words.removeprefix(f"{begin} ")))
    for pattern in ("enemies within {n} of {x}", _("enemies within {n} of {x}")):
        shape = re.escape(plain(pattern)).replace(r"\ ", " ")
        shape = re.sub(r"\bn\b", r"(?P<n>\\d+)", shape, count=1)
        shape = re.sub(r"\bx$", r"(?P<x>.+)", shape)
        if found := re.fullmatch(shape, words):
            near = min(FARTHEST, int(found["n"]))
            return Reply(_enemies(rule_set, viewer, scene, near, found["x"], hands))
    return None


def _named(rule_set: RuleSet, ids: Iterable[str], said: str) -> list[str]:
    """The ids that are called so; else those whose name begins so, else those whose name holds it."""
    named = {each: plain(f"{name(each, rule_set)}") for each in ids}
    for fits in (
        lambda text: text == said,
        lambda text: text.startswith(said),
        lambda text: said in text,
    ):
        found = [each for each, text in named.items() if fits(text)]
        if found:
            return found
    return []


def _spaces(rule_set: RuleSet, scene: Mapping[str, Any], said: str) -> list[str]:
    known = dict.fromkeys((*scene["spaces"], *_map_of(scene)))
    return [said] if said in known else _named(rule_set, known, said)


def _map_of(scene: Mapping[str, Any]) -> Mapping[str, Mapping[str, str]]:
    """The neighbours of each space; nothing for a board that is not drawn."""
    try:
        return neighbours(scene["board"])
    except LookupError:
        return {}


def piece_words(rule_set: RuleSet, id: str, piece: Mapping[str, Any]) -> str:
    """A counter as it is told: its name, side, strength and state."""
    called = piece.get("name") or piece.get("label") or name(id, rule_set)
    parts = list(dict.fromkeys((called, name(piece["side"], rule_set))))
    if piece.get("strength") is not None:
        parts.append(_("strength %(strength)s", strength=piece["strength"]))
    state = state_of(piece, rule_set)
    return ", ".join([*parts, state] if state else parts)


def _where(rule_set: RuleSet, scene: Mapping[str, Any], said: str) -> list[str]:
    names = {
        id: f"{plain(name(id, rule_set))} {plain(piece.get('name') or '')} {plain(piece.get('label') or '')}"
        for id, piece in scene["tokens"].items()
    }
    found = [id for id, text in names.items() if said in text]
    if not found:
        return [_("No counter is called that.")]
    lines = []
    for id in found[:LISTED]:
        piece = piece_words(rule_set, id, scene["tokens"][id])
        lines.append(_("%(piece)s: %(place)s", piece=piece, place=_place(id, rule_set, scene)))
    return lines


def _place(id: str, rule_set: RuleSet, scene: Mapping[str, Any]) -> str:
    at = scene["tokens"][id].get("at")
    return name(at, rule_set) if at else _("not on the board")


def _neighbours(rule_set: RuleSet, scene: Mapping[str, Any], said: str) -> list[str]:
    found = _spaces(rule_set, scene, said)
    if not found:
        return [_("No space is called that.")]
    lines = []
    for space in found[:LISTED]:
        around = neighbour_words(rule_set, scene, space)
        lines.append(_("%(space)s: %(neighbours)s", space=name(space, rule_set), neighbours=around))
    return lines


def neighbour_words(rule_set: RuleSet, scene: Mapping[str, Any], space: str) -> str:
    """The neighbours of a space, each with its road and who stands there."""
    said = []
    for to, kind in sorted(_map_of(scene).get(space, {}).items()):
        text = name(to, rule_set)
        said.append(f"{text} ({name(kind, rule_set)})" if kind else text)
    return ", ".join(said) or _("none")


def own_sides(
    rule_set: RuleSet, viewer: Seat, scene: Mapping[str, Any], hands: Mapping[str, Sequence[str]]
) -> set[str]:
    """The sides that the viewer plays or is allied with, as counters name them."""
    sides = {piece["side"] for piece in scene["tokens"].values()}
    mine = {viewer, *hands} & sides
    return mine | {str(seat) for group in rule_set.sides if mine & set(group) for seat in group}


def _enemies(
    rule_set: RuleSet, viewer: Seat, scene: Mapping[str, Any], near: int, said: str,
    hands: Mapping[str, Sequence[str]],
) -> list[str]:  # fmt: skip
    mine, found = own_sides(rule_set, viewer, scene, hands), _spaces(rule_set, scene, said)
    if not mine:
        return [_("You play no side here, so nobody is your enemy.")]
    if not found or not _map_of(scene):
        return [_("No space is called that.")]
    distances = within(scene["board"], found[0], near)
    rows = sorted(
        (distances[piece["at"]], name(piece["at"], rule_set), piece_words(rule_set, id, piece))
        for id, piece in scene["tokens"].items()
        if piece.get("at") in distances and piece["side"] not in mine
    )
    lines = [
        ngettext(
            "%(num)s step away, %(place)s: %(piece)s", "%(num)s steps away, %(place)s: %(piece)s", steps,
            place=place, piece=piece,
        )
        for steps, place, piece in rows
    ]  # fmt: skip
    where = name(found[0], rule_set)
    return lines or [_("No enemies within %(near)s of %(place)s.", near=near, place=where)]


def _hand(rule_set: RuleSet, hands: Mapping[str, Sequence[str]]) -> list[str]:
    lines = []
    for owner, cards in hands.items():
        named = "; ".join(name(card, rule_set) for card in cards)
        lines.append(_("%(owner)s: %(cards)s", owner=alone(owner, rule_set), cards=named))
    return lines or [_("You hold no cards.")]


def _odds(game: str, viewer: Seat, options: Sequence[dict[str, Any]]) -> list[str]:
    lines = []
    for option in options:
        if option["target"] or option["kind"] not in ("safe", "here"):
            found = odds_document(game, viewer, msgspec.json.encode(option["order"]).decode())
            if found is not None:
                lines.append(_("%(order)s: %(odds)s", order=option["label"], odds=found["text"]))
    return lines or [_("None of your orders has odds to tell now.")]
