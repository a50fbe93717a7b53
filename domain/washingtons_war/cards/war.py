"""Events of the war at large: alliance, Regulars, navy, mutinies, the end of the war (6.34, 12)."""

from domain.kernel.agenda import Play
from domain.washingtons_war.alliance.track import advance_track, lose_regulars
from domain.washingtons_war.events.alliance import NavyRemoved
from domain.washingtons_war.events.cards import PlacementBarred
from domain.washingtons_war.facts import CardStep, Side
from domain.washingtons_war.position.card_table import effects
from domain.washingtons_war.position.state import State


@effects("advance_alliance")
def _advance(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    """Nothing moves any more once the alliance is reached (R-83, R-102)."""
    advance_track(play, step.spaces)


@effects("lose_regulars")
def _lose_regulars(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    lose_regulars(play, "event")


@effects("remove_navy")
def _remove_navy(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    """The navy is back in the next French Naval Phase (12.3, R-81)."""
    play.record(NavyRemoved(play.state.navy))


@effects("bar_american_pc_placement")
def _mutinies(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    play.record(PlacementBarred(card))


@effects("war_ends_box")
def _box(play: Play[State], side: Side, card: str, step: CardStep) -> None:
    """The card lies in its box since it was laid down; there it waits for the End Phase (6.34.C.iii)."""
    assert play.state.war_ends == card, "a War Ends card goes straight to its box"
