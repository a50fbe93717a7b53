"""The compare page: two games, or two groups of games.

The statistics (scipy, polars) take a second to import: they come when somebody compares, so that the
first page of a server need not wait for them.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from domain.kernel import ALL, PUBLIC, RuleSet, Seat, titled, titles
from domain.kernel.errors import SetAside
from domain.kernel.history import History
from domain.kernel.prose import prose
from projections import statistics
from replays import figures
from web.analysis import positions
from web.analysis.simulated import simulation_names
from web.base import assets, damaged, limits, words
from web.base.charting import Chart, embedded
from web.base.language import language
from web.base.security import visitor
from web.base.site import prose_of, site
from web.hosting import watching
from web.lookback import pairs_of_boards, win_chance

if TYPE_CHECKING:
    import polars as pl

    from replays.cohorts import GroupComparison
    from replays.selection import Choice
    from replays.side_by_side import SideBySide

blueprint = Blueprint("compare", __name__)
SEED = 1
FIELDS = ("title", "scenario", "kind", "since", "until", "file", "data")
LABELS = "A", "B"
"""What sentences and charts call the two groups: their names are long, and may be the same."""
Drawn = list[dict[str, str]]
"""Figures, each with its title and its JSON."""


class TwoGroups(NamedTuple):
    """What two groups say beside each other, how each is called and their rules; the charts of how the games
    ended, and a chart of each measure turn by turn."""

    found: "GroupComparison"
    names: tuple[str, str]
    rules: RuleSet
    charts: Drawn
    measures: Drawn


@blueprint.get("/compare")
@limits.streams
def compare() -> str:
    """Two games (`a`, `b`), or two groups (`a_title`, `a_kind`, `a_file` ... and the same with `b_`)."""
    from replays import selection
    from replays.kinship import CannotCompare

    games = request.args.get("a", ""), request.args.get("b", "")
    choices = tuple(_choice(side) for side in ("a", "b"))
    found: dict[str, Any] = {}
    problem = ""
    try:
        if all(games):
            both, charts, viewer = two_games(*games)
            found = {"two": pairs_of_boards.page_of(both, charts, viewer, request.args.get("at", type=int))}
        elif request.args.get("do") == "groups":
            asked = [f"{side}_{name}" for side in ("a", "b") for name in FIELDS]
            own: dict[str, Any] = {name: request.args[name] for name in asked if request.args.get(name)}
            table = url_for("api_compare.groups_table", **own)
            found = {"groups": two_groups(*choices), "table": table}
    except CannotCompare as refused:
        problem = refused.said(language())
    known = [row for row in watching.rows() if row["status"] != "open"]
    return render_template(
        "compare.html",
        rule_sets=titles(),
        known=(_by_title(known), _by_title(_like(known, games[0]))),
        files=simulation_names(site().settings.simulations, with_parts=True),
        kinds=selection.KINDS,
        games=games,
        choices=choices,
        data_sets=statistics.data_sets(site().redis, site().games),
        problem=problem,
        plotly=assets.plotly_url(),
        found=found,
    )


def _like(rows: list[dict[str, Any]], game: str) -> list[dict[str, Any]]:
    """Those that a game can be compared with: of its title and its data. All, if it is not among them."""
    kind = next(((row["title"], row["data"]) for row in rows if row["game"] == game), None)
    return [row for row in rows if kind in (None, (row["title"], row["data"])) and row["game"] != game]


def _by_title(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Title, in words, -> its rows, in the order of the rows."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(prose_of(titled(row["title"])).title, []).append(row)
    return found


def _choice(side: str) -> "Choice":
    return choice_of({name: request.args.get(f"{side}_{name}", "") for name in FIELDS})


def choice_of(told: Mapping[str, str]) -> "Choice":
    """The games of a group by the words of an address."""
    from replays.selection import Choice

    return Choice(**{name: told[name][: 64 if name == "data" else 60] for name in FIELDS})


def two_games(first: str, second: str) -> "tuple[SideBySide, list[Chart], Seat]":
    """Both games on one slider, their charts, and who looks: all-seeing only when both are over. Raises
    CannotCompare."""
    games = site().games
    desks = [watching.desk(visitor(game)) for game in (first, second)]
    viewer = ALL if all(desk.is_over for desk in desks) else PUBLIC
    lasts = tuple(desk.standing.version for desk in desks)
    found, charts = _laid_side_by_side(games.store_id, first, second, lasts, viewer, language())
    return found, charts, viewer


@lru_cache(maxsize=8)
def _laid_side_by_side(
    store: str, first: str, second: str, lasts: tuple[int, int], viewer: Seat, spoken: str
) -> "tuple[SideBySide, list[Chart]]":
    """Two games up to their events `lasts`, which never change, and their charts."""
    from replays.side_by_side import side_by_side

    games = site().games
    a, b = (games.recorded(game, 0, last) for game, last in zip((first, second), lasts, strict=True))
    found = side_by_side(a, b, viewer, spoken)
    return found, pairs_of_boards.charts_of(found, win_chance.of_both(a, b) if viewer == ALL else None)


def two_groups(a: "Choice", b: "Choice") -> TwoGroups:
    """Two groups of finished games, or of simulated ones. Raises CannotCompare."""
    from replays import comparison
    from replays.findings import alone
    from replays.kinship import CannotCompare

    (rows_a, turns_a), (rows_b, turns_b) = (_group(choice) for choice in (a, b))
    for rows in (rows_a, rows_b):
        if rows.is_empty():
            raise CannotCompare("empty_group")
    title = rows_a["title"][0]
    rule_set = titled(title)
    told = prose(title, language())
    names = {**told.names, **{f"measure:{each}": text for each, text in told.tables["measures"].items()}}
    result = comparison.groups_compared(rows_a, rows_b, *LABELS, SEED, names, language())
    side = told.name(rows_a["first_side"][0])
    rates = figures.forest(result.findings, LABELS, {each: alone(name) for each, name in names.items()})
    spread = figures.distributions(result, "margin", _("margin"), language())
    charts = [
        _embedded(_("Win rates with intervals of 95 per cent"), rates),
        _embedded(_("Margin: share of games up to each value"), spread),
        _embedded(_("Luck of %(side)s", side=side), figures.luck_funnel(result, language())),
    ]
    bands = {
        label: comparison.bands_of(turns)
        for label, turns in zip(LABELS, (turns_a, turns_b), strict=True)
        if not turns.is_empty()
    }
    called = _name(a, rule_set, rows_a.height), _name(b, rule_set, rows_b.height)
    return TwoGroups(result, called, rule_set, charts, _along(rule_set, bands))


def _along(rule_set: RuleSet, bands: "Mapping[str, pl.DataFrame]") -> Drawn:
    """A chart for each measure that is ever anything but 0, turn by turn."""
    told = prose(rule_set, language())
    drawn: Drawn = []
    for measure in rule_set.measures:
        if any(_varies(band, measure.id) for band in bands.values()):
            name = told.tables["measures"].get(measure.id, measure.name)
            drawn.append(_embedded(name, figures.curves_with_bands(bands, measure.id, language())))
    return drawn


def _varies(band: "pl.DataFrame", measure: str) -> bool:
    """Whether a measure is ever anything but 0: the short game has no Prussians to draw."""
    import polars as pl

    return bool(band.filter((pl.col("measure") == measure) & (pl.col("high90") != 0)).height)


def _name(choice: "Choice", rule_set: RuleSet, games: int) -> str:
    """What a group of so many games is called on the page, beside one of the same title, and how many."""
    from replays.parts import SUFFIX

    if choice.file:
        named = simulation_names(site().settings.simulations, with_parts=True)
        called = named[choice.file].removeprefix(f"{prose_of(rule_set).title}, ")
        if choice.file.endswith(SUFFIX):
            return _("%(name)s (the first %(count)s)", name=called, count=games)
        return called
    scenarios = {each.id: prose_of(rule_set).scenario(each).name for each in rule_set.scenarios}
    parts = [
        scenarios.get(choice.scenario, choice.scenario),
        words.kind_of_players(choice.kind) if choice.kind else "",
        _("since %(day)s", day=choice.since) if choice.since else "",
        _("until %(day)s", day=choice.until) if choice.until else "",
        _("data pack %(name)s", name=_pack_name(choice.data)) if choice.data else "",
    ]
    count = ngettext("%(num)d game", "%(num)d games", games)
    return f"{', '.join(each for each in parts if each) or _('all games')}, {count}"


def _pack_name(digest: str) -> str:
    """What the games on a data pack call it."""
    found = statistics.data_sets(site().redis, site().games)
    return next((sets[digest] for sets in found.values() if digest in sets), digest[:12])


def _group(choice: "Choice") -> "tuple[pl.DataFrame, pl.DataFrame]":
    from replays import selection

    if choice.file:
        positions.check_file(choice.file)
        return selection.simulation(site().settings.simulations, choice.file)
    games = site().games
    rows = selection.chosen_rows(statistics.rows(site().redis, games, data=choice.data), choice)
    if rows.is_empty():
        return rows, rows
    ids = tuple(rows["game"].sort().head(selection.MOST_CURVES))
    return rows, _turns(games.store_id, ids)


@lru_cache(maxsize=16)
def _turns(store: str, games: tuple[str, ...]) -> "pl.DataFrame":
    """The curves of finished games, which never change."""
    from replays import selection

    return selection.turns_of(_readable(games))


def _readable(games: tuple[str, ...]) -> Iterator[History]:
    """The games' histories, without those that are set aside."""
    for game in games:
        try:
            yield site().games.history(game)
        except SetAside as problem:
            damaged.told_once(game, problem)


def _embedded(title: str, figure: Any) -> dict[str, str]:
    """A figure with its title, as the template shows it."""
    return {"title": title, "json": embedded(figure)}
