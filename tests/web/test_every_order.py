"""The law of the table: every order of every menu has one control on the page, which says what it is."""

import json
from collections import Counter, defaultdict
from functools import cache
from random import Random

import pytest

from domain.bots import BOTS, situation
from domain.kernel import titled
from domain.kernel.prose import prose
from domain.store import Holder
from domain.titles import TITLES
from tests.thorough import of_many, times
from tests.web.controls import Controls
from tests.web.tables import as_sent
from web.base import views
from web.base.language import SPOKEN
from web.base.security import Visitor
from web.table import changes, shown
from web.table.commands import matching, plain
from web.table.news import stamp

LANGUAGES = ("en", "it")
LOOKS = times(3, 60)
"""How often each question of a title is looked at, whatever scenarios it is asked in."""
GAMES = times(1, 6)
MOST = 3000
PARTS = {name: changes.PARTS[name].template for name in ("listed", "choices", "hand")}
PARTS["prompt"] = "prompt.html"


class Sitting:
    """A person on one seat whose page follows the game as its script does."""

    def __init__(self, app, game, seat, language):
        self.app, self.game, self.seat, self.language = app, game, seat, language
        self.who = Visitor(game, seats=(seat,), present=(seat,), people=((seat,),))
        self.stamp, self.parts, self.folds = None, {}, []

    def follow(self, desk):
        """What the answer to an order changes of the page's parts; gives the options of the menu. Of a long
        menu all folds are opened, one after the other."""
        with self.app.test_request_context(f"/g/{self.game}", environ_overrides={SPOKEN: self.language}):
            now = stamp(desk, self.who.present)
            told = changes.answer(self.who, desk, now, self.stamp, self.seat)
            self.parts |= {name: html for name, html in told["parts"].items() if name in PARTS}
            self.stamp = now
            scene = views.scene_document(desk, self.seat)
            facts = shown.table(self.who, desk, self.seat, scene)
            _, *made = changes._rendered(facts, [*PARTS.values()])
            whole = shown.table(self.who, desk, self.seat, scene, is_whole=True)
        assert self.parts == dict(zip(PARTS, made, strict=True)), "the page that was not loaded again"
        self.folds = [self._opened(desk, piece) for piece in facts["menu"].later]
        return whole["desk"]["options"]

    def _opened(self, desk, piece):
        """The list with the fold of a counter laid out."""
        asked = f"/g/{self.game}?opened={piece}"
        with self.app.test_request_context(asked, environ_overrides={SPOKEN: self.language}):
            return changes.parts(self.who, desk, ["choices"])["parts"]["choices"]

    @property
    def controls(self):
        """Those of the page, and those of its folds beside what the page has anyway."""
        found = Controls("".join(f"<div>{html}</div>" for html in self.parts.values())).found
        known = {each.order for each in found}
        of_folds = [each for fold in self.folds for each in Controls(fold).found]
        return [*found, *(each for each in of_folds if each.order not in known)]


@cache
def faces(title):
    """What is printed on each card of a title."""
    rule_set, words = titled(title), prose(title, "en")
    return {card: repr((words.name(card), words.texts.get(card))) for card in rule_set.faces}


def printed(title, order):
    """The order with each card as it is printed: copies of a card are the same."""
    told = faces(title)

    def as_printed(value):
        if isinstance(value, dict):
            return {key: as_printed(each) for key, each in value.items()}
        if isinstance(value, list):
            return [as_printed(each) for each in value]
        return told.get(value, value) if isinstance(value, str) else value

    return json.dumps(as_printed(order), sort_keys=True)


def holds(title, menu, options, controls):
    """The law for one seat at one position."""
    orders = [as_sent(order) for order in menu]
    assert sorted(each.order for each in controls if each.box != "pick") == sorted(orders)
    picked = [each.order for each in controls if each.box == "pick"]
    assert len(picked) == len(set(picked)) and set(picked) <= set(orders)
    alike, typed = defaultdict(set), defaultdict(set)
    for each in controls:
        assert any(letter.isalnum() for letter in each.words), each
        assert not set("{}_") & set(each.words), each
        alike[each.box, each.around, each.words].add(printed(title, json.loads(each.order)))
    said = {
        as_sent(option["order"]): set(plain(f"{option['label']} {option['lost']}").split())
        for option in options
    }
    for each in controls:
        if each.box == "hand":  # a card's button says what the order says, in whichever language
            assert set(plain(each.words).split()) <= said[each.order] | set(plain(each.around[0]).split()), (
                each
            )
    for option in options:
        typed[plain(option["label"])].add(printed(title, option["order"]))
    for option in options[:2]:
        assert [each["label"] for each in matching(option["label"], options)] == [option["label"]]
    for same in (alike, typed):
        assert {words: orders for words, orders in same.items() if len(orders) > 1} == {}


def give(games, rule_set, desk, seat, random, is_greedy):
    ask, draft = desk.decision.ask(seat), desk.drafts.get(seat, ())
    if is_greedy:
        state, agenda = desk.standing.state, desk.agenda
        games.order(desk.game, seat, BOTS["greedy"](situation(rule_set, state, agenda, ask, draft, random)))
    else:
        games.order(desk.game, seat, random.choice(desk.menu(seat)))


@pytest.mark.thorough
@pytest.mark.parametrize("title", [title.id for title in TITLES])
def test_every_order_of_every_menu_has_one_control_that_is_called_like_no_other(
    app, games, title, monkeypatch
):
    monkeypatch.setattr(games, "_clock", lambda: 1_750_000_000_000)  # pages tell times
    rule_set, looked, boxes = titled(title), Counter(), Counter()
    for number, scenario in enumerate(rule_set.scenarios):
        if number % of_many(len(rule_set.scenarios)):
            continue
        for turn in range(GAMES):
            random, language = Random(turn), LANGUAGES[(number + turn) % len(LANGUAGES)]
            seats = scenario.seatings[turn % len(scenario.seatings)]
            holders = {seat: Holder("person", f"Player of {seat}") for seat in seats}
            seed = (1000 * number + turn).to_bytes(32, "big")
            game = games.create(title, scenario.id, seats=seats, holders=holders, seed=seed)
            people = {seat: Sitting(app, game, seat, language) for seat in seats}
            for _ in range(MOST):
                desk = games.desk(game)
                if desk.is_over:
                    break
                seat = random.choice(desk.waiting)
                question = desk.decision.ask(seat).prompt, len(desk.drafts.get(seat, ()))
                if looked[question] < LOOKS:
                    looked[question] += 1
                    options = people[seat].follow(desk)
                    controls = people[seat].controls
                    holds(title, desk.menu(seat), options, controls)
                    boxes.update({each.box for each in controls})
                    for other in set(seats) - set(desk.waiting):
                        assert people[other].follow(desk) == people[other].controls == []
                give(games, rule_set, desk, seat, random, is_greedy=turn % 3 == 1)
    assert sum(looked.values()) >= 30 and boxes["actions"]
