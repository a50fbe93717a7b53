"""What a simulation found: win rates with intervals, how games ended, lengths, margins, curves by turn."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from babel.lists import format_list
from flask_babel import format_decimal, get_locale, ngettext
from flask_babel import gettext as _

from domain.kernel import RuleSet, titles
from domain.kernel.looks import looks_of
from web.base.charting import Chart, chart_of, embedded
from web.base.language import language
from web.base.site import prose_of
from web.base.words import POLICY_NAMES

if TYPE_CHECKING:
    import polars as pl

    from replays.findings import Block
    from replays.selection import Made
    from replays.simulating import Progress

SEED = 1
QUANTILES = ("low90", "low50", "median", "high50", "high90")


class Report(msgspec.Struct, frozen=True):
    """The page of a finished simulation: its headline, what would make it even, the cost line, the charts,
    those of measures along the games, what else was looked at: one line each (title, sentence), and what was
    lost where, in a hundred games."""

    headline: str
    even: str
    cost: str
    charts: list[Chart]
    measures: list[Chart]
    also: list[tuple[str, str]]
    losses: Chart | None = None
    lost: dict[str, float] = {}
    """Place -> what was lost there, in a hundred games."""


class Paired(msgspec.Struct, frozen=True):
    """A variant beside the simulation that it varies: the same dice, game by game."""

    changed: list[str]
    sentences: list[str]


def simulation_names(folder: Path | None, with_parts: bool = False) -> dict[str, str]:
    """The simulations of a folder: file -> what people call it ("Waterloo, Short game: greedy against
    random, 200 games"). Where two would be called alike, the ends of their files' names follow. Those in
    parts, which only the page of statistics reads, are left out unless they are asked for."""
    from replays import selection, vast

    names = {file: _called(file, selection.made_of(folder, file)) for file in selection.simulations(folder)}
    if folder is not None and with_parts:
        names |= {file: _called(file, vast.made_in_parts(folder, file)) for file in vast.vast_files(folder)}
    counts = Counter(names.values())
    return {
        file: name if counts[name] == 1 else f"{name} ({_stem(file).split('-')[-1]})"
        for file, name in names.items()
    }


def _stem(file: str) -> str:
    return file.removesuffix(".parquet").removesuffix(".parts")


def _called(file: str, made: "Made | None") -> str:
    rule_set = next((each for each in titles() if made is not None and each.id == made.title), None)
    if made is None or rule_set is None:
        return _stem(file)
    words = prose_of(rule_set)
    scenarios = {each.id: words.scenario(each).name for each in rule_set.scenarios}
    scenario = scenarios.get(made.scenario, made.scenario)
    bots = [str(POLICY_NAMES.get(bot, bot)) for bot in made.bots]
    pack = f" ({_('data pack %(name)s', name=made.pack)})" if made.pack else ""
    told = {"title": words.title, "scenario": f"{scenario}{pack}"}
    games = ngettext("%(num)d game", "%(num)d games", made.games)
    if len(bots) == 2:
        return _("%(title)s, %(scenario)s: %(one)s against %(other)s, %(games)s",
                 one=bots[0], other=bots[1], games=games, **told)  # fmt: skip
    players = format_list(bots, locale=get_locale() or "en")
    return _("%(title)s, %(scenario)s: %(players)s, %(games)s", players=players, games=games, **told)


def percent(share: float | None) -> str:
    """A share as a percentage with one decimal, as the page writes it."""
    from flask_babel import format_percent

    return str(format_percent(share or 0.0, "#,##0.0\u00a0%"))


def with_interval(estimate: Any) -> str:
    """A rate with its interval, never alone."""
    return _("%(rate)s (95 %% interval %(low)s to %(high)s)", rate=percent(estimate.estimate),
             low=percent(estimate.low), high=percent(estimate.high))  # fmt: skip


def games_of(folder: Path, found: "Progress") -> "tuple[pl.DataFrame, pl.DataFrame]":
    """The games of a simulation and their measures by turn."""
    from replays import selection

    return selection.simulation(folder, f"{found.name}.parquet")


def report_of(folder: Path, found: "Progress", rule_set: RuleSet) -> Report:
    """What a finished simulation found."""
    from replays.balance_findings import ends
    from replays.fighting_findings import attacks, losses, lost_where
    from replays.findings import balance

    rows, turns = games_of(folder, found)
    words = prose_of(rule_set)
    played = rows.to_dicts()
    block = balance(played, words.name, found.interval, language(), 1)
    rates = [found.rate(each) for each in found.played]
    widest = max((each.high or 0.0) - (each.low or 0.0) for each in rates) / 2
    charts = [
        (_balance_chart(block, found.rate(found.seats[0]).method), True),
        _endings_chart(rows, found, rule_set),
        _of_block(ends(played, words.name, (), language())),
        (_spread_chart(_("Length: orders in a game"), rows["orders"].to_list(), _("orders"))[0], False),
        _spread_chart(
            _("Margin: points of %(side)s over the others'", side=words.name(rows["first_side"][0])),
            rows["margin"].to_list(), _("margin"),
        ),
    ]  # fmt: skip
    asked, even = _also_asked(folder, found, played, rule_set)
    charts = [*asked, *charts, _of_block(attacks(played, language()))]
    measures = _bands_charts(turns, rule_set)
    where, tells = _of_block(losses(played, words.name, language()))
    if not tells:
        charts.append((where, False))
    return Report(
        headline=block.headline,
        even=even,
        cost=_("%(games)s games, %(seconds)s seconds, 95 %% interval ±%(half)s points, seed %(seed)s.",
               games=found.done, seconds=round(found.seconds), half=format_decimal(100 * widest, "0.0"),
               seed=found.seed),
        charts=[chart for chart, tells in charts if tells],
        measures=[chart for chart, tells in measures if tells],
        also=[(chart.title, chart.summary) for chart, tells in (*charts, *measures) if not tells],
        losses=where if tells else None,
        lost=lost_where(played) if tells else {},
    )  # fmt: skip


def _of_block(block: "Block") -> tuple[Chart, bool]:
    """Its chart, and whether it tells anything: of few games there are words alone, and a single line, or
    none with an interval, is no picture."""
    from web.analysis.stats import block_titles

    title = block_titles()[block.id]
    chart = chart_of(block, title) or Chart(title, "", block.headline, [], [])
    return chart, bool(block.figure) and len(block.rows) > 1


def _also_asked(
    folder: Path, found: "Progress", played: list[dict[str, Any]], rule_set: RuleSet
) -> tuple[list[tuple[Chart, bool]], str]:
    """What other judges say, with whether there is a picture of it, and what would make it even."""
    from replays.balance_findings import handicap, judges
    from replays.findings import NEEDED
    from web.analysis import judging

    if len(played) < NEEDED:
        return [], ""
    name = prose_of(rule_set).name
    fields = {"file": f"{found.name}.parquet", "data": found.data, "scenario": found.scenario}
    others = [] if found.game else judging.others(rule_set, played, fields)
    even = handicap(played, name, language(), found.interval).headline
    return [_of_block(judges([*played, *others], name, found.interval, language()))], even


def _balance_chart(block: "Block", method: str) -> Chart:
    """How often each side and each seat won, beside what would be even."""
    from replays.statistics import Estimate

    evens = [even for *_rate, even in block.rows]
    rates = [
        (side, Estimate(share, low, high, games, method))
        for side, games, share, low, high, _even in block.rows
    ]
    chart = _rates_chart(_("Win rates"), rates)
    return msgspec.structs.replace(
        chart,
        json=embedded(block.figure),
        head=[*chart.head, _("Even share")],
        rows=[
            [*row, "" if even is None else percent(even)] for row, even in zip(chart.rows, evens, strict=True)
        ],
    )


def _rates_chart(title: str, rates: list[tuple[str, Any]]) -> Chart:
    from replays.analysis_figures import rates_figure

    return Chart(
        title=title,
        json=embedded(rates_figure(rates)),
        summary="; ".join(f"{name}: {with_interval(each)}" for name, each in rates) + ".",
        head=[_("Result"), _("Games"), _("Share"), _("from"), _("to"), _("Method")],
        rows=[
            [name, str(each.n), percent(each.estimate), percent(each.low), percent(each.high), each.method]
            for name, each in rates
        ],
    )


def _endings_chart(rows: "pl.DataFrame", found: "Progress", rule_set: RuleSet) -> tuple[Chart, bool]:
    """With whether it tells anything: the games did not all end alike."""
    from projections.winning import DRAW

    words, n = prose_of(rule_set), rows.height
    counts = Counter(zip(rows["winners"], rows["rule"], strict=True))
    kinds = [
        (_("%(side)s by §%(rule)s",
           side=_("draw") if winners == DRAW else words.name(winners.split(",")), rule=rule),
         found.interval(count, n))
        for (winners, rule), count in counts.most_common()
    ]  # fmt: skip
    return _rates_chart(_("How the games ended: who won, and by which rule"), kinds), len(kinds) > 1


def _spread_chart(title: str, values: list[float], name: str) -> tuple[Chart, bool]:
    """With whether it tells anything: the games are not few, and the values not all the same."""
    from replays.analysis_figures import histogram
    from replays.findings import NEEDED
    from replays.statistics import mean_of

    ordered = sorted(values)
    quantiles = [ordered[round(share * (len(ordered) - 1))] for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
    low, lower, middle, upper, high = map(_number, quantiles)
    average = mean_of(ordered, SEED)
    text = _(
        "Half of the games lie between %(lower)s and %(upper)s, nine of ten between %(low)s and %(high)s; "
        "the middle one has %(middle)s, the mean is %(mean)s (95 %% interval %(from)s to %(to)s).",
        lower=lower, upper=upper, low=low, high=high, middle=middle,
        mean=_bound(average.estimate),
        **{"from": _bound(average.low), "to": _bound(average.high)},
    )  # fmt: skip
    chart = Chart(
        title=title,
        json=embedded(histogram(ordered, name)),
        summary=text,
        head=[_("Of the games"), name],
        rows=[
            [_("5 per cent lie at most at"), low],
            [_("25 per cent lie at most at"), lower],
            [_("half lie at most at"), middle],
            [_("75 per cent lie at most at"), upper],
            [_("95 per cent lie at most at"), high],
        ],
    )
    return chart, ordered[0] != ordered[-1] and len(ordered) >= NEEDED


def _bound(value: float | None) -> str:
    return _("unknown") if value is None else _number(value, "0.0")


def _number(value: float, form: str = "0.##") -> str:
    """A number with a minus for a hyphen, and no sign at nothing."""
    text = str(format_decimal(value, form)).replace("-", "−")
    return text if any(digit in text for digit in "123456789") else text.lstrip("−")


def _bands_charts(turns: "pl.DataFrame", rule_set: RuleSet) -> list[tuple[Chart, bool]]:
    """Each with whether it tells anything: games or turns differ in it."""
    import polars as pl

    from replays import comparison, figures

    bands, words, sides = comparison.bands_of(turns), prose_of(rule_set), looks_of(rule_set.id).sides
    charts = []
    for measure in rule_set.measures:
        own = bands.filter(pl.col("measure") == measure.id)
        if not own.filter(pl.col("high90") != 0).height:
            continue
        name = words.tables["measures"].get(measure.id, measure.name)
        rows = own.drop_nulls("median").sort("turn").to_dicts()
        last = rows[-1]
        chart = Chart(
            title=name,
            json=embedded(
                figures.curves_with_bands({name: own}, measure.id, language(), sides.get(measure.side))
            ),
            summary=_(
                "Of the %(games)s games that reached turn %(turn)s the middle one has %(median)s, half of "
                "them %(low)s to %(high)s.",
                games=last["n"], turn=last["turn"], median=_number(last["median"]),
                low=_number(last["low50"]), high=_number(last["high50"]),
            ),
            head=[_("Turn"), _("Games"), "5 %", "25 %", "50 %", "75 %", "95 %"],
            rows=[
                [str(row["turn"]), str(row["n"]), *(_number(row[each]) for each in QUANTILES)] for row in rows
            ],
        )  # fmt: skip
        charts.append((chart, len({row[each] for row in rows for each in QUANTILES}) > 1))
    return charts


def variant_of(folder: Path, found: "Progress", other: "Progress", rule_set: RuleSet) -> Paired:
    """A variant against the simulation it varies: differences of the games with the same number."""
    from projections.title_facts import facts_of
    from projections.winning import results
    from replays.paired import paired_gap

    words, facts = prose_of(rule_set), facts_of(rule_set.id)
    mine, theirs = (
        {row["number"]: results(row, facts) for row in games_of(folder, each)[0].to_dicts()}
        for each in (found, other)
    )
    sentences = []
    for side in [each for each in found.played if each in other.played]:
        pairs = [
            (mine[number][side][0], theirs[number][side][0])
            for number in mine
            if number in theirs and side in mine[number] and side in theirs[number]
        ]
        if not pairs:
            continue
        gap = paired_gap(pairs.count((True, False)), pairs.count((False, True)), len(pairs))
        sentences.append(
            _(
                "%(side)s: %(gap)s points (paired 95 %% interval %(low)s to %(high)s, %(n)s pairs of games).",
                side=words.name(side), gap=_signed(gap.estimate), low=_signed(gap.low),
                high=_signed(gap.high), n=len(pairs),
            )
        )  # fmt: skip
    return Paired(_changes(found, other, rule_set), sentences)


def _signed(share: float | None) -> str:
    return _("unknown") if share is None else str(format_decimal(100 * share, "+0.0;−0.0"))


def _changes(found: "Progress", other: "Progress", rule_set: RuleSet) -> list[str]:
    words = prose_of(rule_set)
    changed = []
    if found.scenario != other.scenario:
        after, before = (words.scenario(rule_set.scenario(each.scenario)).name for each in (found, other))
        changed.append(_("scenario %(after)s instead of %(before)s", after=after, before=before))
    if found.data != other.data:
        after, before = (each.pack or _("built-in data") for each in (found, other))
        changed.append(_("data: %(after)s instead of %(before)s", after=after, before=before))
    if found.seats != other.seats:
        after, before = (words.name(each.seats) for each in (found, other))
        changed.append(_("played by %(after)s instead of %(before)s", after=after, before=before))
    theirs = dict(zip(other.seats, other.bots, strict=True))
    for seat, bot in zip(found.seats, found.bots, strict=True):
        if theirs.get(seat) not in (None, bot):
            after, before = (POLICY_NAMES.get(each, each) for each in (bot, theirs[seat]))
            changed.append(
                _("%(side)s played by %(after)s instead of %(before)s",
                  side=words.name(seat), after=after, before=before)
            )  # fmt: skip
    if found.seed != other.seed:
        changed.append(_("another seed: the dice are not the same"))
    return changed
