"""Games for those who let programs learn: orders of the menu, what a seat may know, PettingZoo's own test."""

import warnings
from random import Random

import msgspec
import pytest
from pettingzoo.test import api_test, seed_test

from domain.bots.aec import ACTIONS, Table, hashed
from domain.bots.environment import TERMINAL, State, new_state
from domain.kernel import titles
from domain.kernel.scene import plain

TITLES = sorted(each.id for each in titles())


def started(title: str, steps: int, seed: int = 3) -> State:
    """A game after so many random actions."""
    rules, random = next(each for each in titles() if each.id == title), Random(seed)
    state = new_state(title, rules.scenarios[0].id, seed=seed)
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_actions()))
    return state


def test_a_game_is_played_to_its_end_and_tells_who_has_won() -> None:
    state = started("skirmish", 10_000)
    assert state.is_terminal() and state.current_player() == TERMINAL
    assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])
    assert state.legal_actions() == [] and state.legal_actions(0) == []
    with pytest.raises(ValueError, match="no legal action"):
        state.apply_action(0)


@pytest.mark.parametrize("title", TITLES)
def test_actions_are_the_orders_of_the_menu_of_whoever_is_asked(title: str) -> None:
    state = next(state for steps in (25, 2) if not (state := started(title, steps)).is_terminal())
    player = state.current_player()
    actions = state.legal_actions()
    assert actions and state.legal_actions(player) == actions
    assert all(not state.legal_actions(other) for other in range(state.num_players()) if other != player)
    assert len({state.action_to_string(player, each) for each in actions}) == len(actions) <= ACTIONS
    before = state.information_state_string(player)
    assert state.information_state_string() == before, "who is asked, if nobody is named"
    for wrong in (-1, len(actions)):
        with pytest.raises(ValueError, match="no legal action"):
            state.apply_action(wrong)
    child = state.child(actions[-1])
    assert state.information_state_string(player) == before != child.information_state_string(player)
    again = state.clone()
    again.apply_action(actions[-1])
    assert again.information_state_string(player) == child.information_state_string(player)


def menu_of(state: State) -> list[str]:
    player = state.current_player()
    return [state.action_to_string(player, each) for each in state.legal_actions()]


@pytest.mark.parametrize("title", TITLES)
def test_a_clone_stays_where_it_is_while_the_game_goes_on(title: str) -> None:
    state = started(title, 2)
    clone, random = state.clone(), Random(1)
    menu, known = menu_of(state), state.information_state_string(0)
    for _ in range(30):
        if not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
    assert menu_of(clone) == menu and clone.information_state_string(0) == known


@pytest.mark.parametrize("title", TITLES)
def test_a_player_sees_the_same_whatever_lies_hidden(title: str) -> None:
    state = started(title, 40)
    for player, seat in enumerate(state.seats):
        dealt, agenda = state.rules.conceal(state._play.state, state._play.agenda, seat, Random(9))
        other = state.clone()
        other._play.state, other._play.agenda = dealt, list(agenda)
        assert other.observation_string(player) == state.observation_string(player)
        assert (hashed(other.observed(player)) == hashed(state.observed(player))).all()


def test_what_another_has_answered_is_not_seen_before_all_have() -> None:
    state = new_state("skirmish", "line")
    first = state.current_player()
    other = 1 - first
    known = {state.child(each).information_state_string(other) for each in state.legal_actions()}
    answered = [state.child(each) for each in state.legal_actions()]
    assert {each.current_player() for each in answered} <= {first, other}
    pairs = {(each.current_player(), each.information_state_string(other)) for each in answered}
    assert len(pairs) == len({who for who, _ in pairs}), "they differ by who is asked, by nothing else"
    assert known


def test_the_same_seed_gives_the_same_game_and_seats_are_those_of_the_scenario() -> None:
    texts = {started("waterloo", 60).information_state_string(0) for _ in range(2)}
    assert len(texts) == 1 and started("waterloo", 60, seed=4).information_state_string(0) not in texts
    with pytest.raises(ValueError, match="is played by"):
        new_state("waterloo", "short", ("french",))
    rules, state = started("waterloo", 0).rules, started("waterloo", 0)
    assert state.observed(0)["board"] == plain(rules.view(state._play.state, state.seats[0]))
    assert msgspec.json.decode(state.observation_string(0))["asked"]["rule"]


@pytest.mark.parametrize(("title", "scenario"), [("skirmish", "line"), ("waterloo", "short")])
def test_pettingzoo_finds_that_it_conforms(title: str, scenario: str) -> None:
    with warnings.catch_warnings():
        for words in ("We recommend agents to be named", "Observation is not a NumPy array",
                      "Observation space for each agent probably", ".*same seed"):  # fmt: skip
            warnings.filterwarnings("ignore", words)
        api_test(Table(title, scenario), num_cycles=60)
        seed_test(lambda: Table(title, scenario), num_cycles=10)


def test_a_menu_that_is_longer_than_was_reckoned_with_is_told() -> None:
    table = Table("waterloo", "short", actions=1)
    with pytest.raises(ValueError, match="orders: Table"):
        for seed in range(20):
            table.reset(seed=seed)
            while table.agents and not table.terminations[table.agent_selection]:
                table.step(0)
