"""Battle cards: what they add and what else they do in a battle (6.33, 9.45)."""

from domain.kernel.agenda import Play
from domain.washingtons_war.events.cards import ReplacementDue
from domain.washingtons_war.events.pieces import GeneralRemoved
from domain.washingtons_war.facts import CardStep, Side
from domain.washingtons_war.facts.ids import OUT_OF_PLAY
from domain.washingtons_war.position.card_table import battle_effects, battle_modifier
from domain.washingtons_war.position.state import State


@battle_modifier("battle_drm")
def _added(step: CardStep) -> int:
    return step.drm


@battle_effects("draw_replacement")
def _replace(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    """Drawn when the impulse is over, one for each battle card played (6.33.B, R-32)."""
    play.record(ReplacementDue(side, card))


@battle_effects("remove_general_for_good")
def _betray(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    """The general leaves the game from wherever he is (6.33.D)."""
    place = play.state.generals[step.general]
    if place != OUT_OF_PLAY:
        play.record(GeneralRemoved(step.general, place, "6.33.D"))
