"""How a game begins: what is checked, and its opening event."""

from collections.abc import Callable, Mapping, Sequence

from domain.kernel.chance import commitment
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import CHOSEN, LESSON, Opened
from domain.kernel.history import History, Recorded
from domain.kernel.packs import rules_of
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet, Scenario
from domain.kernel.seats import Seat
from domain.kernel.time_control import LONGEST, SHORTEST, checked_clock
from domain.store.histories import ID
from domain.store.people import Holder, clean_holder, clean_name

LONGEST_COVER = 60_000
"""Milliseconds that a response window may be kept open."""


def opening(
    rule_set: RuleSet,
    scenario: str,
    seats: Sequence[Seat] | None,
    options: Mapping[str, str] | None,
    name: str,
    game: str,
    seed: bytes,
) -> Opened:
    """The opening event. Raises InvalidSetup for what the title does not have."""
    chosen = rule_set.scenario(scenario)
    return Opened(
        title=rule_set.id,
        edition_of_rules=rule_set.edition,
        scenario=chosen.id,
        seats=_seats(rule_set, chosen, seats),
        options=_options(chosen, options or {}),
        commitment=commitment(game, seed),
        data=rule_set.data_digest,
        name=clean_name(name),
    )


def checked_setup(
    rule_set: RuleSet, scenario: str, seats: Sequence[str], options: Mapping[str, str]
) -> Scenario:
    """The scenario, if it can be played so. Raises InvalidSetup, naming what would work."""
    found = rule_set.scenario(scenario)
    _seats(rule_set, found, tuple(map(Seat, seats)))
    _options(found, options)
    return found


def _seats(rule_set: RuleSet, scenario: Scenario, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    if seats is None:
        return scenario.seatings[0]
    if tuple(seats) not in scenario.seatings:
        known = "; ".join(", ".join(seating) for seating in scenario.seatings)
        named = {"title": rule_set.name, "scenario": scenario.name, "seats": ", ".join(seats) or "-"}
        raise InvalidSetup(plain_refusal("not_seated_so", known=known, **named))
    return tuple(seats)


def _options(scenario: Scenario, options: Mapping[str, str]) -> dict[str, str]:
    known = {each.id: each for each in scenario.options}
    for option, choice in options.items():
        if option not in known:
            has = ", ".join(known) or "-"
            raise InvalidSetup(plain_refusal("no_option", scenario=scenario.name, option=option, known=has))
        if choice not in known[option].choices:
            has = ", ".join(known[option].choices)
            problem = plain_refusal("no_choice", option=known[option].name, choice=choice, known=has)
            raise InvalidSetup(problem, known[option].rule)
    return {each.id: options.get(each.id, each.default) for each in scenario.options}


def check_opened(rule_set: RuleSet, opened: Opened) -> None:
    """Raises InvalidSetup for the opening of an imported game that this title does not have.

    Options are checked by the data that the game was played on.
    """
    scenario = rule_set.scenario(opened.scenario)
    _seats(rule_set, scenario, opened.seats)
    clean_name(opened.name)
    if opened.clock is not None and checked_clock(opened.clock, opened.seats) is None:
        raise InvalidSetup(plain_refusal("time_out_of_range", least=SHORTEST, most=LONGEST, given=0))
    if opened.pack != clean_name(opened.pack):
        raise InvalidSetup(plain_refusal("pack_without_name"))
    if (opened.edition_of_rules, opened.data) == (rule_set.edition, rule_set.data_digest):
        _options(scenario, opened.options)
    for origin in (opened.dice_of, opened.parent.game if opened.parent else ""):
        if origin not in ("", CHOSEN, LESSON) and not ID.fullmatch(origin):
            raise InvalidSetup(plain_refusal("no_game_id", game=origin))


def clean_cover(cover: int) -> None:
    """Raises InvalidSetup if response windows cannot stay open for so many milliseconds."""
    if not 0 <= cover <= LONGEST_COVER:
        most = LONGEST_COVER // 1000
        raise InvalidSetup(plain_refusal("cover_out_of_range", most=most, given=f"{cover / 1000:g}"))


def clean_holders(seats: Sequence[Seat], holders: Mapping[Seat, Holder] | None) -> dict[Seat, Holder]:
    """The holders in the order of the seats. Raises InvalidSetup for a seat that the game does not have."""
    given = holders or {}
    for seat in given:
        if seat not in seats:
            raise InvalidSetup(plain_refusal("no_such_seat", seat=seat, seats=", ".join(seats)))
    return {seat: clean_holder(given[seat]) for seat in seats if seat in given}


def replayed(
    recorded: Sequence[Recorded], rules_of: Callable[[Opened], RuleSet] = rules_of
) -> History:
    """The history of an imported game. Raises InvalidSetup if it cannot be replayed."""
    if not recorded or not isinstance(recorded[0].body, Opened) or not ID.fullmatch(recorded[0].game):
        raise InvalidSetup(plain_refusal("begins_with_opening"))
    for number, each in enumerate(recorded, start=1):
        if (each.version, each.game) != (number, recorded[0].game):
            found = {"version": each.version, "game": each.game}
            raise InvalidSetup(plain_refusal("wrong_place", place=number, **found))
    if recorded[-1].left:
        raise InvalidSetup(plain_refusal("ends_in_command"))
    rule_set = rules_of(recorded[0].body)
    try:
        return History(rule_set, recorded)
    except Exception as problem:
        raise InvalidSetup(plain_refusal("not_replayable", problem=repr(problem))) from problem
