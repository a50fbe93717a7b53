"""The statistics page: finished games of this server, or a simulation, one block for each question."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Flask, Response, render_template, request, url_for
from flask_babel import gettext as _

from domain.kernel import RuleSet, titles
from domain.kernel.errors import InvalidSetup, SetAside
from domain.kernel.history import History
from domain.kernel.numbers import whole_number
from domain.kernel.presentation import easiest_title
from domain.store.faults import reading_game
from projections import statistics
from replays.kinship import CannotCompare
from web.analysis import judging, positions, rated
from web.analysis.simulated import simulation_names
from web.base import assets, damaged, limits
from web.base.charting import Chart, chart_of
from web.base.language import language
from web.base.site import prose_of, site
from web.hosting import watching

if TYPE_CHECKING:
    from replays.findings import Block

blueprint = Blueprint("stats", __name__)
MOST = 500
"""The newest games of a filter, at most so many: the opening of each is read from its events once.
Intervals that may be watched hold for a set that grows; the page says where this one moves on instead."""
FEW_GROUPS, OFTEN = 8, 10
"""Of fewer groups of people, or where each has played more games, their games are not told as independent."""
OPENING_EVENTS = 200
DIGITS = 64
"""Of a data pack's digest."""
FIELDS = ("title", "scenario", "kind", "players", "since", "until", "least", "file", "data")


@blueprint.get("/stats")
@limits.streams
def stats() -> str:
    """The page; the address holds the whole filter."""
    from replays import selection

    fields = _fields()
    problem, blocks = "", []
    rule_set = rated.rules_on(fields["title"], fields["data"])
    rows: list[dict[str, Any]] = []
    try:
        rows, found = _rows_and_blocks(rule_set, fields)
        blocks = [(each, _chart(each, rule_set, fields["data"])) for each in found]
    except (CannotCompare, InvalidSetup) as refused:
        problem = refused.message
    return render_template(
        "stats.html",
        fields=fields,
        rule_sets=titles(),
        rules=rule_set,
        data_sets=rated.data_sets(fields["title"]),
        kinds=selection.KINDS,
        files=simulation_names(site().settings.simulations, with_parts=True),
        problem=problem,
        games=_counted_in(rows),
        most=0 if fields["file"] or len(rows) < MOST else MOST,
        resigned=sum(row.get("reason") == "resignation" for row in rows),
        out_of_time=sum(row.get("reason") == "time" for row in rows),
        agreed=sum(row.get("reason") == "agreement" for row in rows),
        pairs=_groups_of_people(rows),
        depend=depend_on_each_other(rows),
        blocks=blocks,
        titles_of_blocks=block_titles(),
        captions=captions(),
        plotly=assets.plotly_url(),
    )


@blueprint.get("/stats.csv")
@limits.streams
def table() -> Response:
    """One block's numbers as CSV; `block` names it, the rest of the address is the filter."""
    title, _games, blocks = asked()
    return as_file(block_named(blocks, request.args.get("block", "")), title)


def _groups_of_people(rows: list[dict[str, Any]]) -> int:
    """Whoever had which seat, the same people are one group."""
    from replays.people import unit_of

    return len({unit_of(row) for row in rows if row["seats_kind"] != "bots"})


def depend_on_each_other(rows: list[dict[str, Any]]) -> bool:
    """Whether the same people come up so often that intervals of independent games are too narrow.
    Couples that keep their sides made an even side look uneven in 5 of 100 sets with ten games of each, in 30
    with thirty or forty."""
    groups, games = _groups_of_people(rows), sum(row["seats_kind"] != "bots" for row in rows)
    return 0 < groups < FEW_GROUPS or games > OFTEN * groups


def asked() -> "tuple[str, int, list[Block]]":
    """(title, how many games, their blocks) by the address. Raises CannotCompare, InvalidSetup."""
    fields = _fields()
    rows, found = _rows_and_blocks(rated.rules_on(fields["title"], fields["data"]), fields)
    return fields["title"], _counted_in(rows), found


def _rows_and_blocks(
    rule_set: RuleSet, fields: dict[str, str]
) -> "tuple[list[dict[str, Any]], list[Block]]":
    """The games of the filter and what they say. Raises CannotCompare, InvalidSetup."""
    from replays import vast

    folder = site().settings.simulations
    if folder is None or fields["file"] not in vast.vast_files(folder):
        rows = _rows(fields)
        return rows, _blocks(rule_set, rows, fields)
    path = folder / fields["file"]
    rate = judging.rate_of(fields["file"])
    return vast.endings(path), vast.vast_blocks(path, prose_of(rule_set).name, rate, language())


def _counted_in(rows: list[dict[str, Any]]) -> int:
    """How many games these rows stand for."""
    from replays.findings import games_of

    return sum(map(games_of, rows))


def block_named(blocks: "Sequence[Block]", wanted: str) -> "Block":
    """The block of this name. Raises InvalidSetup."""
    found = next((each for each in blocks if each.id == wanted), None)
    if found is None:
        raise InvalidSetup(_("There is no block %(name)s.", name=repr(wanted)))
    return found


def as_file(block: "Block", title: str) -> Response:
    """A block's numbers as a CSV file."""
    from replays.tables import csv_of

    response = Response(csv_of(block), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{title}-{block.id}.csv"'
    return response


def _fields() -> dict[str, str]:
    found = {name: request.args.get(name, "")[:60] for name in FIELDS}
    if not any(found.values()) and not _counted():
        found["file"] = next(iter(simulation_names(site().settings.simulations)), "")
    found["title"] = _title_of(found["file"]) or found["title"] or most_played()
    found["data"] = request.args.get("data", "")[:DIGITS]
    return found


def _counted() -> list[str]:
    """The title of every finished game that counts: no fork, no experiment."""
    return [
        row["title"]
        for row in watching.rows()
        if row["status"] == "finished" and not row["parent"] and not row["dice_of"]
    ]


def most_played() -> str:
    """The title of most finished games of this server; without any, the one that newcomers begin with."""
    counts = Counter(_counted())
    return max(counts, key=lambda title: (counts[title], title), default=easiest_title().id)


def _title_of(file: str) -> str:
    """The title that a simulation is of; empty without one."""
    from replays import selection, vast

    folder = site().settings.simulations
    if folder is not None and file in vast.vast_files(folder):
        return vast.made_in_parts(folder, file).title
    if not file or file not in simulation_names(site().settings.simulations):
        return ""
    frame, _turns = selection.simulation(site().settings.simulations, file)
    return str(frame["title"][0]) if frame.height else ""


def _rows(fields: dict[str, str]) -> list[dict[str, Any]]:
    """The games of the filter as rows, with their openings. Raises CannotCompare for a bad day or file."""
    from replays import selection

    if fields["file"]:
        positions.check_file(fields["file"])
        frame, _turns = selection.simulation(site().settings.simulations, fields["file"])
        found = [row for row in frame.to_dicts() if row["title"] == fields["title"]]
    else:
        choice = selection.Choice(
            fields["title"], fields["scenario"], fields["kind"], fields["since"], fields["until"],
            data=fields["data"],
        )  # fmt: skip
        known = statistics.rows(site().redis, site().games, data=fields["data"])
        found = [] if watching.hides_results() else selection.chosen_rows(known, choice).to_dicts()
    least = whole_number(fields["least"]) or 0
    player = fields["players"].strip().lower()
    found = [
        row
        for row in found
        if row["orders"] >= least
        and player in row["players"].lower()
        and fields["scenario"] in ("", row["scenario"])
    ]
    if fields["file"]:
        return found
    newest = sorted(found, key=lambda row: row["ended_at"])[-MOST:]
    return [{**row, **opening} for row in newest if (opening := _opening_if_any(row["game"])) is not None]


def _opening_if_any(game: str) -> dict[str, str] | None:
    """`_opening`; None for a game that is set aside: the others are counted all the same."""
    try:
        with reading_game(game):
            return _opening(site().games.store_id, game)
    except SetAside as problem:
        damaged.told_once(game, problem)
        return None


@lru_cache(maxsize=4 * MOST)
def _opening(store: str, game: str) -> dict[str, str]:
    """What a finished game was dealt and who moved first; it never changes."""
    from replays.openings import opening_of

    games = site().games
    dealt, first = opening_of(History(games.rule_set(game), games.recorded(game, 0, OPENING_EVENTS)))
    return {"first": first, **{f"dealt:{seat}": " ".join(cards) for seat, cards in dealt.items()}}


def _blocks(rule_set: RuleSet, rows: list[dict[str, Any]], fields: dict[str, str]) -> "list[Block]":
    from replays.every_block import ORDER, every_block

    rate, opened = judging.rate_of(fields["file"]), judging.open_turns(fields)
    others = judging.others(rule_set, rows, fields)
    name = prose_of(rule_set).name
    blocks = every_block(rows, rule_set.id, name, rate, language(), opened, others)
    found = {each.id: each for each in blocks}
    if not fields["file"]:
        found |= {each.id: each for each in _players(rule_set, rows, fields["data"])}
    return [found[block] for block in ORDER if block in found]


def _players(rule_set: RuleSet, rows: list[dict[str, Any]], data: str) -> "list[Block]":
    """Those who play: their wins among these games, and the ratings after all games of the title: the filter
    says what is shown, not who has won before."""
    from replays.fighting_findings import pace
    from replays.rating_findings import ratings
    from replays.ratings import rate_games
    from replays.standing_findings import head_to_head, standings

    is_hidden, spoken = watching.hides_results(), language()
    found = rate_games((), rule_set.id) if is_hidden else rated.ratings_of(rule_set.id, data)

    def label(name: Any) -> str:
        return rated.called(name, found, rule_set)

    typed = rated.typed_in(rows)
    return [
        standings(rows, rule_set.id, typed, spoken),
        head_to_head(rows, rule_set.id, typed, spoken),
        pace(rows, typed, spoken),
        ratings(found, label, spoken, "person"),
        ratings(found, label, spoken, "bot"),
    ]


def _chart(block: "Block", rule_set: RuleSet, data: str) -> Chart | None:
    if block.id not in ("ratings", "programs"):
        return chart_of(block, block_titles()[block.id])
    found = rated.ratings_of(rule_set.id, data)
    players = {
        rated.player_called(name.kind, typed): rated.player_link(name.kind, typed)
        for name, typed in found.typed.items()
    }
    return chart_of(block, block_titles()[block.id], lambda called: players.get(called, called))


def csv_url(fields: dict[str, str], block: str) -> str:
    """The address of a block's CSV with the same filter."""
    asked: dict[str, Any] = {name: text for name, text in fields.items() if text}
    return url_for("stats.table", block=block, **asked)


def in_templates(app: Flask) -> None:
    """Gives the templates the addresses of tables and of players, and how many games are not counted yet."""
    app.jinja_env.globals.update(
        csv_url=csv_url,
        player_link=rated.player_link,
        uncounted=lambda: statistics.missing(site().games),
    )


def block_titles() -> dict[str, str]:
    """The heading of every block."""
    return {
        "balance": _("Side balance"),
        "judges": _("Who says so"),
        "apart": _("The sides between equals"),
        "handicap": _("What would make it even"),
        "first": _("Moving first"),
        "openings": _("Openings"),
        "cards": _("Cards dealt"),
        "uses": _("What cards were used for"),
        "standings": _("Standings"),
        "rivals": _("Head to head"),
        "ratings": _("People's ratings"),
        "programs": _("Computers' ratings"),
        "luck": _("Luck"),
        "attacks": _("Attacks by their odds"),
        "losses": _("Losses by place"),
        "ends": _("When games end"),
        "length": _("Length"),
        "pace": _("Time that people take"),
    }


def captions() -> dict[str, tuple[str, str]]:
    """For every block: what it shows in plain words, and how it is computed."""
    return {
        "balance": (
            _(
                "Each mark is a side's share of won games with its 95 per cent interval; the upright stroke "
                "is an even share."
            ),
            _(
                "Wins by games that the side, or the seat, was part of. Sides win together, so an even share "
                "is one by the number of sides, drawn games left out; where the rules name one winner of "
                "allies, a seat's is that by the number of them. Who bid for powers counts as what he "
                "commands, and as himself. The interval may be looked at after every game (beta-"
                "binomial mixture); of a simulation, whose number of games was fixed beforehand, it is "
                "Wilson's. Running games are reckoned in turn by turn (Aalen and Johansen), for a side that "
                "wins sooner would else be found too often among the finished ones. Stronger players may "
                "choose the better side: with people, this is not the side alone."
            ),
        ),
        "first": (
            _(
                "How many points more a side wins when it is the first to move alone."
            ),
            _(
                "The difference between games moved first and later, where both have at least 10 games, with "
                "an interval that may be looked at after every game (mixture of rates); of a simulation, "
                "Newcombe's. Who moves first may itself depend on play, such as a bid: then "
                "this is an association, not an effect."
            ),
        ),
        "cards": (
            _(
                "How many points more a side wins with the card in the hand first dealt than without it."
            ),
            _(
                "A dealt card is an experiment of the shuffle; a played card is not: good positions play "
                "other cards than bad ones, so shares won when a card was played mislead and are not "
                "shown. At least 10 games with and without; intervals and p-values may be looked at after "
                "every game (mixture of rates; of a simulation Newcombe's), and all p-values of this "
                "block are adjusted (Holm)."
            ),
        ),
        "openings": (
            _(
                "Each mark is the share of games won by the side that opened so, with its 95 per cent "
                "interval."
            ),
            _(
                "An opening is named by rules over the first decisions of a finished game; those of one "
                "question (which card first, where the first attack) are compared with each other. "
                "The interval of the difference may be looked at after every game (mixture of rates; of a "
                "simulation Newcombe's), where both have at least 15 games; all p-values of"
                " this block are adjusted (Holm). Who opens so chose it: with people, this is an "
                "association, not an effect."
            ),
        ),
        "uses": (
            _(
                "How often each card was used, by what it was used for. The share of games won with a card "
                "that was played is not shown, because it misleads: cards are played when things go well, or "
                "badly, and would seem to have caused it."
            ),
            _(
                "Every card that was seen to be used in these games; a card that left the hand, or the game, "
                "without use counts as not used. Turns held are counted from the turn in which the card came "
                "into the hand."
            ),
        ),
        "judges": (
            _("The share that one side won, by who played: each mark is one judge."),
            _(
                "All finished games of the scenario on this server and in its simulations. Every two judges "
                "with at least 10 games are compared; the p-values are adjusted (Holm). How well the players "
                "know the scenario is part of the answer."
            ),
        ),
        "apart": (
            _(
                "How often a side would win if both players were equally good, whoever chose which side."
            ),
            _(
                "Finished games of two people. Players known by their other games: logistic regression with "
                "a coefficient for each player and Firth's correction. Pairs of games with sides swapped: of "
                "those in which one side won both games, how many were won by which; the root of these odds. "
                "Both hold their level where the stronger player picks the better side, and may be looked at "
                "after every game (mixture of normals, beta-binomial mixture)."
            ),
        ),
        "handicap": (
            _(
                "The share that the side would have won with so many points given to it, or taken from it."
            ),
            _(
                "The final scores of these games with the points added. Games that ended by a rule under "
                "which the lower score can win stay as they were. The points that may be even are those "
                "whose interval (Wilson; of a server's games that which may be looked at after every game) "
                "holds one half. The games were played without them: a side that knew of the points might "
                "play otherwise, so play on with them before you trust them."
            ),
        ),
        "standings": (
            _("Each mark is a person's share of won games with its 95 per cent interval."),
            _(
                "Finished games of people, drawn ones included; draws count for neither. The interval may "
                "be looked at after every game (beta-binomial mixture). Names are as they were typed at "
                "the tables."
            ),
        ),
        "rivals": (
            _("Each mark is the share of decided games that the first of two people won."),
            _(
                "Everybody who sat on different sides at least 5 times. The p-values may be looked at after "
                "every game (beta-binomial mixture) and are adjusted (Holm)."
            ),
        ),
        "ratings": (
            _(
                "Each bar is the band in which a rating lies: hollow while it is provisional, before 10 "
                "rated games or while the band is wider than 440 points. A rating belongs to a name as it "
                "was typed at a table of this server: names are not accounts, and whoever types a name "
                "plays for its rating."
            ),
            _(
                "Plackett and Luce's model (openskill) over all finished games of the title, whatever else"
                " the filter says. The side that somebody plays counts as a team mate with a rating of its"
                " own for each scenario, so that playing the better side is not taken for skill; allies "
                "are a team. The band is the middle and two standard deviations either way, in points of "
                "which 400 are odds of ten to one; everybody starts at 1500. Not rated: forks, games with "
                "known dice, games against oneself, games without names, and games in which something was "
                "taken back by consent."
            ),
        ),
        "programs": (
            _("The bands of the computers' ways of playing, by the same games and the same measure."),
            _(
                "See people's ratings. Games between people and computers count for both; each kind has a "
                "list of its own."
            ),
        ),
        "luck": (
            _(
                "The luck of that side in each game, in standard deviations of all rolls and draws."
            ),
            _(
                "Score minus expectation of every scored roll and draw, by its exact law, over the square "
                "root of their variance; allies' luck counts for it, their enemies' against it. Longer games "
                "have more rolls, so a few more games than 5 per cent lie beyond 1.96. How far the mean may "
                "lie from 0 by chance holds whenever one looks (mixture of normals, spread 1.09)."
            ),
        ),
        "attacks": (
            _(
                "Each mark is the share of attacks at these odds that succeeded, with its 95 per cent "
                "interval."
            ),
            _(
                "All attacks that were fought out in the scenario that comes up most. Odds are those of the "
                "title's own table, the number of dice, or the points (or dice) of both sides before chance. "
                "Attacks of one game are not independent: the interval comes from the spread between games, "
                "from ten games on, and is that of one look. Who attacks at bad odds may have a reason."
            ),
        ),
        "losses": (
            _("How much was lost in each of these games, and in the table where."),
            _(
                "Eliminated pieces in the title's own measure (units, full values, strength points), both "
                "sides together, in the scenario that comes up most. The interval of a place comes from the "
                "spread between games."
            ),
        ),
        "ends": (
            _("The share of games that were over by each turn."),
            _(
                "Kaplan and Meier's share with Greenwood's error; games that are still running count as far "
                "as they have come. Nobody can tell how those would have ended."
            ),
        ),
        "pace": (
            _("How many seconds people took for an answer."),
            _(
                "From the command before until the answer came; whoever let a quarter of an hour pass is "
                "taken to have been away, and that answer counts in nothing. The interval comes from the "
                "spread between a person's games, from ten games on."
            ),
        ),
        "length": (
            _(
                "How many orders the games took."
            ),
            _(
                "Counts of orders given; answers that only let a window pass do not count."
            ),
        ),
    }
