"""What is told of a battle: its lines add up, its totals are the recorded ones, nothing secret is in it."""

import re

import pytest

from domain.kernel.battles import Factor
from domain.kernel.prose import prose
from tests.battles.fought import TITLES, fifty

UNTOLD = re.compile(r"\b[a-z]+_[a-z0-9_]+\b|[{}]|\bNone\b")
every_title = pytest.mark.parametrize(("title", "scenario"), TITLES)


def added(factors: tuple[Factor | None, ...]) -> int:
    return sum(each.adds or 0 for each in factors if each is not None)


@every_title
def test_t13_the_lines_add_up_to_the_total_which_is_the_recorded_one(title: str, scenario: str) -> None:
    recorded_totals = 0
    for each in fifty(title, scenario):
        first, second = each.battle.camps
        assert len(first.factors) == len(second.factors), "the lines stand beside each other"
        for camp in each.battle.camps:
            assert added(camp.factors) == camp.total
            assert all(factor.counts for factor in camp.factors if factor and factor.adds)
        for shared in each.battle.sums:
            assert added(shared.factors) == shared.total
        name = type(each.events[-1]).__name__
        if name == "BattleResolved" and title == "waterloo":
            points = [each.events[-1].attack, each.events[-1].defence]
            assert [camp.total for camp in each.battle.camps] == points
            recorded_totals += 1
        if name == "BattleResolved" and title == "washingtons_war":
            recorded = [each.events[-1].attack_total, each.events[-1].defence_total]
            assert [camp.total for camp in each.battle.camps] == recorded
            recorded_totals += 1
        if name == "AttackRolled":
            rolled = each.events[-1]
            camp = each.battle.camps[rolled.kind in ("first_strike", "square", "battle_back")]
            assert camp.total == len(rolled.faces) and rolled.unit in camp.pieces
            recorded_totals += 1
        if name == "OddsSet":
            points = [each.events[-1].attack, each.events[-1].defence]
            assert [camp.total for camp in each.battle.camps] == points
            recorded_totals += 1
        if name in ("CombatRolled", "HitRolled"):
            assert each.events[-1].total in [shared.total for shared in each.battle.sums]
        if name == "BattleDiceCounted":
            (camp,) = (camp for camp in each.battle.camps if camp.side == each.events[-1].side)
            assert camp.total == each.events[-1].total
            recorded_totals += 1
        if name == "SiegeDiceCounted":
            (camp,) = (camp for camp in each.battle.camps if camp.side == each.events[-1].power)
            assert camp.total == each.events[-1].total
            recorded_totals += 1
    assert recorded_totals


@every_title
def test_t13_dice_show_the_faces_that_fell(title: str, scenario: str) -> None:
    found = 0
    for each in fifty(title, scenario):
        if type(each.events[-1]).__name__ == "BattleRolled":
            for camp in each.battle.camps:
                faces = [face for throw in camp.throws for face in throw.faces]
                assert sorted(faces) == sorted(each.state.battles[-1].camps[camp.side].dice)
            found += 1
        if type(each.events[-1]).__name__ == "SiegeRolled":
            rolled = each.events[-1]
            for camp, dice in zip(each.battle.camps, (rolled.besieger, rolled.fortress), strict=True):
                assert tuple(sorted(dice, reverse=True)) in [throw.faces for throw in camp.throws] or not dice
            found += 1
        if type(each.events[-1]).__name__ == "AttackRolled":
            rolled = each.events[-1]
            (camp,) = (camp for camp in each.battle.camps if rolled.unit in camp.pieces)
            throw = camp.throws[-1]
            assert each.rule_set.dice[0].shown(throw.faces) == rolled.faces
            assert throw.expected == rolled.expected and sum(throw.hits) == rolled.hits
            found += 1
        if type(each.events[-1]).__name__ in ("CombatRolled", "HitRolled", "DamageRolled"):
            rolled = each.events[-1]
            shown = rolled.dice if hasattr(rolled, "dice") else (rolled.die,)
            throws = [throw for camp in each.battle.camps for throw in camp.throws]
            assert tuple(map(str, shown)) in [each.rule_set.dice[0].shown(throw.faces) for throw in throws]
            found += 1
        if type(each.events[-1]).__name__ == "BattleResolved" and title == "washingtons_war":
            dice = [each.events[-1].attack_die, each.events[-1].defence_die]
            assert [camp.throws[-1].faces for camp in each.battle.camps] == [(die,) for die in dice]
            found += 1
    assert bool(found) == (title != "waterloo"), "Waterloo has no dice"


@every_title
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_line_is_a_sentence(title: str, scenario: str, language: str) -> None:
    for each in fifty(title, scenario):
        words = prose(each.rule_set, language)
        battle = each.battle
        said = [battle.title, *battle.notes, *(likely.said for likely in battle.chances)]
        said += [every for every in (battle.head, battle.result) if every is not None]
        for camp in battle.camps:
            said += [factor.said for factor in camp.factors if factor is not None]
            said += [throw.said for throw in camp.throws]
        for shared in battle.sums:
            said += [shared.head, *(factor.said for factor in shared.factors)]
        sentences = [words.of_battle(every) for every in said]
        sentences += [words.event(every) for every in battle.losses]
        assert all(sentences) and not [line for line in sentences if UNTOLD.search(line)]


@every_title
def test_chances_are_shares(title: str, scenario: str) -> None:
    found = [likely.share for each in fifty(title, scenario) for likely in each.battle.chances]
    assert found and all(-1e-9 <= share <= 1 + 1e-9 for share in found)


def test_sieges_are_told_as_well() -> None:
    """Battles and sieges of Wellington are looked at alike (12): some of all are sieges, to their end."""
    told = [each for each in fifty("wellington", "1812") if each.battle.title.key == "siege"]
    results = {each.battle.result.key for each in told if each.battle.result is not None}
    assert len({id(each.span) for each in told}) >= 10 and len(results) >= 3


def test_cards_that_the_enemy_has_set_are_backs_until_they_are_shown() -> None:
    hidden = shown = 0
    for each in fifty("waterloo", "short"):
        is_shown = any(type(event).__name__ == "BattleCardsRevealed" for event in each.events)
        for camp in each.battle.camps:
            if camp.is_open:
                assert not is_shown and [card.card for card in camp.cards] == [None]
                hidden += 1
            else:
                assert None not in [card.card for card in camp.cards]
                shown += is_shown and bool(camp.cards)
    assert hidden and shown
