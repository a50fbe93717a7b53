"""The page of one player: the finished games of whoever was called so at this server's tables."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, render_template, request
from flask_babel import format_date
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import RuleSet, titles
from domain.kernel.errors import InvalidSetup
from projections import statistics
from web.analysis import rated
from web.analysis.stats import as_file
from web.base import assets, errors, limits
from web.base.charting import chart_of
from web.base.language import language
from web.base.site import site
from web.base.words import alone
from web.hosting import watching

if TYPE_CHECKING:
    from replays.findings import Block
    from replays.ratings import Name

blueprint = Blueprint("people", __name__)
MOST = 200
"""The newest games that are listed."""

Row = dict[str, Any]


@blueprint.get("/u/<path:name>")
@limits.streams
def person(name: str) -> str | BaseResponse:
    """The page; `kind=bot` is for a computer's way of playing."""
    who, data = _who(name), request.args.get("data", "")
    sets = _data_sets(name)
    if not sets:
        return errors.answer(404, "unknown_player", _unknown(name))
    data = data if data in sets else next(iter(sets))
    rows = _games(name, data)
    newest = rows[-1]
    seat = next(iter(_seats(newest, who)))
    hidden = watching.hides_results()
    return render_template(
        "person.html",
        called=rated.player_called(who.kind, newest[f"player:{seat}"]),
        who=who,
        is_kept=who.kind == "person" and _is_kept(newest[f"player:{seat}"]),
        typed=newest[f"player:{seat}"],
        hidden=hidden,
        games=len(rows),
        most=MOST,
        listed=[] if hidden else [_listed(row, who) for row in rows[: -MOST - 1 : -1]],
        titles=[] if hidden else [_of_title(each, rows, who, data) for each in titles()],
        data=data,
        data_sets=sets,
        headings=headings(),
        captions=captions(),
        plotly=assets.plotly_url(),
    )


@blueprint.get("/u.csv")
@limits.streams
def table() -> Response:
    """One block's numbers as CSV: `name`, `kind`, `title` and `block` say which."""
    name, wanted = request.args.get("name", ""), request.args.get("block", "")
    data = request.args.get("data", "")
    rows = [] if watching.hides_results() else _games(name, data)
    for rule_set in titles():
        for block in _blocks(rule_set, rows, _who(name), data):
            if (rule_set.id, block.id) == (request.args.get("title"), wanted) and block.rows:
                return as_file(block, rule_set.id)
    raise InvalidSetup(_("There is no block %(name)s.", name=repr(wanted)))


def _who(name: str) -> "Name":
    from replays.ratings import Name, known_as

    return Name("bot" if request.args.get("kind") == "bot" else "person", known_as(name))


def _is_kept(name: str) -> bool:
    try:
        return site().games.accounts.of(name) is not None
    except InvalidSetup:  # an archive may have brought in what is no name here
        return False


def _unknown(name: str) -> str:
    if statistics.missing(site().games):
        return _(
            "Nobody called %(name)s is among the finished games that are counted already. Others of this "
            "server are still being counted: look again soon.", name=name,
        )  # fmt: skip
    return _(
        "Nobody called %(name)s has finished a game on this server. Names are as they were typed at the "
        "table; running games are not listed here.", name=name,
    )  # fmt: skip


def _seats(row: Row, who: "Name") -> list[str]:
    from replays.person_findings import seats_of

    return seats_of(row, who)


def _data_sets(name: str) -> dict[str, str]:
    """The data that a player's finished games were played on: the digests of packs and their names, the
    built-in data (both empty) first."""
    packs = statistics.data_sets(site().redis, site().games)
    known = {"": "", **{digest: pack for sets in packs.values() for digest, pack in sets.items()}}
    return {digest: pack for digest, pack in known.items() if _games(name, digest)}


def _games(name: str, data: str) -> list[Row]:
    """The finished games of a player on these data, the oldest first."""
    from replays.person_findings import games_of

    known = {each.id for each in titles()}
    rows = [row for row in statistics.rows(site().redis, site().games, data=data) if row["title"] in known]
    return [dict(row) for row in games_of(rows, _who(name))]


# One title


def _of_title(rule_set: RuleSet, rows: list[Row], who: "Name", data: str) -> dict[str, Any]:
    """The blocks of a title with their charts; none if the player has not played it."""
    blocks = _blocks(rule_set, rows, who, data)
    return {
        "rules": rule_set,
        "blocks": [(block, chart_of(block, headings()[block.id])) for block in blocks],
    }


def _blocks(rule_set: RuleSet, rows: list[Row], who: "Name", data: str) -> "list[Block]":
    from replays.person_findings import habits, sides
    from replays.rating_findings import rating_over_games

    own = [row for row in rows if row["title"] == rule_set.id]
    if not own:
        return []
    independent = [row for row in own if not statistics.is_apart(row)]
    history = rated.ratings_of(rule_set.id, data).histories.get(who, ())
    found = [rating_over_games(history, _day, language())]
    if independent:
        found.append(sides(independent, rule_set.id, who, lambda each: alone(each, rule_set), language()))
        found.append(habits(independent, rule_set.id, who, language()))
        if who.kind == "person":
            found += _against_others(rule_set, independent, who, data)
    return found


def _against_others(rule_set: RuleSet, rows: list[Row], who: "Name", data: str) -> "list[Block]":
    """How a person does against each other one, and how lucky he was among all games of this server."""
    from replays.standing_findings import head_to_head, luck_of

    reference: dict[str, list[float]] = {}
    for row in statistics.rows(site().redis, site().games, rule_set.id, data=data):
        if row["luck_z"] is not None:
            reference.setdefault(row["scenario"], []).append(row["luck_z"])
    typed = rated.typed_in(rows)
    return [
        head_to_head(rows, rule_set.id, typed, language(), who),
        luck_of(rows, who, reference, language()),
    ]


def _day(at: int) -> str:
    return format_date(datetime.fromtimestamp(at / 1000, UTC), "medium")


# The games


def _listed(row: Row, who: "Name") -> dict[str, Any]:
    """One line of the list of games."""
    rule_set = rated.rules_on(row["title"], row["data"])
    own = _seats(row, who)
    others = [seat for seat in row["seats"].split(",") if seat not in own]
    return {
        "row": row,
        "rules": rule_set,
        "scenario": rule_set.scenario(row["scenario"]),
        "seats": [alone(seat, rule_set) for seat in own],
        "others": [(alone(seat, rule_set), row[f"kind:{seat}"], row[f"player:{seat}"]) for seat in others],
        "result": _result(row, own),
        "day": _day(row["ended_at"]),
    }


def _result(row: Row, own: list[str]) -> str:
    from projections.title_facts import facts_of
    from projections.winning import is_drawn, won, won_by_team

    if is_drawn(row):
        return _("drawn")
    if len(own) == len(row["seats"].split(",")):
        return _("against oneself")
    if any(won(row, seat) for seat in own):
        return _("won")
    return _("won by an ally") if won_by_team(row, facts_of(row["title"]), own[0]) else _("lost")


def headings() -> dict[str, str]:
    """The heading of every block."""
    return {
        "rating": _("Rating"),
        "sides": _("By side"),
        "habits": _("Usual openings"),
        "rivals": _("Head to head"),
        "fortune": _("Luck"),
    }


def captions() -> dict[str, tuple[str, str]]:
    """For every block: what it shows in plain words, and how it is computed."""
    return {
        "rating": (
            _("The band in which the rating lay after each rated game; grey while it was provisional."),
            _(
                "As on the page of statistics: the middle and two standard deviations either way, over the"
                " rated games of this title. Forks, games with known dice, with hints, with a handicap,"
                " against oneself, without names, and those with something taken back by consent are not"
                " rated."
            ),
        ),
        "sides": (
            _("Each mark is the share of games won with a side, with its 95 per cent interval."),
            _(
                "Wins by games of each side; allies win together. The interval may be looked at after "
                "every game (beta-binomial mixture). Below 5 games only the counts, below 10 hollow marks."
                " Forks, games with known dice and those with hints are left out."
            ),
        ),
        "rivals": (
            _("Each mark is the share of decided games that the first of two people won."),
            _(
                "Everybody who sat on different sides at least 5 times. The p-values may be looked at after "
                "every game (beta-binomial mixture) and are adjusted (Holm)."
            ),
        ),
        "fortune": (
            _("How lucky the player's side was in each game, in standard deviations of all rolls and draws."),
            _(
                "The percentile is that among all games of the scenario on this server, where there are at "
                "least 100; below that it is read from the normal table after division by 1.09, and is only "
                "about right. Winners look lucky: whoever rolls well wins more often. The table has the "
                "unluckiest and the luckiest games."
            ),
        ),
        "habits": (
            _("Each mark is the share of games won after an opening, with its 95 per cent interval."),
            _(
                "Openings are named by rules over the first decisions, as on the page of statistics. The "
                "player chose them: a share is an association, not an effect."
            ),
        ),
    }
