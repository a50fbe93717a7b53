"""The marshal where nothing was learnt: the best of all candidates one order ahead, then whole cards."""

from random import Random

from domain.bots import situation
from domain.bots.greedy_bot import random_draft
from domain.bots.marshal import KEPT, LOOKS, Search, Trials, marshal_order
from domain.bots.playing import Situation, opening
from domain.kernel import Decision, Play, SealedChance
from domain.kernel.decisions import Ask, Draft
from domain.titles import TITLES

CONGRESS = next(title for title in TITLES if title.id == "washingtons_war")
SEATS = CONGRESS.scenarios[0].seatings[0]


def asked(prompt: str) -> Situation:
    """The first question of this kind in a game of Washington's War whose players answer anything."""
    state, agenda = CONGRESS.set_up(opening(CONGRESS, "campaign", SEATS, b"marshal", "marshal"))
    play, random = Play(state, agenda, SealedChance(b"marshal")), Random(4)
    decision: Decision | None = play.run()
    while decision is not None:
        for ask in decision.asks.values():
            if ask.prompt == prompt and len(ask.menu()) > KEPT:
                return situation(CONGRESS, play.state, play.agenda, ask, (), Random(1))
        answers = {seat: random_draft(ask, (), random) for seat, ask in decision.asks.items()}
        decision = play.answer(answers)
    raise AssertionError(f"nobody was asked {prompt!r}")


def test_who_has_learnt_nothing_keeps_the_candidates_that_look_best_one_order_ahead() -> None:
    search, shown = Search(asked(CONGRESS.home), None), asked(CONGRESS.home)
    kept = search.candidates()
    assert len(kept) == KEPT

    def worth(draft: Draft) -> float:
        return sum(search.look(draft, number) for number in range(LOOKS))

    every = Search(shown, None).deal(0)[0].liked(shown.ask, (), KEPT, shown.random)
    assert set(kept) <= set(every) and len(every) > KEPT
    assert min(map(worth, kept)) >= max(worth(draft) for draft in every if draft not in kept)


def test_he_plans_whole_cards_where_he_chooses_one_and_looks_one_order_ahead_elsewhere(
    monkeypatch,
) -> None:
    tried: list[tuple[bool, int]] = []
    monkeypatch.setattr(
        Search, "halved", lambda search, left, most: tried.append((search.is_home, most)) or left[0]
    )
    for prompt in (CONGRESS.home, "committees"):
        shown = asked(prompt)
        assert marshal_order(shown, None, Trials(cards=4, looks=9)) in shown.ask.menu()
    assert tried == [(True, 4), (False, 9)]


def test_a_card_is_tried_until_he_chooses_again_with_what_the_others_answer(monkeypatch) -> None:
    shown, answered = asked(CONGRESS.home), list[Ask]()
    step = Search._step
    monkeypatch.setattr(Search, "_step", lambda *args: answered.append(args[2]) or step(*args))
    search = Search(shown, None)
    search.trial(search.candidates()[0], 0)
    others = [ask.prompt for ask in answered if ask.seat != shown.seat]
    assert CONGRESS.home in others, "the enemy plays a card of his own"
    assert not any(ask.prompt == CONGRESS.home for ask in answered if ask.seat == shown.seat)


def test_a_deal_that_there_is_no_time_for_is_not_counted(monkeypatch) -> None:
    search = Search(asked(CONGRESS.home), None)
    found = search.candidates()
    worth = {draft: [float(place), 0.0] for place, draft in enumerate(found)}
    monkeypatch.setattr(Search, "trial", lambda _, draft, number: worth[draft][number] + number * 99)
    late = iter([False, False, True])
    monkeypatch.setattr(Search, "is_late", lambda _: next(late))
    assert search.halved(found, 999) == found[-1], "the best of the deal that all were tried in"
