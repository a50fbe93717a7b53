"""The pages of tournaments: the list, a new one, and each with its rounds and standings."""

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response

from domain.bots import LEVELS
from domain.kernel import RuleSet, Scenario, packs, titles
from domain.kernel.errors import InvalidSetup, NotAllowed
from domain.kernel.presentation import easiest_first, easiest_title, presentation_of
from domain.kernel.prose_files import plain_refusal
from domain.store import Terms, tournament_rounds
from domain.store.openings import checked_setup
from domain.tournaments import rounds
from domain.tournaments.events import Made
from domain.tournaments.record import Tournament
from web.base import limits, security
from web.base.forms import number_in
from web.base.language import language
from web.base.site import site
from web.base.words import POLICIES
from web.hosting import clocks, doors, entrants, hosting, watching
from web.lobby import crops
from web.lobby import tournament_tables as tables
from web.lobby.pages import COVERS
from web.table.shared_screen_windows import cover_in

blueprint = Blueprint("tournaments", __name__)
NEW = "tournament"
"""The scope of the forms of those who are nothing in a tournament yet."""
OPENINGS = {
    "itself": lazy_gettext("by itself, when the round before is over"),
    "maker": lazy_gettext("when you press a button"),
    "all": lazy_gettext("all rounds at once (round robin)"),
}
SEEDINGS = {
    "entry": lazy_gettext("as they enter"),
    "rating": lazy_gettext("by their ratings on this server"),
}


@blueprint.get("/tournaments")
def every() -> str:
    """All tournaments: those that can be entered, those under way, those that are over."""
    known = {each.id: each for each in titles()}
    found = [each for each in entrants.every() if each.made.title in known]
    groups = {state: [each for each in found if tables.state_of(each) == state] for state in tables.STATES}
    return render_template("tournaments.html", groups=groups, states=tables.STATES, rules=known, **_words())


def _words() -> dict[str, Any]:
    return {
        "kinds": tables.KINDS,
        "hows": tables.HOWS,
        "told": tables.told_points,
        "winners": tables.winners,
        "called_entrant": tables.called,
        "hides": watching.hides_results(),
    }


# A new one


@blueprint.get("/tournaments/new")
def new() -> str:
    """The form for a new tournament."""
    return _new_page(*_asked(request.args), request.args)


@blueprint.post("/tournaments/new/change")
def change_new() -> str:
    """The same form for another scenario; all that was typed stays."""
    security.check_form(NEW)
    fields = request.form.to_dict()
    if "scenario_of" in fields:
        fields["title"], _of, fields["scenario"] = fields["scenario_of"].partition("/")
        fields.pop("games_each", None)
        if fields["title"] != request.form.get("title"):
            fields["pack"] = ""
    return _new_page(*_asked(fields), fields)


@blueprint.post("/tournaments/new")
@limits.creations
def make() -> Response:
    """Makes the tournament; this browser is its maker's."""
    security.check_form(NEW)
    rule_set, scenario = _asked(request.form)
    try:
        tournament = tournament_rounds.make(
            site().games, _made(rule_set, scenario, request.form), request.form.get("word", "")
        )
    except (InvalidSetup, NotAllowed) as problem:
        return make_response(_new_page(rule_set, scenario, request.form, problem.said(language())), 422)
    entrants.give(tournament, entrants.MAKER)
    return redirect(url_for(".one", tournament=tournament), 303)


def _asked(fields: Mapping[str, str]) -> tuple[RuleSet, Scenario]:
    rule_set = hosting.rules_on(fields.get("title") or easiest_title().id, fields.get("pack", ""))
    usual = next((each for each in rule_set.scenarios if _for_two(rule_set, each)), rule_set.scenarios[0])
    return rule_set, rule_set.scenario(fields.get("scenario") or usual.id)


def _for_two(rule_set: RuleSet, scenario: Scenario) -> bool:
    return tournament_rounds.seats_for_two(rule_set, scenario) is not None


def _made(rule_set: RuleSet, scenario: Scenario, form: Mapping[str, str]) -> Made:
    terms = watching.terms_in(form)
    seats = tournament_rounds.seats_for_two(rule_set, scenario) or ("", "")
    options = {each.id: form.get(f"option_{each.id}", each.default) for each in scenario.options}
    if seats[0]:
        checked_setup(rule_set, scenario.id, seats, options)
    asked: dict[str, Any] = {
        name: form[name] for name in ("kind", "opening", "seeding") if _known(name, form.get(name, ""))
    }
    return Made(
        name=form.get("name", ""), title=rule_set.id, scenario=scenario.id, seats=seats, options=options,
        games_each=number_in(form, "games_each", 1), most=number_in(form, "most", 16),
        rounds=number_in(form, "rounds", 0), watchers=terms.watchers, delay=terms.delay, pace=terms.pace,
        undo=terms.undo, pack=packs.digest_of(rule_set), cover=cover_in(form),
        clock=clocks.clock_in(form),
        **{"kind": "round_robin", **asked},
    )  # fmt: skip


def _known(field: str, choice: str) -> bool:
    return choice in {"kind": tables.KINDS, "opening": OPENINGS, "seeding": SEEDINGS}[field]


def _new_page(
    rule_set: RuleSet, scenario: Scenario, given: Mapping[str, str], problem: str = ""
) -> str:
    usual = "2" if presentation_of(rule_set.id).matches else "1"
    return render_template(
        "new_tournament.html",
        rule_sets=[(each, crops.of_title(each), _usable(each)) for each in easiest_first()],
        packs=site().games.packs.offered(rule_set.id),
        pack=packs.digest_of(rule_set),
        covers=COVERS,
        usable=[each.id for each in rule_set.scenarios if _for_two(rule_set, each)],
        rules=rule_set,
        scenario=scenario,
        about=tables.ABOUT,
        openings=OPENINGS,
        seedings=SEEDINGS,
        given={"games_each": usual, **given},
        problem=problem,
        **_words(),
    )


def _usable(rule_set: RuleSet) -> str:
    """The first scenario of a title that two can play; empty if there is none."""
    return next((each.id for each in rule_set.scenarios if _for_two(rule_set, each)), "")


# One


@blueprint.get("/tournaments/<tournament>")
def one(tournament: str) -> str:
    """A tournament with its rounds and standings; what is over is counted as one looks."""
    return _page(tournament)


def _page(tournament: str, problem: str = "", name: str = "") -> str:
    games = site().games
    entrants.count(tournament)
    who = entrants.member(tournament)
    found = who.tournament
    rule_set = games.packs.rules_on(found.made.title, found.made.pack)
    return render_template(
        "tournament.html",
        who=who,
        found=found,
        made=found.made,
        rules=rule_set,
        scenario=rule_set.scenario(found.made.scenario),
        cup=tables.document(who),
        states=tables.STATES,
        breaks=tables.breaks_shown(found),
        openings=OPENINGS,
        own=tables.own_games(who),
        link=_own_link(who),
        maker_link=_link(tournament, entrants.MAKER) if who.is_maker else "",
        called=lambda number: tables.round_called(found, number),
        due=rounds.rounds_due(found),
        may_start=rounds.may_start(found),
        may_go_on=rounds.may_go_on(found),
        terms=Terms(found.made.watchers, found.made.delay, found.made.pace, found.made.undo),
        cover=found.made.cover,
        opened=found.made,
        problem=problem,
        levels=_levels(found),
        typed=name,
        there=_there(found),
        **_words(),
    )


def _levels(found: Tournament) -> dict[str, Any]:
    """The computers that could still enter: one of each level."""
    here = {each.name for each in found.present if each.is_computer}
    return {level: POLICIES[level] for level in LEVELS if level not in here}


def _there(found: Tournament) -> set[str]:
    """The games that can be looked at: those that are opened already and not put away."""
    away, here = site().games.shelf.away(), set(site().games.ids())
    return {game for game in found.games() if game in here and away.get(game) != "removed"}


def _own_link(who: entrants.Member) -> str:
    return _link(who.tournament.id, str(who.entrant.number)) if who.entrant else ""


def _link(tournament: str, place: str) -> str:
    token = entrants.token_of(tournament, place)
    return url_for(".come_back", tournament=tournament, token=token, _external=True)


@blueprint.route("/tournaments/<tournament>/own/<token>", methods=["GET", "POST"])
def come_back(tournament: str, token: str) -> str | Response:
    """The link by which an entrant or the maker comes from another browser: it asks first, since anybody can
    make a browser open an address."""
    places = entrants.places_in(tournament, token)
    if request.method != "POST":
        found = site().games.tournaments.of(tournament)
        names = [found.entrant(int(each)).name for each in places if each != entrants.MAKER]
        address = url_for(".come_back", tournament=tournament, token=token)
        return render_template("come_back.html", made=found.made, name=", ".join(names), address=address)
    security.check_form(NEW)
    for place in places:
        entrants.give(tournament, place)
    return redirect(url_for(".one", tournament=tournament), 303)


@blueprint.post("/tournaments/<tournament>/enter")
@limits.joins
def enter(tournament: str) -> Response:
    """Enters under a name."""
    security.check_form(tournament)
    name = request.form.get("name", "")
    try:
        entrant = entrants.enter(tournament, name, request.form.get("word", ""))
    except (InvalidSetup, NotAllowed) as problem:
        return make_response(_page(tournament, problem.said(language()), name), 422)
    entrants.give(tournament, str(entrant))
    return redirect(url_for(".one", tournament=tournament), 303)


@blueprint.post("/tournaments/<tournament>/computer")
@limits.joins
def enter_computer(tournament: str) -> Response:
    """The maker lets a computer play."""
    security.check_form(tournament)
    try:
        entrants.enter_computer(tournament, request.form.get("level", ""))
    except InvalidSetup as problem:
        return make_response(_page(tournament, problem.said(language())), 422)
    return redirect(url_for(".one", tournament=tournament), 303)


@blueprint.post("/tournaments/<tournament>/leave")
@limits.joins
def leave(tournament: str) -> Response:
    """An entrant leaves, or the maker takes somebody out."""
    security.check_form(tournament)
    entrants.withdraw(tournament, number_in(request.form, "entrant", 0))
    return redirect(url_for(".one", tournament=tournament), 303)


@blueprint.post("/tournaments/<tournament>/round")
@limits.creations
def open_round(tournament: str) -> Response:
    """The maker starts the tournament, or opens its next round."""
    security.check_form(tournament)
    begin_round(tournament, number_in(request.form, "round", 0))
    return redirect(url_for(".one", tournament=tournament), 303)


def begin_round(tournament: str, number: int) -> None:
    """The maker opens the round of this number, the first of which starts the tournament; nothing happens
    where somebody has done so already. Raises NotAllowed, also for a round that does not come next."""
    found = entrants.require_maker(tournament)
    if number > (due := len(found.rounds) + 1):
        raise NotAllowed(plain_refusal("not_next_round", due=due, given=number))
    if found.is_open:
        doors.open_games(max(1, rounds.games_due(found)))
        tournament_rounds.start(site().games, tournament, tables.seeds(found))
    elif number > len(found.rounds):
        tournament_rounds.next_round(site().games, tournament)
    else:
        entrants.count(tournament)


@blueprint.post("/tournaments/<tournament>/award")
@limits.creations
def award(tournament: str) -> Response:
    """The maker awards a game that does not end otherwise."""
    security.check_form(tournament)
    game, reason = request.form.get("game", ""), request.form.get("reason", "")
    entrants.award(tournament, game, _awarded_to(request.form), reason)
    return redirect(url_for(".one", tournament=tournament), 303)


def _awarded_to(form: Mapping[str, str]) -> tuple[int, ...]:
    """To whom a game goes: nobody only where the form says so. Raises InvalidSetup."""
    named = form.get("to")
    if named is None or not all(re.fullmatch("[0-9]{1,3}", each) for each in named.split()):
        raise InvalidSetup(_("Say to whom the game goes: to one, to both, or to nobody."))
    return tuple(int(each) for each in named.split())


@blueprint.post("/tournaments/<tournament>/play/<game>")
@limits.joins
def play(tournament: str, game: str) -> Response:
    """An entrant goes to the own seat in a game of the tournament."""
    security.check_form(tournament)
    entrants.sit_down(tournament, game)
    return redirect(url_for("tables.play", game=game), 303)


@blueprint.get("/tournaments/<tournament>/standings.csv")
def standings_csv(tournament: str) -> Response:
    """The standings for a spreadsheet; a browser that hides results is led to the page, which says so."""
    found = site().games.tournaments.of(tournament)
    if watching.hides_results() and not found.is_open:
        return redirect(url_for(".one", tournament=tournament), 303)
    answer = make_response(tables.standings_csv(found))
    answer.mimetype = "text/csv"
    return answer
