"""What a computer is asked can be answered in another process: the same question has the same answer."""

from random import Random

import pytest

from domain.bots import BOTS, Situation, random_bot, situation
from domain.bots.questions import answer, question
from domain.kernel import Order
from domain.kernel.agenda import Play
from domain.kernel.chance import SealedChance
from domain.kernel.history import Standing
from domain.kernel.ruleset import titled, titles
from tests.laws.as_printed import built_in, on_pack
from tests.laws.test_packs import opened_on

CHOICES = 40


@pytest.mark.parametrize("title", [each.id for each in titles()])
def test_the_answer_is_that_of_a_computer_at_the_table(title: str) -> None:
    rule_set = titled(title)
    opened = opened_on(rule_set, "")
    play = Play(*rule_set.set_up(opened), SealedChance(b"here"))
    decision = play.run()
    for number in range(CHOICES):
        if decision is None:
            break
        answers = {}
        for seat, ask in decision.asks.items():
            draft: tuple[Order, ...] = ()
            while not draft or not draft[-1].closes:
                luck = f"{number}:{seat}:{len(draft)}"
                standing = Standing(1, 1, opened, play.state, (), {})
                asked = question(rule_set, standing, play.agenda, seat, draft, "recruit", luck, None)
                shown = situation(rule_set, play.state, play.agenda, ask, draft, Random(luck))
                assert answer(asked) == BOTS["recruit"](shown)
                draft = (*draft, BOTS["recruit"](shown))
            answers[seat] = draft
        decision = play.answer(answers)


def test_a_game_on_a_pack_is_thought_about_by_the_rules_of_that_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    rule_set = on_pack("waterloo", built_in("waterloo"))
    found = []

    def looks(shown: Situation) -> Order:
        found.append(shown.rule_set)
        return random_bot(shown)

    monkeypatch.setitem(BOTS, "random", looks)
    opened = opened_on(rule_set, "the same")
    play = Play(*rule_set.set_up(opened), SealedChance(b"here"))
    decision = play.run()
    assert decision is not None
    standing, seat = Standing(1, 1, opened, play.state, (), {}), decision.seats[0]
    order = answer(question(rule_set, standing, play.agenda, seat, (), "random", "any", None))
    assert found == [rule_set] and found != [titled("waterloo")]
    assert order in decision.asks[seat].menu()
