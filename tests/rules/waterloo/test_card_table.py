"""What cards may be played for: every action of a round says when it may be played and what it does."""

from typing import get_args

from domain.waterloo.facts import ACTIONS
from domain.waterloo.position.card_table import carry_out, may_be_played
from domain.waterloo.position.state import BattleUse, Use


def test_every_action_of_a_round_is_answered_for_and_those_of_battles_are_not() -> None:
    """Rule 6.0: a card is played for its movement points, or for its action; W-84 says when."""
    in_rounds = {use for use in get_args(Use) if use != "movement"}
    assert set(may_be_played) == set(carry_out) == in_rounds
    assert set(ACTIONS) - in_rounds <= set(get_args(BattleUse))
