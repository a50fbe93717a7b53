"""Is it even, and what would make it so: by who judges, between equals, and with points given
(`analytics.md` 7.5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from projections.title_facts import TitleFacts, facts_of
from projections.winning import is_drawn, together, won
from replays import verdicts
from replays.always_valid import always_valid
from replays.analysis_figures import rates_figure, steps_figure
from replays.fairness import Duel, handicaps, side_apart, swapped_pairs
from replays.findings import (
    IN_GROUP,
    NEEDED,
    Block,
    Name,
    Rate,
    alone,
    endings_of,
    few,
    foremost,
    games_of,
    played_by,
    points,
    rate_fields,
    say,
    tallied,
    words,
)
from replays.people import people_of
from replays.ratings import known_as
from replays.several_questions import clearest, holm
from replays.statistics import Z95, wilson
from replays.unfinished import Course, course
from replays.watched import gap_by, watched_errors

Row = Mapping[str, Any]
PAIRED = 10
"""So many pairs of games with sides swapped say something."""


def judge(row: Row, name: Name, language: str) -> str:
    """Who played a game, as it stands in a sentence."""
    return played_by([row], name, language)


def side_won(row: Row, facts: TitleFacts, side: str) -> bool:
    """Whether one of the seats of a side has won."""
    return any(won(row, seat) for seat in together(row, facts).get(side, ()))


def judges(rows: Sequence[Row], name: Name, rate: Rate, language: str = "en") -> Block:
    """The same side's share by who played: computers of each level, people, both. Two simulations from one
    seed hold the same games: those count once."""
    by_judge: dict[str, list[Row]] = {}
    for row in {row["game"]: row for row in rows}.values():
        by_judge.setdefault(judge(row, name, language), []).append(row)
    enough = {who: own for who, own in by_judge.items() if len(own) >= IN_GROUP}
    if not enough:
        return few("judges", max(map(len, by_judge.values()), default=0), language, IN_GROUP)
    facts = facts_of(rows[0]["title"])
    everything = [row for own in enough.values() for row in own]
    best, _, _ = foremost(tallied(everything, facts)[0], rate)
    counts = {
        who: (sum(side_won(row, facts, best.id) for row in own), len(own))
        for who, own in sorted(enough.items(), key=lambda each: -len(each[1]))
    }
    rates = [(who, rate(*each)) for who, each in counts.items()]
    return Block(
        "judges", len(everything), _of_judges(name(best.id), counts, rate, language),
        rates_figure([(alone(who), each) for who, each in rates], [best.even] * len(rates)),
        words(language, "judge", "games", "share", "low", "high"),
        tuple((alone(who), e.n, e.estimate, e.low, e.high) for who, e in rates), IN_GROUP,
    )  # fmt: skip


def _of_judges(side: str, counts: Mapping[str, tuple[int, int]], rate: Rate, language: str) -> str:
    """Whether the answer depends on who gives it: every two of them compared, all p adjusted."""
    called = list(counts)
    if len(called) == 1:
        return say(language, "judges_one", side=side, who=called[0], **rate_fields(rate(*counts[called[0]])))
    pairs = [(one, other) for place, one in enumerate(called) for other in called[place + 1 :]]
    compare = gap_by(rate, len(pairs))
    gaps = [compare(*counts[one], *counts[other]) for one, other in pairs]
    own = [1.0 if each.p is None else each.p for each in gaps]
    at = clearest(own, [each.estimate for each in gaps])
    p, (one, other), gap = holm(own)[at], pairs[at], gaps[at]
    turn = 1 if gap.estimate >= 0 else -1
    one, other = (one, other)[::turn]
    low, high = sorted(turn * (each or 0.0) for each in (gap.low, gap.high))
    key = "judges_differ" if verdicts.stands_out(p) else "judges_same"
    return say(
        language, key, side=side, one=one, other=other,
        rate=verdicts.percent(rate(*counts[one]).estimate),
        other_rate=verdicts.percent(rate(*counts[other]).estimate),
        gap=points(abs(gap.estimate)), low=points(low), high=points(high), p=verdicts.p_text(p, language),
        visible=points(min(each.visible or 1.0 for each in gaps)),
    )  # fmt: skip


# Between equals


def duels(rows: Sequence[Row], side: str, facts: TitleFacts) -> list[Duel]:
    """The games of two people, the side's player first; drawn ones say nothing."""
    found = []
    for row in rows:
        own, others = together(row, facts).get(side, []), len(row["seats"].split(","))
        people = people_of(row)
        if len(own) == 1 and others == 2 and len(people) == 2 and not is_drawn(row):
            seat = own[0]
            listed = dict(zip(row["seats"].split(","), row["players"].split(","), strict=False))
            first = known_as(row.get(f"player:{seat}") or listed[seat])
            second = people[0] if people[1] == first else people[1]
            found.append(Duel(first, second, won(row, seat)))
    return found


def apart(rows: Sequence[Row], name: Name, language: str = "en", rate: Rate = wilson) -> Block:
    """How often the leading side of games between two people would win between equals; beside
    `always_valid` both ways have the interval that may be watched."""
    people = [row for row in rows if row["seats_kind"] == "people"]
    if not people:
        return few("apart", 0, language)
    facts = facts_of(people[0]["title"])
    side = next(iter(together(people[0], facts)))
    found = duels(people, side, facts)
    results = [each.has_won for each in found]
    if len(found) < NEEDED or min(results.count(True), results.count(False)) < IN_GROUP // 2:
        return few("apart", len(found), language)
    errors = watched_errors(len(found)) if rate is always_valid else Z95
    fixed, swapped = side_apart(found, errors), swapped_pairs(found, rate)
    if swapped is not None and swapped.n < PAIRED:
        swapped = None
    columns = verdicts.texts(language)["columns"]
    told = [(columns[key], each) for key, each in (("by_players", fixed), ("by_swaps", swapped)) if each]
    leading = swapped or fixed
    if leading is None:
        return Block("apart", len(found), say(language, "apart_unknown", n=len(found)), None, (), ())
    stands_out = (leading.low or 0.0) > 0.5 or (leading.high or 1.0) < 0.5
    headline = say(language, "apart_differs" if stands_out else "apart_same", side=name(side), n=leading.n,
                   **rate_fields(leading))  # fmt: skip
    return Block(
        "apart", len(found), headline, rates_figure(told, [0.5] * len(told)),
        words(language, "way", "games", "share", "low", "high"),
        tuple((way, each.n, each.estimate, each.low, each.high) for way, each in told),
    )  # fmt: skip


# With points given


def handicap(rows: Sequence[Row], name: Name, language: str = "en", rate: Rate = wilson) -> Block:
    """How many points given to a side would have made these games even, as they were played. `rate` is asked
    at every step: beside `always_valid` what is said may be looked at after every game.

    A rule by which the side with the lower score has won ends games otherwise: points change nothing there.
    """
    known = [row for row in rows if not row.get("reason") and not is_drawn(row)]
    count = sum(map(games_of, known))
    if count < NEEDED:
        return few("handicap", count, language, key="few_won")
    facts = facts_of(known[0]["title"])
    first = known[0]["first_side"]
    by_rule: dict[str, list[tuple[float, bool]]] = {}
    for row in known:
        own = by_rule.setdefault(row["rule"], [])
        own += [(row["margin"], side_won(row, facts, first))] * games_of(row)
    scored = [each for own in by_rule.values() if _is_by_score(own) for each in own]
    fixed = [each for own in by_rule.values() if not _is_by_score(own) for each in own]
    ties = [has_won for margin, has_won in scored if margin == 0]
    tie_wins = 2 * sum(ties) > len(ties)
    if len(scored) < NEEDED:
        return Block("handicap", count, say(language, "handicap_none", n=count), None, (), ())
    steps, best, (least, most) = handicaps(
        [margin for margin, _ in scored], len(fixed), sum(has_won for _, has_won in fixed), tie_wins, rate
    )
    now = next(each for each in steps if each.points == 0)
    is_even = (now.share.low or 0.0) <= 0.5 <= (now.share.high or 1.0)
    is_near = (best.share.low or 0.0) <= 0.5 <= (best.share.high or 1.0)
    key = "handicap_even" if is_even else "handicap" if is_near else "handicap_nearest"
    below = max((e for e in steps if e.share.estimate < 0.5), key=lambda e: e.points, default=best)
    above = min((e for e in steps if e.share.estimate >= 0.5), key=lambda e: e.points, default=best)
    if key == "handicap_nearest" and below is not above:
        key = "handicap_between"
    shown = [each for each in steps if abs(each.points - best.points) <= 12]
    headline = say(
        language, key, side=name(first), n=count, now=verdicts.percent(now.share.estimate),
        bid=_signed(best.points, language), least=_signed(least, language), most=_signed(most, language),
        scored=len(scored), below=_signed(below.points, language), above=_signed(above.points, language),
        **{f"{end}_{key}": text for end, each in (("below", below), ("above", above))
           for key, text in rate_fields(each.share).items()},
        **rate_fields(best.share),
    )  # fmt: skip
    number = verdicts.number
    return Block(
        "handicap", count, headline, steps_figure(
            [(each.points, each.share) for each in shown], words(language, "handicap", "share")
        ),
        words(language, "handicap", "share", "low", "high"),
        tuple((number(e.points, language), e.share.estimate, e.share.low, e.share.high) for e in shown),
    )  # fmt: skip


def _is_by_score(games: Sequence[tuple[float, bool]]) -> bool:
    """Whether whoever has the higher score has won, in every game that ended by a rule."""
    return all((margin > 0) == has_won for margin, has_won in games if margin)


def _signed(value: float, language: str) -> str:
    text = verdicts.number(abs(value), language)
    return text if value == 0 else ("+" if value > 0 else "−") + text


# When games are decided


def ends(rows: Sequence[Row], name: Name, opened: Sequence[int] = (), language: str = "en") -> Block:
    """In which turn games end, and who wins them then; the open ones are reckoned in."""
    count = sum(map(games_of, rows))
    if count < NEEDED:
        return few("ends", count, language)
    facts = facts_of(rows[0]["title"])
    ended = endings_of(rows, facts)
    sides = list(dict.fromkeys(each.winner for each in ended if each.winner))
    found = course(ended, opened)
    by_turn = {turn.turn: [each.winner for each in ended if each.turn == turn.turn] for turn in found}
    headline = _of_ends(found, [each.turn for each in ended], len(opened), language)
    curve = [(float(each.turn), each.over) for each in found]
    return Block(
        "ends", count, headline, steps_figure(curve, words(language, "turn", "over")),
        (*words(language, "turn", "reached", "ended", "over", "low", "high"), *map(name, sides)),
        tuple(
            (str(each.turn), each.reached, each.ended, each.over.estimate, each.over.low, each.over.high,
             *(by_turn[each.turn].count(side) for side in sides))
            for each in found
        ),
    )  # fmt: skip


def _of_ends(found: Sequence[Course], ended: Sequence[int], opened: int, language: str) -> str:
    """By when half of the games and nine of ten end; not known as long as open ones may still change it."""
    half, most = (
        next((each.turn for each in found if each.over.estimate >= share), None) for share in (0.5, 0.9)
    )
    last = max(ended)
    early = sum(turn < last for turn in ended) / len(ended)
    over = next(each.over.estimate for each in found if each.turn == last)
    if not opened:
        key = "ends" if early else "ends_last"
    else:
        key = "ends_unknown" if half is None else "ends_half" if most is None else "ends_open"
    return say(language, key, n=len(ended), half=half, most=most, last=last, open=opened,
               early=verdicts.percent(early), over=verdicts.percent(over))  # fmt: skip


def most_played(rows: Sequence[Row]) -> list[Row]:
    """The games of the scenario that comes up most: another is another question."""
    scenarios = [row["scenario"] for row in rows]
    usual = max(dict.fromkeys(scenarios), key=scenarios.count, default="")
    return [row for row in rows if row["scenario"] == usual]
