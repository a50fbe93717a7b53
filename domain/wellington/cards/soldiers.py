"""Events that place soldiers (5.11, R-40, C-P)."""

from domain.kernel.agenda import Play
from domain.wellington.events.cards import CardsReturned, ResourcesGained
from domain.wellington.events.losses import LossesTaken
from domain.wellington.facts.world import DECK_OF, NUMBER_OF, POWERS, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.placing.placing import place_by_card
from domain.wellington.placing.uprising import rise
from domain.wellington.playing.choices import MakeChoices
from domain.wellington.playing.hands import deal_national
from domain.wellington.position import card_table
from domain.wellington.position.card_table import Chosen, Moment, answer, choices, event
from domain.wellington.position.conflict import Laid
from domain.wellington.position.control import building_places, controller, holder, is_besieged, is_fortress
from domain.wellington.position.state import (
    State,
    has_formation,
    has_pieces,
    nation_powers,
    sp_of,
)


def _national(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The national duchies where the power may build (6.3); if one is besieged a battle follows (C-P)."""
    return building_places(state, power, for_leader=False)


def _national_of_side(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Every national duchy that its own or the allied power controls (C-47)."""
    friends = POWERS_OF[SIDE_OF[power]]
    return tuple(
        duchy
        for duchy, fact in state.facts.duchies.items()
        if fact.home in friends and controller(state, duchy) in friends
    )


@event("call_up_the_next_class", _national_of_side)
def _call_up_the_next_class(play: Play[State], power: Power, target: str) -> None:
    play.push(MakeChoices(power, "call_up_the_next_class", target))


def _whose_class(state: State, power: Power, target: str, chosen: Chosen) -> tuple[Power, ...]:
    """Both French powers, if the other one may build in this national duchy now (6.3, R-29)."""
    french = POWERS_OF["french"]
    guests = [each for each in french if target in building_places(state, each, for_leader=False)]
    able = dict.fromkeys((state.facts.duchies[target].home, *guests))
    return () if chosen or len(able) == 1 else tuple(able)


@choices("call_up_the_next_class", _whose_class)
def _class_called_up(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    """Soldiers of the power whose national duchy it is, or that may build there as well (#47, C-47)."""
    whose = next((each for each in POWERS if each in chosen), play.state.facts.duchies[target].home)
    place_by_card(play, whose, target, 4, "call_up_the_next_class")


def _unless_russia(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return () if "russian_front" in state.removed else _national(state, power, moment)


@event("german_conscripts", _unless_russia)
def _german_conscripts(play: Play[State], power: Power, target: str) -> None:
    place_by_card(play, power, target, 4, "german_conscripts")


# France -----------------------------------------------------------------------------------------


def _if_france_is_threatened(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Do the Allies stand in, control or neighbour a French key duchy (#20)?"""
    facts = state.facts
    keys = [duchy for duchy, fact in facts.duchies.items() if fact.is_key and fact.region == "france"]
    near = [duchy for key in keys for duchy in (key, *facts.adjacent[key])]
    held = any(SIDE_OF[holder(state, key)] == "allied" for key in keys)
    return ("",) if held or any(has_formation(state, duchy, "allied") for duchy in near) else ()


@event("the_fatherland_in_danger", _if_france_is_threatened)
def _the_fatherland_in_danger(play: Play[State], power: Power, target: str) -> None:
    """A strength point in every duchy of France under French control, and a Resource each (#20)."""
    for each in POWERS_OF["french"]:
        play.record(ResourcesGained(each, 1))
    for duchy, fact in play.state.facts.duchies.items():
        holds = controller(play.state, duchy)
        if fact.region == "france" and holds is not None and SIDE_OF[holds] == "french":
            for home in POWERS_OF["french"]:
                if fact.home == home:
                    place_by_card(play, home, duchy, 1, "the_fatherland_in_danger")


@event("the_eagles_come_south")
def _the_eagles_come_south(play: Play[State], power: Power, target: str) -> None:
    """French national cards come back, each French power gets one and 4 strength points (#86, C-86)."""
    gone = (*play.state.played, *play.state.removed)
    barred = ("young_guard",) if "the_emperor_calls" in play.state.removed else ()
    cards = tuple(card for card in gone if DECK_OF[card] == "france" and card not in barred)
    play.record(CardsReturned("france", cards))
    powers = nation_powers("france")
    for each in powers:
        deal_national(play, each, 1)
    play.push(*(MakeChoices(each, "the_eagles_come_south") for each in powers))


def _eagles_at(state: State, power: Power, target: str, chosen: tuple[str, ...]) -> tuple[str, ...]:
    return () if chosen else _national(state, power, Moment())


@choices("the_eagles_come_south", _eagles_at)
def _eagles(play: Play[State], power: Power, target: str, chosen: tuple[str, ...]) -> None:
    """Four strength points in one friendly national duchy, if there is one."""
    for duchy in chosen:
        place_by_card(play, power, duchy, 4, "the_eagles_come_south")


# Britain ----------------------------------------------------------------------------------------


def _reversals(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """A card against the Emperor or the King is cancelled, or soldiers come (#78).

    They do not come to a besieged fortress while a fight is under way.
    """
    facts = state.facts
    if moment.card:
        fits = NUMBER_OF[moment.card] in facts.card["reversal_of_fortune"].cancels and moment.mode == "event"
        return ("cancel",) if fits else ()
    places = building_places(state, "britain", for_leader=False)
    fights = bool(state.battles or state.arrivals or state.siege)
    return tuple(d for d in places if facts.duchies[d].is_key and not (fights and is_besieged(state, d)))


@answer("reversal_of_fortune", _reversals)
def _reversal_of_fortune(play: Play[State], power: Power, target: str) -> None:
    place_by_card(play, "britain", target, 4, "reversal_of_fortune")


# Madrid's friends -------------------------------------------------------------------------------


def _french_in_spain(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Unbesieged duchies of Spain where it stands or which it controls, unless Madrid is Allied (#105)."""
    madrid = controller(state, "madrid")
    if madrid is not None and SIDE_OF[madrid] == "allied":
        return ()
    return tuple(
        duchy
        for duchy, fact in state.facts.duchies.items()
        if fact.region == "spain" and not (has_formation(state, duchy, "allied") or is_besieged(state, duchy))
        if has_pieces(state, duchy, power) or controller(state, duchy) == power
    )


@event("afrancesados", _french_in_spain)
def _afrancesados(play: Play[State], power: Power, target: str) -> None:
    """Two strength points, unless an answer has taken the duchy, or Madrid (#105, protocol 5)."""
    if target in _french_in_spain(play.state, power, Moment()):
        place_by_card(play, power, target, 2, "afrancesados")


# Uprisings --------------------------------------------------------------------------------------


def _open_in_spain(state: State) -> list[str]:
    return [duchy for duchy in state.facts.map.spanish if not is_fortress(state, duchy)]


def _is_french_held(state: State, duchy: str) -> bool:
    holds = controller(state, duchy)
    return holds is not None and SIDE_OF[holds] == "french"


@card_table.flag_after("juramentados")
def _in_any_case(meets_enemy: bool) -> bool:
    return True


@card_table.flag_after("nationalist_uprising", "the_spanish_masses")
def _if_they_met_an_enemy(meets_enemy: bool) -> bool:
    return meets_enemy


def _masses(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Duchies without fortress in Spain that the French occupy or control (#90)."""
    if state.is_turn_ending:  # responses belong to impulses (5.2)
        return ()
    return tuple(
        duchy
        for duchy in _open_in_spain(state)
        if _is_french_held(state, duchy) or has_formation(state, duchy, "french")
    )


@answer("the_spanish_masses", _masses)
def _the_spanish_masses(play: Play[State], power: Power, target: str) -> None:
    rise(play, "spain", target, 2, "the_spanish_masses", ("spain", "none"))


@card_table.dice("the_spanish_masses")
def _masses_dice(state: State, fight: card_table.Fight, laid: Laid, side: Side) -> int:
    """Two dice more in the first round in which they fight (#90, C-90)."""
    return 2 * (side == "allied" and fight.duchy == laid.target and fight.round == max(1, laid.round))


def _juramentados_at(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return () if state.is_turn_ending else tuple(_open_in_spain(state))


@answer("juramentados", _juramentados_at)
def _juramentados(play: Play[State], power: Power, target: str) -> None:
    """A French strength point goes, a Spanish one comes and attacks what is left (#35, C-35).

    If both French powers have soldiers there, the player of the card says whose goes.
    """
    victims = _frenchmen(play.state, power, target, ())
    if len(victims) > 1:
        play.push(MakeChoices(power, "juramentados", target))
    else:
        _swear(play, power, target, victims)


def _frenchmen(state: State, power: Power, target: str, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The French powers that have soldiers there."""
    return () if chosen else tuple(each for each in POWERS_OF["french"] if sp_of(state, target, each))


@choices("juramentados", _frenchmen)
def _swear(play: Play[State], power: Power, target: str, chosen: tuple[str, ...]) -> None:
    for each in POWERS_OF["french"]:
        if each in chosen:
            play.record(LossesTaken(each, target, 1, (), "juramentados"))
    rise(play, "spain", target, 1, "juramentados", ("spain", "none"))


def _uprisings(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """French-held duchies without fortress in Spain, or national ones of Britain (#62)."""
    return tuple(
        duchy
        for duchy, fact in state.facts.duchies.items()
        if (fact.region == "spain" or fact.home == "britain") and not is_fortress(state, duchy)
        if _is_french_held(state, duchy)
    )


@event("nationalist_uprising", _uprisings)
def _nationalist_uprising(play: Play[State], power: Power, target: str) -> None:
    """Two strength points rise against the French there (#62)."""
    rebels: Power = "britain" if play.state.facts.duchies[target].home == "britain" else "spain"
    rise(play, rebels, target, 2, "nationalist_uprising", ("none",))


@card_table.dice("nationalist_uprising")
def _uprising_dice(state: State, fight: card_table.Fight, laid: Laid, side: Side) -> int:
    """A die more in every round (#62)."""
    return int(side == "allied" and fight.duchy == laid.target)
