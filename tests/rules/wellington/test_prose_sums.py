"""A battle's, siege's or attrition's sentence can be added up by a reader: every factor, both languages."""

import re
from collections.abc import Iterator

import pytest

from domain.kernel import Drawn, Event, Seat
from domain.kernel.prose import Prose, prose
from domain.wellington.events.arrival import EvasionRolled, InterceptionRolled
from domain.wellington.events.battle import (
    BattleBegan,
    BattleDecided,
    BattleDiceCounted,
    BattleEnded,
    BattleResolved,
    DuelFought,
    HitsScored,
    PiecesLost,
    PiecesReturned,
    PlunderRolled,
    SoldiersRallied,
)
from domain.wellington.events.cards import CardKept, CardPlayed
from domain.wellington.events.endings import GameEnded, GuerrillaRolled
from domain.wellington.events.groups import CommanderRefused, JoiningRefused
from domain.wellington.events.interphase import Redeployed, ReinforcementsRolled
from domain.wellington.events.losses import (
    AttritionCounted,
    BanditsRolled,
    DysenteryRolled,
    FlagRaided,
    LossesHalved,
    LossesTaken,
)
from domain.wellington.events.points import CommandPointSpent, FormationMoved
from domain.wellington.events.sea import CoastalBatteryFired, ConvoyAnnounced, ConvoyMoved
from domain.wellington.events.sieges import SiegeDiceCounted, SiegeRolled, SiegeRoundEnded
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import Side, card_id
from domain.wellington.orders.points import Carry
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.position.card_changes import halved
from domain.wellington.position.conflict import Camp
from domain.wellington.seen.sums import counted_lines
from domain.wellington.title import WELLINGTON as RULES
from tests.rules.wellington.answering import answered, battle_with, see_through
from tests.rules.wellington.position import Table, given
from tests.rules.wellington.test_prose import heard

WORDS = {language: Prose(RULES, language) for language in ("en", "it")}
LANGUAGES = pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
FACE_SIX = re.compile(r"\b(?:da 6|da 5|6 ottenuti|5 che contano)\b")
SIDES: tuple[Side, Side] = ("allied", "french")
RESULT = BattleResolved(
    "leon", "french", "french", 1, {"allied": 5, "french": 1}, {"allied": 0, "french": 0}, True, False, True
)  # fmt: skip
DRAWN = Drawn(
    purpose="deck", index=0, pool=9, items=(card_id(54),), seat=Seat("french"), cites="15.2"
)  # fmt: skip


def figures(text: str) -> list[int]:
    """The numbers that are told of something: those after a colon."""
    return [int(found.replace("−", "-")) for found in re.findall(r": (−?\d+)", text)]


def parted(text: str) -> tuple[str, list[str]]:
    """A sentence without what stands in outer brackets, and that."""
    outside, inside, depth = "", [""], 0
    for sign in text:
        depth -= sign == ")"
        if depth:
            inside[-1] += sign
        elif sign not in "()":
            outside += sign
        elif sign == ")":
            inside.append("")
        depth += sign == "("
    return outside, inside[:-1]


def happened(kind: type[Event]) -> list[Event]:
    found = [event for event in heard()[0] if isinstance(event, kind)]
    assert found, f"no {kind.__name__} in any of the games"
    return found


def check_dice(words: Prose, event: BattleDiceCounted | SiegeDiceCounted) -> None:
    outside, brackets = parted(words.event(event))
    together = max(0, sum(figures(brackets[-1]))) if event.terms else 0
    assert together == event.counted
    for _ in event.halved_by:
        assert str(together) in re.findall(r"\d+", brackets[-1])
        together = halved(together)
    assert together == event.total
    assert figures(outside) == ([event.total] if event.total else [])


@LANGUAGES
@pytest.mark.parametrize("kind", [BattleDiceCounted, SiegeDiceCounted])
def test_dice_add_up_from_their_terms(
    words: Prose, kind: type[BattleDiceCounted] | type[SiegeDiceCounted]
) -> None:
    for event in happened(kind):
        assert isinstance(event, kind)
        check_dice(words, event)


def test_as_many_dice_are_rolled_as_were_counted() -> None:
    counted: list[int] = []
    for event in heard()[0]:
        if isinstance(event, SiegeDiceCounted):
            counted.append(event.total)
        elif isinstance(event, SiegeRolled):
            assert [len(event.besieger), len(event.fortress)] == counted[-2:]


@LANGUAGES
def test_dice_that_a_storm_halves_are_told_to_be_halved(words: Prose) -> None:
    """#81: 11.2 counts, the card halves."""
    table = battle_with({"nord": (81,)}, [1] * 2, [1] * 3)
    see_through(answered_laying(table, 81))
    for event in table.all(BattleDiceCounted):
        assert event.halved_by == (card_id(81),) and event.total < (event.counted or 0)
        check_dice(words, event)
        assert words.name(card_id(81)) in words.event(event)


def answered_laying(table: Table, number: int) -> Table:
    """Whoever may lay the card lays it, on what it can."""
    while True:
        orders = [order for order in table.menu() if getattr(order, "card", "") == card_id(number)]
        if orders:
            return table.give(orders[0]).quiet()
        table.answer({seat: (table.menu(seat)[0],) for seat in table.seats})


@LANGUAGES
def test_what_the_dice_of_a_siege_round_do_adds_up(words: Prose) -> None:
    for event in happened(SiegeRoundEnded):
        assert isinstance(event, SiegeRoundEnded)
        outside, brackets = parted(words.event(event))
        if not (event.against or event.suffered):
            assert event.sixes == 0 and event.hits == event.disorganised
            continue
        against, suffered = brackets
        assert sum(figures(against)) == event.sixes
        assert sum(figures(suffered)) == event.hits
        told = [int(each) for each in re.findall(r"\d+", FACE_SIX.sub("", outside))]
        spare = [event.spare] if event.spare else []
        assert told == [event.round, event.sixes, event.hits, event.sp, *spare]


@LANGUAGES
def test_the_six_of_the_sappers_is_told(words: Prose) -> None:
    """#71: it counts after the dice."""
    at = "ciudad_rodrigo"
    table = given(
        soldiers_at={at: "britain 3 0 0"}, leaders_at={"wellington": at},
        hands={"britain": (17,), "nord": (71,)}, dice=[[6] + [1] * 8, [1] * 3],
    )  # fmt: skip
    table.give(BesiegeFortress("wellington", at), Carry("wellington", 3))
    answered_laying(table, 71)
    while not table.all(SiegeRoundEnded):
        table.answer({seat: (table.menu(seat)[0],) for seat in table.seats})
    (event,) = table.all(SiegeRoundEnded)
    assert event.suffered == {card_id(71): 1} and event.hits == 1
    assert words.name(card_id(71)) in words.event(event)


@LANGUAGES
def test_attrition_adds_up(words: Prose) -> None:
    for event in happened(AttritionCounted):
        assert isinstance(event, AttritionCounted)
        check_attrition(words, event)


def check_attrition(words: Prose, event: AttritionCounted) -> None:
    told = figures(words.event(event))
    dice, *counted = told
    assert dice == event.dice
    if counted:
        *eliminating, losses = counted
        expected = sum(eliminating)
        for _ in event.halved_by:
            expected = halved(expected)
        assert losses == expected == event.losses
    else:
        assert event.losses == 0


@LANGUAGES
@pytest.mark.parametrize(
    "event",
    [
        AttritionCounted("britain", "lisbon", 7, 2, 3, fives=1),
        AttritionCounted("britain", "lisbon", 7, 3, 2, halved_by=(card_id(93),)),
        AttritionCounted("britain", "lisbon", 9, 2, 2, fives=1, halved_by=(card_id(93),)),
    ],
)
def test_attrition_that_is_rare_adds_up(words: Prose, event: AttritionCounted) -> None:
    """#43 and #54 make fives count, #93 halves."""
    check_attrition(words, event)


def test_what_is_lost_by_attrition_was_counted() -> None:
    """Nobody loses more than the dice said; who has fewer pieces loses fewer."""
    counted = sum(event.losses for event in happened(AttritionCounted) if isinstance(event, AttritionCounted))
    taken = sum(
        event.sp + len(event.leaders)
        for event in happened(LossesTaken)
        if isinstance(event, LossesTaken) and event.cause == "attrition"
    )
    assert 0 < taken <= counted


def battles() -> Iterator[tuple[dict[Side, int], list[Event], BattleResolved]]:
    """Hits before a battle, what happened in it, and its result; nested ones each by itself."""
    stack: list[tuple[dict[Side, int], list[Event]]] = []
    for event in heard()[0]:
        if isinstance(event, BattleBegan):
            stack.append(({side: event.battle.camps.get(side, Camp()).hits for side in SIDES}, []))
        elif isinstance(event, BattleEnded):
            stack.pop()
        elif isinstance(event, BattleResolved):
            yield *stack[-1], event
        elif stack:
            stack[-1][1].append(event)


@LANGUAGES
def test_the_hits_of_a_battle_add_up_from_its_sentences(words: Prose) -> None:
    """11.52: all eliminations and disorganisations, less those that cards take back."""
    found = 0
    for hits, events, result in battles():
        for event in events:
            text = figures(words.event(event))
            if isinstance(event, HitsScored):
                hits[event.side] += sum(text[:2])
            elif isinstance(event, SoldiersRallied):
                hits[event.side] = max(0, hits[event.side] - text[0])
            elif isinstance(event, PiecesReturned):
                side: Side = "french" if event.power in ("sud", "nord") else "allied"
                hits[side] = max(0, hits[side] - text[-1])
        told = figures(words.event(result))
        rounds, *both = told
        assert rounds == result.rounds
        assert both == [*result.hits.values(), *result.losses.values()]
        assert hits == result.hits
        found += 1
    assert found > 50


@LANGUAGES
def test_an_overrun_that_brings_nothing_says_why(words: Prose) -> None:
    """#79: "annullate qualsiasi sfondamento"."""
    few = {"salamanca": "britain 2 0 0, nord 1 0 0"}
    table = battle_with({"sud": (79,)}, [6, 6, 6], [1] * 3, soldiers_at=few)
    (result,) = see_through(answered(table, "battle_round_end", "sud", 79)).all(BattleResolved)
    assert result.denied_by == (card_id(79),) and words.name(card_id(79)) in words.event(result)


@LANGUAGES
def test_a_duel_is_won_by_who_has_more(words: Prose) -> None:
    """#28, #29, #58."""
    for event in (*happened(DuelFought), DuelFought("leon", card_id(29), *_even(), None)):
        assert isinstance(event, DuelFought)
        *dice_and_added, = figures(words.event(event))
        one, other = event.dice
        assert dice_and_added == [event.dice[one], event.dice[other], event.added[one], event.added[other]]
        lead = sum(dice_and_added[::2]) - sum(dice_and_added[1::2])
        assert (lead == 0) or event.winner == (one if lead > 0 else other)


def _even() -> tuple[dict[Side, int], dict[Side, int]]:
    return {"allied": 4, "french": 2}, {"allied": 0, "french": 2}


@LANGUAGES
def test_plunder_adds_up(words: Prose) -> None:
    """11.10: the die, what the enemy lost, what cards add."""
    for event in happened(PlunderRolled):
        assert isinstance(event, PlunderRolled)
        check_plunder(words, event)
    gained = FACTS.tables.plunder.resources(6, 8)
    check_plunder(words, PlunderRolled("nord", "leon", 6, 5, 3, gained, (card_id(61), card_id(96))))
    check_plunder(words, PlunderRolled("nord", "leon", 6, 8, 0, 0, denied_by=(card_id(68),)))


def check_plunder(words: Prose, event: PlunderRolled) -> None:
    text = words.event(event)
    for card in (*event.cards, *event.denied_by):
        assert words.name(card) in text
        text = text.replace(words.name(card), "")
    die, lost, bonus, resources = [int(each) for each in re.findall(r"\d+", text)]
    yields = 0 if event.denied_by else FACTS.tables.plunder.resources(die, lost + bonus)
    assert resources == event.resources == yields and bool(event.cards) >= bool(bonus)


@LANGUAGES
@pytest.mark.parametrize("kind", [InterceptionRolled, EvasionRolled])
def test_what_is_added_to_an_attempt_is_told_factor_by_factor(
    words: Prose, kind: type[InterceptionRolled] | type[EvasionRolled]
) -> None:
    """10.4, 10.7: battle value, friendly or not, rough ground, cards."""
    factors = set()
    for event in happened(kind):
        assert isinstance(event, kind)
        outside, brackets = parted(words.event(event))
        assert sum(figures(brackets[-1])) == event.modifier if event.terms else event.modifier == 0
        assert (sum(event.dice) + event.modifier >= FACTS.tables.evasion.target) == event.is_success
        factors |= set(event.terms)
    assert {"commander", "into_friendly", "from_unfriendly", "across_rough"} <= factors


@LANGUAGES
def test_reinforcements_add_up(words: Prose) -> None:
    """16.21 to 16.23: cards, Lisbon and Porto, Spanish keys."""
    letter = ReinforcementsRolled("britain", "letter", 14, -6, 8, terms={"lisbon": -4, "porto": -2})
    for event in (*happened(ReinforcementsRolled), letter):
        assert isinstance(event, ReinforcementsRolled)
        brackets = parted(words.event(event))[1]
        assert (sum(figures(brackets[0])) if event.terms else 0) == event.modifier
        assert all(words.name(term) in words.event(event) for term in event.terms)


@LANGUAGES
def test_guerrillas_say_where_and_what_is_added(words: Prose) -> None:
    """4.4."""
    for event in happened(GuerrillaRolled):
        assert isinstance(event, GuerrillaRolled)
        text = words.event(event)
        assert words.name(event.duchy) in text
        die, added = [int(each) for each in re.findall(r"\d+", text)]
        assert (die + added >= 4) == event.falls


# Sentences that told the wrong thing, or too little ----------------------------------------------------


@pytest.mark.parametrize(
    ("event", "english", "italian"),
    [
        (CommanderRefused("britain", "leon", "hill", "spain"), "Spain does not accept", "Spagna non accetta"),
        (JoiningRefused("britain", ("blake",), "spain"), "Spain does not let", "Spagna non lascia"),
        (CoastalBatteryFired("nord", "bilbao", 1, 0), "Armée du Nord in Bilbao", "Bilbao (Armée du Nord)"),
        (CommandPointSpent("britain", 2, "MoveConvoy", "lisbon", "cadiz"), "a convoy from", "Convoglio da"),
        (CardPlayed("sud", card_id(31), "response", False, "french"), ": the French", ": i Francesi"),
        (CardPlayed("sud", card_id(56), "response", False, "madrid"), ": Madrid", ": Madrid"),
        (CardPlayed("sud", card_id(2), "response", False, "allied"), "rout of the Allies", "(gli Alleati)"),
        (CardKept(card_id(52), "sud", "hill", 1), "one die less", "un dado in meno"),
        (CardKept(card_id(52), "sud", "hill", 3), "battle value is 0", "Valore di Battaglia è 0"),
        (CardKept(card_id(52), "sud", "hill", 5), "Regroup Box", "Casella del Raggruppamento"),
        (CardKept(card_id(52), "sud", "hill", 6), "is killed", "è ucciso"),
        (LossesHalved("leon", card_id(102), 3, 2), "from 3 to 2", "da 3 a 2"),
        (BanditsRolled("leon", 2), "Bandits in León", "Banditi a León"),
        (FlagRaided("leon", 3, False), "in León is raided, die 3: it stays", "di León, dado 3: resta"),
        (DysenteryRolled("elvas", 4, 3, True), "die 4 against a strength of 3", "dado 4 contro forza 3"),
        (BattleDecided("leon", "french", True, False, True), "routed, with a flag", "Rotta, con uno"),
        (RESULT, "routed the enemy in León", "in Rotta il nemico a León"),
        (RESULT, "with a flag overrun unless a fortress", "delle bandiere se non c'è una fortezza"),
        (GameEnded("last_year", "french", (Seat("french"),)), "points the French win.", "vincono i F"),
        (GameEnded("peace", "french", (Seat("sud"),)), "among them Armée", "vinto: Armée"),
        (DRAWN, "The French draw Panic!", "I Francesi, pesca: Panico!"),
    ],
)  # fmt: skip
def test_sentences_name_who_and_what(event: Event, english: str, italian: str) -> None:
    assert english in WORDS["en"].event(event)
    assert italian in WORDS["it"].event(event)


@LANGUAGES
def test_no_pieces_are_told_where_there_are_none(words: Prose) -> None:
    """"Brings 7 SP and nothing to the Regroup Box"."""
    kinds = (PiecesLost, LossesTaken, ConvoyMoved, FormationMoved, Redeployed, PiecesReturned)
    for event in heard()[0]:
        if isinstance(event, (*kinds, ConvoyAnnounced)):
            text = words.event(event)
            assert words.lists["none"] not in text.split(), text
            assert " 0 SP" not in text or isinstance(event, ConvoyAnnounced), text


@LANGUAGES
@pytest.mark.parametrize(("sp", "leaders"), [(7, ()), (0, ("hill",)), (2, ("hill",))])
def test_who_goes_to_the_regroup_box_is_told(words: Prose, sp: int, leaders: tuple[str, ...]) -> None:
    text = words.event(PiecesLost("britain", "leon", sp, leaders, "no_retreat", regrouped=True))
    assert (f"{sp} SP" in text, "Hill" in text) == (sp > 0, bool(leaders))
    assert words.lists["none"] not in text


def test_duels_are_no_artillery_duels_for_all_that() -> None:
    """#29, #58."""
    assert "artillery" not in WORDS["en"].name("duel")


@LANGUAGES
def test_softened_hits_name_the_card(words: Prose) -> None:
    """#48: the fives of the round do nothing."""
    table = battle_with({"nord": (48,)}, [5, 5, 5, 6], [1] * 5)
    answered(table, "battle_dice", "nord", 48, "french")
    assert words.name(card_id(48)) in words.event(table.all(HitsScored)[0])


@pytest.mark.parametrize(
    ("language", "title", "halved"),
    [("en", "The Spanish Masses", "Halved by Fog of War"),
     ("it", "La Massa Spagnola", "Dimezzati da Incertezza della Guerra")],
)
def test_the_panel_calls_a_card_that_adds_dice_or_halves_them_by_its_title(
    language: str, title: str, halved: str
) -> None:
    """11.2, 11.53: "card 90" stood in the sum, and nothing on the table said which card that was."""
    terms = {"soldiers": 2, "the_spanish_masses": 2}
    counted = BattleDiceCounted("toledo", "allied", terms, 2, 4, ("fog_of_war",))
    words = prose("wellington", language)
    said = [words.of_battle(line.said) for line in counted_lines(counted).values()]
    assert said[1] == title and said[2] == halved
