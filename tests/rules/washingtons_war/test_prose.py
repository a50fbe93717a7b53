"""Everything that the rules record, offer and ask has its sentence, in every language."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from domain.kernel import PUBLIC, Seat
from domain.kernel.prose import prose
from domain.washingtons_war.events.decks import CardLaidDown, CardPlayed
from domain.washingtons_war.events.movement import UnitsLoaded
from domain.washingtons_war.events.pieces import CuAdded, CuBoxed, CuRemoved, GeneralRemoved
from domain.washingtons_war.events.winter import StackSurvived
from domain.washingtons_war.facts import Nation
from domain.washingtons_war.facts.ids import SEATS
from domain.washingtons_war.orders.impulses import DiscardEvent, PlayEvent
from domain.washingtons_war.orders.movement import Halt, LoadUnits
from domain.washingtons_war.title import WASHINGTONS_WAR
from domain.washingtons_war.winter.attrition import WinterAttritionPhase
from tests.rules.washingtons_war.marching import acting, go
from tests.rules.washingtons_war.position import Table, given
from tests.rules.washingtons_war.test_cards import EVENTS, Row, laid_out

LANGUAGES = ("en", "it")
GLOVER = "glovers_marblehead_regiment"
UNTOLD = re.compile(r"[a-z]_[a-z0-9]|[{}]|None|: \.|\(\)|  ")
"""What a sentence never has: an id, a field that was not filled in, a gap."""


@cache
def prompts() -> frozenset[str]:
    """Every prompt that a step may ask, read from the steps themselves."""
    return frozenset(_asked())


def _asked() -> Iterator[str]:
    for path in sorted(WASHINGTONS_WAR.folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ask":
                prompt = node.args[1]
                if isinstance(prompt, ast.Constant):
                    yield str(prompt.value)


def told(language: str, table: str) -> set[str]:
    """What has a sentence, whatever it is for."""
    sentences = prose("washingtons_war", language).tables[table]
    return {key.partition(".")[0] for key in sentences}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_without_a_sentence(language: str) -> None:
    assert len(prompts()) > 25 and not prompts() - told(language, "prompts")
    assert not {kind.__name__ for kind in WASHINGTONS_WAR.events} - told(language, "events")
    assert not {kind.__name__ for kind in WASHINGTONS_WAR.orders} - told(language, "orders")
    hidden = {f"{kind.__name__}.hidden" for kind in WASHINGTONS_WAR.events if kind.secrets}
    assert hidden and not hidden - set(prose("washingtons_war", language).tables["events"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", EVENTS, ids=lambda row: row.card)
def test_what_a_card_does_can_be_told(row: Row, language: str) -> None:
    table = laid_out(row.side, row.card, row.there)
    sentences = list(spoken(table, language))
    for order in (PlayEvent(row.card), *row.orders):
        table.give(order)
        sentences += spoken(table, language)
    sentences += recorded(table, language)
    assert sentences and not [each for each in sentences if UNTOLD.search(each)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_discards_swaps_and_glover_can_be_told(language: str) -> None:
    hands = {"american": (GLOVER,), "british": ("ops_1_01",)}
    table = given("american", hands=hands, generals={"gates": "albany"}).give(PlayEvent(GLOVER))
    sentences = [*spoken(table, language), *recorded(table, language)]
    table = given("american", hands=hands).give(DiscardEvent(GLOVER))
    while table.prompt in ("act_on_discard", "answer_swap"):
        sentences += spoken(table, language)
        table.give(table.menu()[0])
    sentences += recorded(table, language)
    assert table.state.hands["british"] == (GLOVER,)
    assert not [each for each in sentences if UNTOLD.search(each)]


PLURALS = {"en": (" are ", " come "), "it": ("americane", "francesi", "britanniche")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("nation", ["american", "french", "british"])
def test_one_cu_is_told_as_one(nation: Nation, language: str) -> None:
    """3.0: a single CU is lost, comes, is called away."""
    telling = prose("washingtons_war", language)
    for count in (1, 2):
        events = [
            CuAdded("newport", nation, count, "card"), CuRemoved("newport", nation, count, "card"),
            *([CuBoxed(count, "card")] if nation == "british" else []),
        ]  # fmt: skip
        for sentence in map(telling.event, events):
            assert any(word in sentence for word in PLURALS[language]) == (count == 2), sentence
    if language == "it":
        for reason in ("winter", "european_war") if nation == "british" else ("winter",):
            one = telling.event(CuRemoved("newport", nation, 1, reason))
            assert not any(word in one for word in PLURALS["it"]), one


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_cu_is_taken_as_one(language: str) -> None:
    """7.3.A: of one CU and four others, each number agrees with its nation."""
    telling = prose("washingtons_war", language)
    told = {
        (american, french): telling.order(LoadUnits("gates", american=american, french=french))
        for american, french in ((1, 0), (0, 1), (1, 1), (1, 2), (2, 1), (2, 2))
    }
    assert not any("{" in sentence for sentence in told.values()) and len(set(told.values())) == 6
    if language == "it":
        assert [(each.count("americane"), each.count("francesi")) for each in told.values()] == [
            (0, 0), (0, 0), (0, 0), (0, 1), (1, 0), (1, 1),
        ]  # fmt: skip


@pytest.mark.parametrize(("language", "alone"), [("en", "lone"), ("it", "sola")])
def test_the_sixth_cu_with_washington_is_not_told_as_alone(language: str, alone: str) -> None:
    """11.1, 11.2: five are safe, the sixth must roll; it comes through on 5."""
    table = given(
        "american", then=[WinterAttritionPhase()], dice=[[5]], generals={"washington": "philadelphia"},
        american={"philadelphia": 6},
    )  # fmt: skip
    sentence = prose("washingtons_war", language).event(table.all(StackSurvived)[0])
    assert alone not in sentence and not UNTOLD.search(sentence)


@pytest.mark.parametrize(
    ("language", "some", "none"),
    [
        ("en", "Howe now leads these CU in York: Britain: 2.", "Howe now leads no CU in York."),
        ("it", "Howe ora guida queste UC a York: Gran Bretagna: 2.", "Howe ora non guida UC a York."),
    ],
)
def test_whom_a_general_leads_is_told_so_that_he_may_halt_then(language: str, some: str, none: str) -> None:
    """7.3.A: he takes and leaves CU on the way, and may stop there: he "went on" or "left all CU behind"."""
    words = prose("washingtons_war", language)
    for units, sentence in ((2, some), (0, none)):
        table = acting("howe", generals={"howe": "carlisle"}, british={"carlisle": 5})
        go(table, "howe", "york").give(LoadUnits("howe", british=units)).give(Halt("howe"))
        assert words.event(table.all(UnitsLoaded)[0]) == sentence


OLDER, NEWER, DECLARATION = (
    "north_government_falls_1779", "north_government_falls_1782", "declaration_of_independence",
)  # fmt: skip


@pytest.mark.parametrize(("language", "words"), [("en", "goes to the discards"), ("it", "va negli scarti")])
def test_a_newer_war_ends_card_tells_where_the_older_one_goes(language: str, words: str) -> None:
    """6.34, R-35."""
    telling = prose("washingtons_war", language)
    hands = {"british": (NEWER,), "american": ("ops_1_01",)}
    for lies_there in ("", OLDER):
        table = given(hands=hands, year=1780, war_ends=lies_there).give(PlayEvent(NEWER))
        (played,) = table.all(CardPlayed)
        sentence = telling.event(played)
        assert (words in sentence) == bool(lies_there) and not UNTOLD.search(sentence)
        assert not lies_there or telling.name(OLDER) in sentence


@pytest.mark.parametrize(("language", "words"), [("en", "leaves the game"), ("it", "lascia il gioco")])
def test_a_card_that_leaves_the_game_says_so(language: str, words: str) -> None:
    """6.33.D, 6.34: played as an impulse, or in a battle."""
    telling = prose("washingtons_war", language)
    hands = {"american": (DECLARATION,), "british": ("ops_1_01",)}
    (played,) = given("american", hands=hands).give(PlayEvent(DECLARATION)).all(CardPlayed)
    assert words in telling.event(played)
    in_battle = CardLaidDown("british", "benedict_arnold_betrays", "removed", "battle", "6.33")
    assert not in_battle.quiet and words in telling.event(in_battle)
    assert CardLaidDown("british", "hessian_bayonet_charge", "discards", "battle", "6.33").quiet


def spoken(table: Table, language: str) -> Iterator[str]:
    """The question of this moment, and what may be answered."""
    telling = prose("washingtons_war", language)
    for ask in table.decision.asks.values() if table.decision is not None else ():
        yield telling.prompt(ask)
        yield from map(telling.order, ask.menu())


def recorded(table: Table, language: str) -> Iterator[str]:
    """All that has happened, as everybody hears it."""
    telling = prose("washingtons_war", language)
    for event in table.game.events:
        for viewer in (Seat("all"), PUBLIC, *SEATS):
            yield telling.event(WASHINGTONS_WAR.redact(event, viewer))


@pytest.mark.parametrize(("language", "begun"), [("en", "that you have begun"), ("it", "hai già iniziato")])
def test_a_card_of_three_does_not_say_that_it_begins_a_queue(language: str, begun: str) -> None:
    """7.1: a 1 or a 2 may start one, any OPS card may go into it."""
    texts = prose(WASHINGTONS_WAR, language).texts
    assert begun in texts["ops_3_01"] and not any(begun in texts[card] for card in ("ops_1_01", "ops_2_01"))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Washington is captured in York: he is out of the war for good.",
                "Arnold is out of the war for good.")),
        ("it", ("Washington è catturato a York: è fuori dalla guerra per sempre.",
                "Arnold è fuori dalla guerra per sempre.")),
    ],
)
def test_washington_leaves_the_war_because_he_is_captured_arnold_because_of_a_card(
    language: str, words: tuple[str, str]
) -> None:
    """7.6.B, 6.33.D: the log says what befell Washington; Arnold is taken by nobody."""
    told = prose(WASHINGTONS_WAR, language)
    captured, betrayed = GeneralRemoved("washington", "york"), GeneralRemoved("arnold", "york", "6.33.D")
    assert (told.event(captured), told.event(betrayed)) == words
