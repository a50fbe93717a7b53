"""Who is asked whether a scenario is even: the games of this server, running ones as far as they have come,
and every simulation of the scenario."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domain.kernel import RuleSet
from projections import statistics
from web.analysis import positions
from web.base.site import site
from web.hosting import watching

if TYPE_CHECKING:
    from replays.findings import Rate

Row = Mapping[str, Any]
MOST = 8
"""So many other simulations of a scenario are asked at most."""


def is_fixed(folder: Path | None, file: str) -> bool:
    """Whether a simulation has as many games as were asked for. One that ended as soon as it was narrow
    enough, or was stopped by somebody who watched it, has not."""
    from replays.parts import SUFFIX, is_whole
    from replays.simulating import progress_of

    if folder is not None and file.endswith(SUFFIX):
        return is_whole(folder / file)
    if folder is None or not (folder / file).with_suffix(".run.json").exists():
        return True
    return progress_of(folder, file.removesuffix(".parquet")).state == "done"


def rate_of(file: str) -> "Rate":
    """The interval for the games of a simulation, or of this server, which are looked at again and again."""
    from replays.always_valid import always_valid
    from replays.statistics import wilson

    return wilson if file and is_fixed(site().settings.simulations, file) else always_valid


def open_turns(fields: Mapping[str, str]) -> list[int]:
    """In which turns the games are that the filter would count if they were over."""
    if any(fields[each] for each in ("file", "since", "until", "players")) or watching.hides_results():
        return []
    hinted = site().games.hints.games()
    return [
        row["turn"]
        for row in watching.rows()
        if row["status"] == "running"
        and row["title"] == fields["title"]
        and fields["scenario"] in ("", row["scenario"])
        and fields["data"] == row["data"]
        and not row["parent"]
        and not row["dice_of"]
        and fields["kind"] in ("", statistics.seats_kind(each["kind"] for each in row["seats"]))
        and row["game"] not in hinted
        and not statistics.handicap_of(site().games.head(row["game"]).standing.opened.options)
    ]


def others(rule_set: RuleSet, rows: Sequence[Row], fields: Mapping[str, str]) -> list[Row]:
    """The games of other simulations of the scenario that comes up most, and those of this server beside a
    simulation; all on the same data as these `rows`."""
    from replays import selection
    from replays.balance_findings import most_played

    own = most_played(rows)
    scenario = own[0]["scenario"] if own else fields["scenario"] or rule_set.scenarios[0].id
    data = own[0]["data"] if own else fields["data"]
    folder, found, asked = site().settings.simulations, list[Row](), 0
    for file in selection.simulations(folder):
        made = selection.made_of(folder, file)
        fits = made is not None and (made.title, made.scenario) == (rule_set.id, scenario)
        if not fits or file == fields["file"] or asked == MOST or folder is None or positions.goes_on(file):
            continue
        frame = selection.read_rows(folder / file)
        if not frame.is_empty() and frame["data"][0] == data:
            found += frame.to_dicts()
            asked += 1
    if fields["file"] and not watching.hides_results():
        known = statistics.rows(site().redis, site().games, rule_set.id, scenario, data)
        found += [row for row in known if not statistics.is_apart(row)]
    return found
