"""What the panel says of fire and close combat: the engine's own figures, and nothing that is closed."""

from functools import cache
from random import Random
from typing import Any

from domain.brandywine.combat.chances import chances
from domain.brandywine.events.combat import CombatRolled, OddsSet, UnitCaptured
from domain.brandywine.events.fire import HitRolled
from domain.brandywine.facts.sides import SEATS
from domain.brandywine.orders.combat import ChooseTactic, KeepRoll
from domain.brandywine.orders.fire import EndGroup, FireAt, HoldFire
from domain.brandywine.position.state import fight_of, is_hidden
from domain.brandywine.seen.battles import BATTLES
from domain.brandywine.seen.measures import CLOSED
from domain.brandywine.seen.scene import conceal
from domain.brandywine.title import BRANDYWINE
from domain.kernel import PUBLIC, Order, Recorded, Seat
from domain.kernel.battles import Battle, Course, Factor
from domain.kernel.fought import Span, spans
from domain.kernel.prose import Prose
from domain.kernel.told import Told
from projections import timelines
from replays.side_by_side import side_by_side
from tests.battles.fought import played
from tests.rules.brandywine.position import PLAINS, Table, attacking, fought, of, shooting

ONE, OTHER, *_ = PLAINS
BRITISH, AMERICAN = SEATS
PROSE = Prose(BRANDYWINE, "en")


def spans_of(table: Table) -> list[Span]:
    return spans(BATTLES, [Recorded("", number, 0, event) for number, event in enumerate(table.game.events)])


def panel(table: Table, draft: tuple[Order, ...] = (), viewer: Seat = PUBLIC) -> Battle:
    """The last battle of the table as it stands."""
    events = [table.game.events[version] for version in spans_of(table)[-1].versions]
    return BATTLES.tell(Course(events, table.state, viewer, draft))


def lines(factors: tuple[Factor | None, ...]) -> dict[str, int | None]:
    return {str(each.said.about.get("name", each.said.key)): each.adds for each in factors if each}


# Close combat ---------------------------------------------------------------------------------------


def test_points_column_and_die_of_a_combat_are_those_that_were_rolled() -> None:
    """12.1.7, 12.1.10, 12.1.11."""
    table = fought(f"1_guards {ONE}, spencer {OTHER} disrupted", "1_guards", OTHER, dice="6 0 0 0")
    told, odds, rolled = panel(table), table.last(OddsSet), table.last(CombatRolled)
    assert [camp.total for camp in told.camps] == [odds.attack, odds.defence]
    assert told.camps[1].factors[0].said.key == "broken"  # type: ignore[union-attr]
    (die,) = told.sums
    added = lines(die.factors)
    assert added.pop("die") == rolled.die and added.pop("tactics") == 0
    assert added == rolled.modifiers and die.total == rolled.total and not die.is_open
    assert die.head.about == {"column": rolled.column}
    assert told.camps[0].throws[-1].faces == (rolled.die + 1,), "0 is the first face of the die"
    assert told.spaces == (OTHER, ONE)


def test_tactics_are_told_when_both_lie_open_and_not_before() -> None:
    """12.1.9."""
    table = attacking(f"1_guards {ONE}, spencer {OTHER}", dice="6 0 0 0")
    while table.prompt != "tactics":
        table.give(table.menu()[0])
    before = panel(table)
    assert lines(before.sums[0].factors)["tactics_unknown"] is None and before.sums[0].is_open
    for chit in table.state.tables.tactics.chits:
        for side, seat in zip(("british", "american"), SEATS, strict=True):
            assert panel(table, (ChooseTactic(side, chit),), seat) == before  # type: ignore[arg-type]
    matrix, chits = before.matrix, table.state.tables.tactics.chits
    assert matrix is not None and [each.about["chit"] for each in matrix.choices] == [*chits]
    for row in matrix.rows:
        assert all(not each.results or abs(sum(dict(each.results).values()) - 1) < 1e-9 for each in row)
    withdraw, skirmish = chits.index("withdraw"), chits.index("skirmish")
    assert matrix.rows[withdraw][skirmish].results == (), "no combat"
    ours, theirs = chits.index("stand_fast"), chits.index("attack_en_echelon")
    exact = chances(table.state, fight_of(table.state), -1)
    assert matrix.rows[ours][theirs].defender == float(exact.hurts_defender)
    table.tactics("stand_fast", "attack_en_echelon")
    assert lines(panel(table).sums[0].factors)["tactics"] == -1 and panel(table).matrix is None


def test_chances_before_tactics_are_those_of_equal_ones() -> None:
    table = attacking(f"1_guards {ONE}, spencer {OTHER}", dice="6 0 0 0")
    while table.prompt != "tactics":
        table.give(table.menu()[0])
    told, exact = panel(table), chances(table.state, fight_of(table.state), 0)
    assert told.head is not None and told.head.key == "chances_named"
    assert told.head.about == {"column": exact.column}
    assert abs(sum(each.share for each in told.chances) - 1) < 1e-9
    shares = {each.said.key: each.share for each in told.chances}
    hurts = shares.get("likely_defender", 0) + shares.get("likely_both", 0)
    assert abs(hurts - float(exact.hurts_defender)) < 1e-9
    table.tactics("stand_fast", "stand_fast")
    while KeepRoll() in table.menu():
        table.give(KeepRoll())
    assert not panel(table).chances


def test_no_combat_has_no_die() -> None:
    """12.1.9.1: some pairs of tactics lead to no combat."""
    table = fought(f"1_guards {ONE}, spencer {OTHER}", "1_guards", OTHER, ("withdraw", "stand_fast"))
    told = panel(table)
    assert told.result is not None and told.result.key == "no_combat" and not told.sums


def test_17_1_2_who_leads_in_the_meeting_house_is_told_to_check_before_going_back() -> None:
    pieces = "1_grenadiers 1909, 3_virginia 1910, spencer 1910"
    told = panel(fought(pieces, "1_grenadiers", "1910", leads=("", "3_virginia"), dice="8 2"))
    assert told.result is not None
    said = PROSE.of_battle(told.result)
    assert said.endswith("checks its morale in the meeting house, and goes back one hex if it fails")


def test_13_1_6_two_steps_eliminate_the_unit_and_take_a_step_of_another_if_it_had_one_only() -> None:
    told = Told("suffers", {"side": "american", "code": "2", "unit": of("patton"), "house": False})
    said = PROSE.of_battle(told)
    assert said.endswith("is eliminated; if it had one step, another unit of its hex loses one")


def test_artillery_alone_is_taken_without_points() -> None:
    """12.1.7, R-69."""
    table = fought(f"1_guards {ONE}, new_jersey_a_artillery {OTHER}", "1_guards", OTHER).settle()
    told = panel(table)
    assert told.result is not None and told.result.key == "guns_taken"
    assert not told.sums and not told.chances and told.camps[1].total == 0


def test_a_combat_is_over_before_broken_units_suffer_once_more() -> None:
    """12.1.6, 13.4: what comes after the combats is no part of the last one."""
    pieces = f"1_guards {ONE}, spencer {OTHER}, 1_grenadiers 1512 shattered, new_jersey 1511"
    table = fought(pieces, "1_guards", OTHER, dice="5 9 9 9 9").settle()
    captured = [number for number, each in enumerate(table.game.events)
                if isinstance(each, UnitCaptured) and each.cause == "shattered"]  # fmt: skip
    (span,) = spans_of(table)
    assert captured and span.is_over and span.last < captured[0]


# Fire -----------------------------------------------------------------------------------------------


def test_the_die_of_a_shot_and_its_chance() -> None:
    """10.1.6."""
    table = shooting(f"ab_jaegers {ONE}, spencer {OTHER}", "rifle", dice="9 0")
    table.give(FireAt(of("ab_jaegers"), of("spencer")))
    while table.prompt != "rifles" and EndGroup() in table.menu():
        table.give(EndGroup())
    rolled = table.last(HitRolled)
    told = panel(table)
    (die,) = told.sums
    assert die.total == rolled.total and die.head.about["needed"] == rolled.needed
    assert told.camps[0].total == sum(table.game.events[spans_of(table)[0].first].points.values())  # type: ignore[attr-defined]
    assert not told.chances and told.result is not None


def test_all_rifles_of_a_phase_are_one_fire() -> None:
    """R-52: they fire together."""
    table = shooting(
        f"ab_jaegers {ONE}, penn_state_rifle {OTHER}", "rifle", dice="0 0",
    )  # fmt: skip
    table.give(FireAt(of("ab_jaegers"), of("penn_state_rifle")))
    before = panel(table)
    assert before.chances[0].said.key == "hits" and before.sums[0].is_open and before.result is None
    while table.prompt == "rifles":
        shots = table.offers(FireAt)
        table.give(shots[0] if shots else HoldFire())
    (span,) = spans_of(table)
    told = panel(table)
    assert len(told.sums) == len(table.all(HitRolled)) == 2
    assert [shared.total for shared in told.sums] == [each.total for each in table.all(HitRolled)]
    assert all(camp.throws for camp in told.camps) and span.versions


# A whole game ---------------------------------------------------------------------------------------


@cache
def whole() -> tuple[Any, str, list[Span], dict[int, Any]]:
    """A game of the whole battle, whose stacks are closed for the first turns."""
    games, game = played("brandywine", "entire_battle", 3, 900)
    recorded = games.recorded(game)
    return games, game, spans(BATTLES, recorded), {each.version: each.body for each in recorded}


def test_a_panel_says_nothing_of_closed_stacks() -> None:
    """7.1.3, R-44: whatever stands in them, and whatever the British chose, it is the same panel."""
    games, game, found, bodies = whole()
    random, others = Random(5), 0
    for span in found:
        for place, version in enumerate(span.versions):
            state = games.standing(game, version).state
            events = [bodies[each] for each in span.versions[: place + 1]]
            for viewer in (AMERICAN, PUBLIC):
                supposed = conceal(state, viewer, random)
                others += supposed.at != state.at
                told = BATTLES.tell(Course(events, state, viewer))
                assert BATTLES.tell(Course(events, supposed, viewer)) == told
    assert others > 20


def test_neither_the_timeline_nor_two_boards_count_what_stands_in_closed_stacks() -> None:
    """7.1.3: until the army may be released. The British see all of it."""
    games, game, _found, _bodies = whole()
    history = games.history(game)
    found = timelines.moments(history, 1, 400)
    closed = {moment.recorded.version for moment in found if is_hidden(moment.state)}
    assert len(closed) > 50, "they are closed for the first turns"
    for viewer in (AMERICAN, PUBLIC, BRITISH):
        told = [row for row in timelines.rows(BRANDYWINE, found, viewer, 1) if row["version"] in closed]
        seen = {name for row in told for name in row.get("measures", ())}
        assert seen >= CLOSED if viewer == BRITISH else not CLOSED & seen and "strength_american" in seen
    both = side_by_side(history.recorded, history.recorded, PUBLIC)
    hidden = [one for each, (one, _) in zip(both.moments, both.measures, strict=True) if each.a in closed]
    assert hidden and not any(CLOSED & set(each or ()) for each in hidden)


def test_what_is_over_reads_the_same_whatever_came_after_it() -> None:
    games, game, found, bodies = whole()
    now = games.standing(game).state
    over = [span for span in found if span.is_over]
    for span in over:
        events = [bodies[version] for version in span.versions]
        then = games.standing(game, span.last).state
        assert BATTLES.tell(Course(events, then, PUBLIC)) == BATTLES.tell(Course(events, now, PUBLIC))
    assert over
