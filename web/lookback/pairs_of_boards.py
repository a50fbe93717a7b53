"""The compare page of two games: both boards at one moment, how far apart they stand, measures overlaid."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flask import url_for
from flask_babel import gettext as _
from markupsafe import Markup

from domain.kernel import RuleSet, Seat
from replays import figures, verdicts
from web.base import naming
from web.base.charting import Chart, embedded
from web.base.language import language
from web.base.site import prose_of, rule_set_of, site
from web.base.words import round_name, turn_alone, turn_numbers
from web.boards.halves import spaces_of, with_halves
from web.boards.live import WORDS, said
from web.boards.otherwise import Elsewhere, with_otherwise
from web.table import picture

if TYPE_CHECKING:
    from replays.side_by_side import Moment, SideBySide


def page_of(found: "SideBySide", charts: list[Chart], viewer: Seat, at: int | None) -> dict[str, Any]:
    """Everything that the template shows of two games at moment `at` (None: where the page opens)."""
    from replays.side_by_side import held, held_differently, standing_differently

    rule_set = rule_set_of(found.games[0])
    last = len(found.moments) - 1
    at = moment_asked(found, at)
    moment = found.moments[at]
    scenes = scenes_at(found, viewer, at)
    differing = held_differently(held(scenes[0]), held(scenes[1]))
    standing = standing_differently(*scenes)
    boards = [picture.board_markup(rule_set, scene) for scene in scenes]
    if None not in boards:
        boards = [
            Markup(with_otherwise(with_halves(str(each), scenes[0].board, differing), scenes[0].board, marks))
            for each, marks in zip(boards, _places(standing), strict=True)
        ]
    return {
        "rules": rule_set,
        "found": found,
        "names": names_of(found),
        "at": at,
        "last": last,
        "moment": moment,
        "caption": caption(rule_set, moment),
        "apart": apart_words(moment),
        "boards": boards,
        "differing": [
            (prose_of(rule_set).name(space), _holders(rule_set, a), _holders(rule_set, b))
            for space, a, b in differing
        ],
        "standing": _standing(rule_set, scenes, standing),
        "counters": counters_words(len(standing), scenes),
        "sides": _sides(rule_set, scenes),
        "charts": charts,
        "strips": strips_of(found, charts),
        "document": _document(rule_set, found, viewer, scenes),
    }


def moment_asked(found: "SideBySide", at: int | None) -> int:
    """The moment that is asked for, one that there is; None for the one with which the page opens."""
    return found.opens if at is None else min(max(at, 0), len(found.moments) - 1)


def scenes_at(found: "SideBySide", viewer: Seat, at: int) -> list[Any]:
    """What `viewer` may see of both boards at moment `at`."""
    moment, rule_set = found.moments[at], rule_set_of(found.games[0])
    versions = zip(found.games, (moment.a, moment.b), strict=True)
    return [rule_set.view(site().games.standing(game, version).state, viewer) for game, version in versions]


def names_of(found: "SideBySide") -> tuple[str, str]:
    """What the games are called; two that read alike are numbered."""
    first, second = naming.apart([naming.called(game) for game in found.games])
    return first, second


def caption(rule_set: RuleSet, moment: "Moment") -> str:
    """When a moment is, in words."""
    phase = prose_of(rule_set).tables["phases"].get(moment.phase, prose_of(rule_set).name(moment.phase))
    parts = [turn_alone(moment.turn, rule_set), phase]
    if moment.round:
        parts.insert(1, round_name(moment.round, rule_set))
    return " · ".join(parts)


def apart_words(moment: "Moment") -> str:
    """How far apart the boards stand, in words."""
    return _("%(percent)s %% apart", percent=round(100 * moment.apart))


def counters_words(differing: int, scenes: Sequence[Any]) -> str:
    """How many counters stand differently, of all that stand on either board."""
    every = {key for scene in scenes for key, token in scene.tokens.items() if token.at is not None}
    return _("%(number)s of %(all)s", number=differing, all=len(every))


def _places(standing: Sequence[tuple[str, Any, Any]]) -> list[list[Elsewhere]]:
    """For each board which counters stand differently, where they stand on it, and where on the other one."""
    both = [(key, one and one.at, other and other.at) for key, one, other in standing]
    return [both, [(key, other, one) for key, one, other in both]]


def _standing(
    rule_set: RuleSet, scenes: Sequence[Any], standing: Sequence[tuple[str, Any, Any]]
) -> list[tuple[str, str, str, str]]:
    """(side, counter, how it stands in the first game, how in the second), in words."""
    said = [_said_of(rule_set, scene) for scene in scenes]
    found = []
    for _key, one, other in standing:
        own, token = (said[0], one) if one is not None else (said[1], other)
        called = " ".join(dict.fromkeys(each for each in (token.label, own(token.name)) if each))
        found.append((token.side, called, _how(rule_set, said[0], one), _how(rule_set, said[1], other)))
    return found


def _said_of(rule_set: RuleSet, scene: Any) -> Callable[[str], str]:
    try:
        words = picture.spoken_words(rule_set, scene)
    except LookupError:
        words = {}
    return lambda word: said(word, {**WORDS, **words})


def _how(rule_set: RuleSet, say: Callable[[str], str], token: Any) -> str:
    """How a counter stands: where, which way, how strong."""
    if token is None:
        return _("not on the board")
    strength = "" if token.strength is None else str(token.strength)
    facts = (
        prose_of(rule_set).name(token.at), say(token.facing) if token.facing else "", strength,
        say("reduced") if token.reduced else "", *map(say, token.flags),
    )  # fmt: skip
    return " · ".join(each for each in facts if each)


def _holders(rule_set: RuleSet, sides: tuple[str, ...]) -> str:
    return prose_of(rule_set).name(sides) if sides else _("nobody")


def _sides(rule_set: RuleSet, scenes: Sequence[Any]) -> list[str]:
    """The sides with a colour on either board, for the key."""
    found = {token.side for scene in scenes for token in scene.tokens.values()}
    return sorted(found)


def _document(rule_set: RuleSet, found: "SideBySide", viewer: Seat, scenes: Sequence[Any]) -> dict[str, Any]:
    """What the script works with: the moments, where the timelines are, names and captions."""
    from replays.side_by_side import PASSING

    words = prose_of(rule_set)
    spaces = _spaces(scenes[0])
    sides = _sides_of_title(rule_set, scenes)
    return {
        "timelines": [
            url_for("replay.timeline", game=game, **dict[str, Any]({"as": viewer}), v=last, stop=last)
            for game, last in zip(found.games, found.events, strict=True)
        ],
        "moments": [
            [each.a, each.b, round(100 * each.apart), caption(rule_set, each)] for each in found.moments
        ],
        "first": found.first,
        "passing": sorted(PASSING),
        "spaces": {space: words.name(space) for space in sorted(spaces) if words.name(space) != space},
        "sides": {side: words.name(side) for side in sorted(sides)},
        "nobody": _("nobody"),
        "apart": _("{percent} % apart"),
        "event": _("Event {number} of {last}"),
        "line": _("{space}: {a} in the first game, {b} in the second"),
        "none": _("Every space is held by the same side in both games."),
        "value": _("{caption}; {apart}"),
        "counters": _("{number} of {all}"),
        "away": _("not on the board"),
        "alike": _("Every counter stands alike in both games."),
    }


def _spaces(scene: Any) -> set[str]:
    """Every space of the board, or those of the scene where no board is drawn."""
    try:
        return set(spaces_of(scene.board))
    except LookupError:
        return set(scene.spaces)


def _sides_of_title(rule_set: RuleSet, scenes: Sequence[Any]) -> set[str]:
    owners = {each.owner for scene in scenes for each in scene.spaces.values() if each.owner}
    tokens = {token.side for scene in scenes for token in scene.tokens.values()}
    seats = {seat for each in rule_set.scenarios for seats in each.seatings for seat in seats}
    return owners | tokens | seats | {measure.side for measure in rule_set.measures}


Curves = tuple[Seat, tuple[dict[int, float], ...]]
"""A seat, and for each of two games how likely its side was to win after which event."""


def strips_of(found: "SideBySide", charts: Sequence[Chart]) -> int:
    """How many of the charts stand under the slider: those that tell of no group of measures."""
    return len(charts) - len({measure.group for measure in rule_set_of(found.games[0]).measures})


def charts_of(found: "SideBySide", chances: Curves | None = None) -> list[Chart]:
    """How far apart, who was winning in either where that can be told, then each group of measures of both
    games, all over the same moments."""
    rule_set, names = rule_set_of(found.games[0]), names_of(found)
    words = prose_of(rule_set)
    ticks = [
        (label, *both)
        for label, both in zip(_labels(rule_set, found.moments), found.measures, strict=True)
    ]
    apart = [each.apart for each in found.moments]
    ends = _turn_ends(rule_set, found.moments)
    charts = [
        Chart(
            title=_("How far apart the boards are"),
            json=embedded(figures.apart([tick[0] for tick in ticks], apart, found.first, language())),
            summary=_(
                "The boards are %(most)s %% apart at most and %(last)s %% at the end.",
                most=round(100 * max(apart)), last=round(100 * apart[-1]),
            ),
            head=[_("Turn"), _("Apart at its end, in percent")],
            rows=[[turn, str(round(100 * found.moments[n].apart))] for turn, n in ends],
        )
    ]  # fmt: skip
    if chances is not None:
        charts.append(_chances_chart(found, *chances))
    for group in dict.fromkeys(measure.group for measure in rule_set.measures):
        own = [measure for measure in rule_set.measures if measure.group == group]
        shown = [
            (f"{words.tables['measures'].get(each.id, each.name)}, {names[place]}", each.id, place)
            for each in own
            for place in (0, 1)
        ]
        charts.append(
            Chart(
                title=words.tables["measures"].get(group, words.name(group)),
                json=embedded(figures.overlaid(rule_set, group, ticks, names, language())),
                summary=_last_values(found, own, words, names),
                head=[_("Turn"), *(label for label, _id, _place in shown)],
                rows=[
                    [turn, *(_value(found.measures[n][place], each) for _label, each, place in shown)]
                    for turn, n in ends
                ],
            )
        )
    return charts


def _chances_chart(found: "SideBySide", seat: Seat, curves: tuple[dict[int, float], ...]) -> Chart:
    """How likely the side of a seat was to win in both games."""
    rule_set, names = rule_set_of(found.games[0]), names_of(found)
    side = prose_of(rule_set).name(seat)
    both = [
        (_known(curves[0], each.a, each.over_a), _known(curves[1], each.b, each.over_b))
        for each in found.moments
    ]
    ends, parted = _turn_ends(rule_set, found.moments), None if found.first is None else both[found.first]
    return Chart(
        title=_("Win chance: %(side)s", side=side),
        json=embedded(figures.two_chances(_labels(rule_set, found.moments), both, names, language())),
        summary="" if parted is None or None in parted else _(
            "Where they part: %(a)s in %(first)s, %(b)s in %(second)s.",
            a=_share(parted[0]), b=_share(parted[1]), first=names[0], second=names[1],
        ),
        head=[_("Turn"), *names],
        rows=[[turn, *map(_share, both[n])] for turn, n in ends],
    )  # fmt: skip


def _known(curve: Mapping[int, float], version: int, is_over: bool) -> float | None:
    """The last chance up to an event, unless the game is over."""
    return None if is_over else next((curve[n] for n in range(version, 0, -1) if n in curve), None)


def _share(chance: float | None) -> str:
    return "" if chance is None else _("%(percent)s %%", percent=round(100 * chance))


def _labels(rule_set: RuleSet, moments: "Sequence[Moment]") -> list[str]:
    """`turn.number` of each moment, counted anew in every turn, which is called as the title calls it."""
    called, found = turn_numbers(rule_set), list[str]()
    number, turn = 0, None
    for each in moments:
        number = number + 1 if each.turn == turn else 1
        turn = each.turn
        found.append(f"{called.get(str(turn), turn)}.{number}")
    return found


def _turn_ends(rule_set: RuleSet, moments: "Sequence[Moment]") -> list[tuple[str, int]]:
    """(what a turn is called, its last moment) of every turn."""
    called = turn_numbers(rule_set)
    ends = {each.turn: n for n, each in enumerate(moments)}
    return [(called.get(str(turn), str(turn)), n) for turn, n in ends.items()]


def _value(measures: Any, measure: str) -> str:
    value = None if measures is None else measures.get(measure)
    return "" if value is None else verdicts.number(value, language())


def _last_values(found: "SideBySide", own: Sequence[Any], words: Any, names: tuple[str, str]) -> str:
    """What both games show at their ends, in words."""
    ends: list[Mapping[str, float]] = [
        next((each for both in reversed(found.measures) if (each := both[place]) is not None), {})
        for place in (0, 1)
    ]
    closed = [each.id for each in own if any(end and each.id not in end for end in ends)]
    called = {each.id: words.tables["measures"].get(each.id, each.name) for each in own}
    parts = [
        _(
            "%(measure)s: %(a)s and %(b)s",
            measure=called[each.id], a=_value(ends[0], each.id), b=_value(ends[1], each.id),
        )
        for each in own
        if each.id not in closed and (ends[0].get(each.id) or ends[1].get(each.id))
    ] + [
        _("%(measure)s (not told while a game is running)", measure=called[each]) for each in closed
    ]  # fmt: skip
    if not parts:
        return _("All are zero at the end of both games.")
    return _("At the end of %(first)s and of %(second)s: %(values)s.", first=names[0], second=names[1],
             values="; ".join(parts))  # fmt: skip
