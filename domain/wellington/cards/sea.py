"""Cards of the sea (14), and of what comes into its ports (#63, #69)."""

from domain.kernel.agenda import Play
from domain.wellington.events.cards import CardKept
from domain.wellington.events.sea import AttritionSheltered, ConvoyBlocked
from domain.wellington.facts.world import DUCHIES, Power, Side
from domain.wellington.placing.placing import place_by_card
from domain.wellington.playing import card_changes
from domain.wellington.playing.card_changes import Fight
from domain.wellington.playing.card_table import Moment, answer, choices, event
from domain.wellington.playing.choices import MakeChoices
from domain.wellington.playing.drawing import DrawEach
from domain.wellington.playing.heart_of_oak import ADMIRALTY, CONVOYS, is_oak_port
from domain.wellington.position.conflict import Laid
from domain.wellington.position.control import controller, is_fortress, is_national, standing
from domain.wellington.position.state import State, has_formation
from domain.wellington.sea.convoys import (
    ASSAULT,
    PORTS,
    FlagLanding,
    FreeConvoys,
    convoys,
    stop_convoy,
)

NAVAL_SUPPORT, SUBSIDIES, DESCENT = "naval_support", "british_subsidies", "descent_from_the_sea"
BLOCK = "block"
FREE_BRITISH, FREE_FRENCH = 2, 1
SUBSIDY = 4


def _admiralty_uses(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The convoy of this impulse may be an assault, or two convoys are free (#93, C-93)."""
    may_assault = state.impulse is not None and not state.impulse.convoyed
    return (
        *((ASSAULT,) if may_assault else ()),
        *((CONVOYS,) if convoys(state, power) else ()),
    )


@event(ADMIRALTY, _admiralty_uses)
def _admiralty(play: Play[State], power: Power, target: str) -> None:
    """The card lies open until the impulse ends: that allows the assault, or favours the ports entered."""
    play.record(CardKept(ADMIRALTY, power, target))
    if target == CONVOYS:
        play.push(FreeConvoys(power, FREE_BRITISH, favoured=True))


@card_changes.dice(ADMIRALTY)
def _heart_of_oak(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    """A die more for British formations in the ports that they have entered by sea or land (#93, C-93)."""
    fights = side == "allied" and card_changes.takes_part(state, fight, "britain")
    return int(fights and is_oak_port(state, fight.duchy))


def _french_convoy(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return (CONVOYS,) if convoys(state, power) else ()


@event(NAVAL_SUPPORT, _french_convoy)
def _convoy_for_the_french(play: Play[State], power: Power, target: str) -> None:
    """A French convoy without points, by the rules of convoys (#103, C-103)."""
    play.push(FreeConvoys(power, FREE_FRENCH))


def _naval_support_uses(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Block a British convoy, or spare the French the attrition in a port (#103)."""
    if state.impulse is None:
        return ()
    if moment.window == "convoy_declared":
        return (BLOCK,) if state.impulse.power == "britain" else ()
    return tuple(duchy for duchy in PORTS if has_formation(state, duchy, "french"))


@answer(NAVAL_SUPPORT, _naval_support_uses)
def _naval_support(play: Play[State], power: Power, target: str) -> None:
    if target != BLOCK:
        play.record(AttritionSheltered(target))
        return
    order = stop_convoy(play).order
    play.record(ConvoyBlocked("britain", order.start, order.to, NAVAL_SUPPORT))


# What comes into the ports ----------------------------------------------------------------------


@event(SUBSIDIES)
def _british_subsidies(play: Play[State], power: Power, target: str) -> None:
    """Britain and Spain each place four strength points in a port of theirs, then draw (#63)."""
    play.push(
        MakeChoices("britain", SUBSIDIES), MakeChoices("spain", SUBSIDIES), DrawEach(("britain", "spain"))
    )


def _own_ports(state: State, power: Power, target: str, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """National ports under the power's control; Spain's also under a British flag (C-63)."""
    holders = ("britain", "spain") if power == "spain" else (power,)
    ports = (each for each in PORTS if is_national(power, each) and controller(state, each) in holders)
    return () if chosen else tuple(ports)


@choices(SUBSIDIES, _own_ports)
def _place_subsidies(play: Play[State], power: Power, target: str, chosen: tuple[str, ...]) -> None:
    for port in chosen:
        place_by_card(play, power, port, SUBSIDY, SUBSIDIES)


def _open_ports(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Minor ports without fortress and French formation that the Allies do not control (14.3, 8.1, C-69)."""
    return tuple(
        port
        for port in PORTS
        if DUCHIES[port].port == "minor" and not is_fortress(state, port)
        if standing(state, "allied", port) != "friendly" and not has_formation(state, port, "french")
    )


@event(DESCENT, _open_ports)
def _descent_from_the_sea(play: Play[State], power: Power, target: str) -> None:
    """A British strength point lands, and its flag if it is not driven off; no battery fires (#69)."""
    play.push(FlagLanding(target))
    place_by_card(play, "britain", target, 1, DESCENT)
