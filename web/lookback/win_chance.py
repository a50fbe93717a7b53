"""Who was winning in games that are over, where that can be told: the chart, and what moved it."""

import math
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

import msgspec
from flask_babel import format_decimal
from flask_babel import gettext as _

from domain.bots.chances import Chances, chances_of
from domain.kernel import PUBLIC, Drawn, Rolled, RuleSet, Seat
from domain.kernel.events import Event
from domain.kernel.history import History
from domain.kernel.looks import UNKNOWN, looks_of
from domain.kernel.prose import prose
from projections import timelines
from projections.winning import one_of_each_side
from replays import costly, figures, swings, win_chance
from replays.costly import Costly
from replays.small_curve import small_curve
from replays.swings import Account, Swing
from web.base.site import prose_of, rule_set_of, site
from web.lookback import rollouts
from web.lookback.rollouts import RollOut

GROUP = win_chance.GROUP
TELLING = ("battle", "capture", "loss")
"""Marks of events that say what came of a command."""
KNOWN = 64
"""So many judgements are kept, the latest."""
ROLLS = 3
"""So many of the luckiest rolls are named, and of the unluckiest."""


def can_tell(desk: Any, rule_set: RuleSet) -> bool:
    """Whether the chart can be drawn."""
    is_known = chances_of(rule_set, desk.standing.opened.scenario) is not None
    return desk.is_over and desk.standing.is_playable and is_known


class Judged(msgspec.Struct, frozen=True):
    """Who was winning all through a finished game, as `first` saw it and against it `second`.

    `noise` is what a swing is wrong by, give or take, `wrong` the chance itself; both in shares of 1.
    """

    first: Seat
    second: Seat
    noise: float
    wrong: float
    curve: dict[int, float]
    points: list[Swing]
    account: Account | None
    lucks: dict[int, float]
    """Last event of a command with dice or cards -> what chance did in it."""
    costly: list[Costly]


def judged(game: str, version: int) -> Judged:
    """The judgement of a finished game up to event `version`. It takes seconds, and at the end all who sit or
    watch ask for it: it is made once, and the others wait. One that is known waits for no other game's."""
    found = _known.get((game, version))
    if found is None:
        with _judging:
            found = _known.get((game, version)) or _judged(game, version)
            if len(_known) >= KNOWN:
                del _known[next(iter(_known))]
            _known[game, version] = found
    return found


_known: dict[tuple[str, int], Judged] = {}
_judging = Lock()


def _judged(game: str, version: int) -> Judged:
    rule_set, history = rule_set_of(game), History(rule_set_of(game), site().games.recorded(game))
    opened = history.at(1).opened
    chances = _chances(rule_set, opened.scenario)
    first, second = map(Seat, one_of_each_side(rule_set.id, opened.seats)[:2])
    sides = {seat: chances.value.sides[seat] * chances.value.sides[first] for seat in opened.seats}
    found = swings.swings(history, swings.worth_of(history, chances, first))
    return Judged(
        first,
        second,
        chances.swing_noise,
        max(chances.errors.values(), default=0.0) / 100,
        win_chance.curve(history, chances, first),
        swings.turning_points(found, chances.swing_noise),
        swings.account(found, ROLLS),
        {each.stop: each.luck for each in found if each.is_chancy},
        costly.with_advice(history, costly.costliest(
            found, costly.deciders_of(history, found, sides), sides, chances.swing_noise
        ), sides),
    )  # fmt: skip


def of_both(a: Sequence[Any], b: Sequence[Any]) -> tuple[Seat, tuple[dict[int, float], ...]] | None:
    """How likely a side was to win, in two finished games of one title; None where nobody can tell of
    both, or they were not between the same seats."""
    histories = [History(rule_set_of(each[0].game), each) for each in (a, b)]
    opened = [each.at(1).opened for each in histories]
    known = [chances_of(each.rule_set, one.scenario) for each, one in zip(histories, opened, strict=True)]
    if opened[0].seats != opened[1].seats or None in known:
        return None
    first = Seat(one_of_each_side(histories[0].rule_set.id, opened[0].seats)[0])
    curves = [
        win_chance.curve(each, chances, first)
        for each, chances in zip(histories, known, strict=True)
        if chances is not None
    ]
    return first, tuple(curves)


def _chances(rule_set: RuleSet, scenario: str) -> Chances:
    chances = chances_of(rule_set, scenario)
    assert chances is not None, "a judgement is offered only where chances can be told"
    return chances


@lru_cache(maxsize=32)
def figure_bytes(game: str, version: int, viewer: Seat, spoken: str, along: str) -> bytes:
    """The chart of a finished game, in the words of a language and by an axis."""
    rule_set, found = rule_set_of(game), judged(game, version)
    curves = {
        found.first: found.curve,
        found.second: {event: 1 - chance for event, chance in found.curve.items()},
    }
    rows = timelines.read(
        site().redis, site().games, game, viewer, 1, version, newest=version, language=spoken
    )["rows"]
    names = prose(rule_set, spoken)
    points = {
        each.stop: ": ".join(
            (f"{names.name(_gainer(found, each))} {signed(abs(each.size))}", told(game, each, PUBLIC)[1])
        )
        for each in found.points
        if each.stop in found.curve
    }
    wide = win_chance.WIDE * found.noise / math.sqrt(2)
    drawn = win_chance.figure(rule_set, rows, curves, _("Win chance"), spoken, along, points, wide)
    words = {
        event: f"{names.name(found.first if luck > 0 else found.second)} {signed(abs(luck))}"
        for event, luck in found.lucks.items()
    }
    sides = found.first, found.second
    win_chance.with_luck(drawn, rule_set, rows, found.lucks, sides, words, _("luck"), along)
    return figures.encoded(drawn)


@lru_cache(maxsize=32)
def picture(game: str, version: int) -> str:
    """The curve of a finished game as a small picture without words."""
    found, looks = judged(game, version), looks_of(rule_set_of(game).id).sides
    first, second = (looks.get(side, UNKNOWN) for side in (found.first, found.second))
    wide = win_chance.WIDE * found.noise / math.sqrt(2)
    return small_curve(
        found.curve, wide, found.lucks, [each.stop for each in found.points],
        (first.line, second.line), (first.line_in_dark, second.line_in_dark),
    )  # fmt: skip


def document(game: str, version: int, viewer: Seat) -> dict[str, Any]:
    """The judgement for programs: shares of 1 for the first side; the texts are those of the page."""
    found = judged(game, version)
    return {
        "sides": [found.first, found.second],
        "wrong": found.wrong,
        "noise": found.noise,
        "curve": [[event, chance] for event, chance in found.curve.items()],
        "luck": [[event, luck] for event, luck in found.lucks.items()],
        "points": msgspec.to_builtins(points_of(game, found, viewer)),
        "sums": msgspec.to_builtins(ledger_of(found)),
        "rolls": msgspec.to_builtins(rolls_of(game, found, viewer)),
        "costly": msgspec.to_builtins(costly_of(game, found)),
    }


# In words -------------------------------------------------------------------------------------------


def _gainer(found: Judged, swing: Swing) -> Seat:
    return found.first if swing.size > 0 else found.second


class Point(msgspec.Struct, frozen=True):
    """A turning point as the page tells it: for the side that gained by it, in points. Its command begins
    with event `start`; `played_out` is what came of playing on from before and after it, if anybody asked."""

    event: int
    turn: int
    side: Seat
    size: str
    error: str
    before: str
    after: str
    what: str
    luck: str
    """What chance did of it; empty where nothing was left to chance."""
    play: str
    """What the decisions did of it; of the last command what the chance had not foreseen."""
    is_last: bool
    start: int
    may_play_out: bool
    played_out: RollOut | None


class Roll(msgspec.Struct, frozen=True):
    """A command whose dice or cards moved the chance, told for the side that they favoured."""

    event: int
    side: Seat
    size: str
    what: str


class Ledger(msgspec.Struct, frozen=True):
    """What a side's chance was at first and at last, and what luck and play did to it, in points."""

    side: Seat
    begin: str
    end: str
    luck: str
    play: str
    unseen: str
    """What the end showed that the chance had not seen coming."""


def points_of(game: str, found: Judged, viewer: Seat) -> list[Point]:
    """The turning points in the order of the game."""
    rule_set, history = rule_set_of(game), site().games
    ordered = sorted(found.points, key=lambda each: each.start)
    return [
        Point(
            told(game, each, viewer)[0],
            rule_set.clock(history.standing(game, each.start).state)[0],
            _gainer(found, each),
            points(abs(each.size)),
            points(1.96 * found.noise),
            points(_own(found, each, each.before)),
            points(_own(found, each, each.after)),
            told(game, each, viewer)[1],
            signed(each.luck if each.size > 0 else -each.luck) if each.is_chancy else "",
            signed(each.play if each.size > 0 else -each.play),
            each.is_last,
            each.start,
            rollouts.can_play_out() and not each.is_last,
            rollouts.told(game, each, _gainer(found, each)),
        )
        for each in ordered
    ]


def _own(found: Judged, swing: Swing, chance: float) -> float:
    return chance if _gainer(found, swing) == found.first else 1 - chance


def ledger_of(found: Judged) -> list[Ledger]:
    """Both sides' sums; none for a game without a decision."""
    sums = found.account
    if sums is None:
        return []
    begin, end, luck, play, unseen = sums.begin, sums.end, sums.luck, sums.play, sums.unseen
    return [
        Ledger(found.first, points(begin), points(end), signed(luck), signed(play), signed(unseen)),
        Ledger(
            found.second, points(1 - begin), points(1 - end), signed(-luck), signed(-play), signed(-unseen)
        ),
    ]


def rolls_of(game: str, found: Judged, viewer: Seat) -> list[Roll]:
    """The commands whose dice or cards did most for either side, the largest first."""
    if found.account is None:
        return []
    both = [*found.account.luckiest, *found.account.unluckiest]
    return [
        Roll(
            rolled(game, each, viewer)[0],
            found.first if each.luck > 0 else found.second,
            signed(abs(each.luck)),
            rolled(game, each, viewer)[1],
        )
        for each in sorted(both, key=lambda each: -abs(each.luck))
        if points(abs(each.luck)) != "0"
    ]


class Dear(msgspec.Struct, frozen=True):
    """A costly decision as the page tells it: whose, what it cost in points, what was ordered, and what the
    computer would have ordered (empty where it cannot be asked)."""

    event: int
    turn: int
    side: Seat
    size: str
    error: str
    what: str
    instead: str


def costly_of(game: str, found: Judged) -> list[Dear]:
    """The costliest decisions of both sides, the costliest first. The game is over: it has no secrets."""
    words = prose_of(rule_set_of(game))
    return [
        Dear(
            each.swing.start,
            rule_set_of(game).clock(site().games.standing(game, each.swing.start - 1).state)[0],
            each.seat,
            points(each.lost),
            points(1.96 * found.noise),
            "; ".join(words.order(order) for order in each.ordered),
            "; ".join(words.order(order) for order in each.instead),
        )
        for each in found.costly
    ]


def told(game: str, swing: Swing, viewer: Seat) -> tuple[int, str]:
    """(the event that tells best what a command came to, its sentence): a battle, a loss, a place taken; else
    the first one."""
    rule_set, events = rule_set_of(game), site().games.recorded(game, swing.start - 1, swing.stop)
    plain = [each for each in events if not isinstance(each.body, (Rolled, Drawn))] or list(events)
    came = [each for each in plain if rule_set.marks.get(type(each.body).__name__) in TELLING]
    (best,) = came[-1:] or plain[:1]
    return best.version, _said(rule_set, [best.body], viewer)


def rolled(game: str, swing: Swing, viewer: Seat) -> tuple[int, str]:
    """(the first roll of a command, what its dice showed); of cards alone what is told of the command."""
    events = site().games.recorded(game, swing.start - 1, swing.stop)
    dice = [each for each in events if isinstance(each.body, Rolled)][:ROLLS]
    if not dice:
        return told(game, swing, viewer)
    return dice[0].version, _said(rule_set_of(game), [each.body for each in dice], viewer)


def _said(rule_set: RuleSet, events: Sequence[Event], viewer: Seat) -> str:
    return " ".join(prose_of(rule_set).event(rule_set.redact(each, viewer)) for each in events)


def points(share: float) -> str:
    """A share of 1 in points, whole."""
    return str(format_decimal(round(100 * share), "#,##0"))


def signed(share: float) -> str:
    """The same with its sign."""
    return str(format_decimal(round(100 * share), "+#,##0;−#,##0"))
