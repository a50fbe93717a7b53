"""The marshal where nothing was learnt: the best of all candidates one order ahead, then whole cards."""

from random import Random

from domain.bots import situation, veteran_bot
from domain.bots.greedy_bot import random_draft
from domain.bots.marshal import KEPT, LOOKS, Search, marshal_order
from domain.bots.playing import Situation, opening
from domain.kernel import Decision, Play, SealedChance
from domain.kernel.decisions import Draft
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


def test_he_plans_whole_cards_where_he_chooses_the_next_and_is_no_veteran_elsewhere(monkeypatch) -> None:
    tried: list[bool] = []
    monkeypatch.setattr(Search, "halved", lambda search, left, _: tried.append(search.is_home) or left[0])
    for prompt in (CONGRESS.home, "committees"):
        shown = asked(prompt)
        assert marshal_order(shown, None, veteran_bot, 4) in shown.ask.menu()
    assert tried == [True, False]
