"""What the finished games of one filter say: one block of numbers, a figure and a sentence by rule for each
question (`analytics.md` 7.3 to 7.6).

Games come as rows: those of `projections.statistics` or of a simulation, with `dealt:<seat>` (cards, with
blanks between them) and `first` where they are known. Rates of games that are looked at again and again get
the interval that may be watched; a simulation whose number of games was fixed beforehand gets Wilson's.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.looks import looks_of
from projections.title_facts import TitleFacts, facts_of
from projections.winning import is_drawn, results, seats_at, subjects, together, won
from replays import verdicts
from replays.always_valid import always_valid
from replays.analysis_figures import gaps_figure, histogram, rates_figure
from replays.several_questions import clearest, holm
from replays.statistics import Z80, Comparison, Estimate, lead_p, mean_of, wilson
from replays.unfinished import Ended, share_of
from replays.watched import gap_by, luck_bound, luck_once

NEEDED = 20
IN_GROUP = 10
SHOWN = 14
MOSTLY = 0.9
"""Who moves first in so many of all games does so by the set-up."""
SEED = 1
DRAWN = 5000
"""A picture shows at most so many values."""

Row = Mapping[str, Any]
Name = Callable[[Any], str]
Rate = Callable[..., Estimate]
"""(wins, games, level: how often the interval may be wrong) -> the rate with its interval."""


class Block(msgspec.Struct, frozen=True):
    """One question: how many games can speak to it, and what they say; below `needed` of them in grey."""

    id: str
    games: int
    headline: str
    figure: Any
    head: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    needed: int = NEEDED

    @property
    def has_enough(self) -> bool:
        return self.games >= self.needed


def say(language: str, key: str, **fields: Any) -> str:
    """The sentence `key` of `[findings]`, with a capital letter."""
    return alone(verdicts.sentence("findings", key, language, **fields))


def alone(text: str) -> str:
    """A sentence, or a name in a table or beside a bar, begins with a capital letter."""
    return text[:1].upper() + text[1:]


def words(language: str, *keys: str) -> tuple[str, ...]:
    """The headings of columns."""
    return tuple(verdicts.texts(language)["columns"][key] for key in keys)


def few(block: str, games: int, language: str, needed: int = NEEDED, key: str = "few") -> Block:
    """The block of so few games that nothing is said of them; `key` names the sentence."""
    return Block(block, games, say(language, key, have=games, need=needed), None, (), (), needed)


def seats_of(rows: Sequence[Row]) -> list[str]:
    """Every seat of these games, in the order in which they come up."""
    return list(dict.fromkeys(seat for row in rows for seat in seats_at(row)))


def points(share: float | None) -> str:
    """A share as whole percent; None is 0."""
    return verdicts.points(share or 0.0)


def shortly(called: str) -> str:
    """The name of a card without what stands in brackets behind it: room for the marks on a phone."""
    return called.split(" (")[0]


def rate_fields(rate: Estimate) -> dict[str, str]:
    """What sentences say of a rate."""
    return {"rate": verdicts.percent(rate.estimate), "low": points(rate.low), "high": points(rate.high)}


class Subject(msgspec.Struct, frozen=True):
    """A side or a seat over the games that it was part of: how often it won, and what an even share is.

    `decided` and `fair` leave draws out: the wins that it would have if it were no better than the others.
    """

    id: str
    wins: int
    games: int
    decided: int
    fair: float

    @property
    def even(self) -> float:
        """An even share of the games, drawn ones included."""
        return self.fair * self.decided / self.games

    @property
    def lead(self) -> float:
        """By how much the share of decided games exceeds an even one."""
        return self.wins / self.decided - self.fair if self.decided else 0.0


def games_of(row: Row) -> int:
    """How many games a row stands for: one, or all that ended alike, counted in `games`."""
    return int(row.get("games", 1))


def tallied(rows: Sequence[Row], facts: TitleFacts) -> tuple[list[Subject], list[Subject]]:
    """Every side, and every seat that is not a whole side."""
    sides, seats = subjects(rows, facts)
    found: dict[str, list[tuple[int, bool, bool, float]]] = {each: [] for each in (*sides, *seats)}
    for row in rows:
        drawn, games = is_drawn(row), games_of(row)
        for id, (has_won, share) in results(row, facts).items():
            found[id].append((games, drawn, has_won, share))

    def subject(id: str) -> Subject:
        own = found[id]
        decided = sum(games for games, drawn, _, _ in own if not drawn)
        fair = math.fsum(games * share for games, drawn, _, share in own if not drawn)
        wins = sum(games * has_won for games, _, has_won, _ in own)
        games = sum(games for games, *_ in own)
        return Subject(id, wins, games, decided, fair / decided if decided else 0.0)

    return [subject(each) for each in sides], [subject(each) for each in seats]


def foremost(sides: Sequence[Subject], rate: Rate) -> tuple[Subject, Estimate, bool]:
    """(the side with the greatest lead, its share of the decided games, whether that is more than even).

    Sides are what is tested, against an even share of the games that are not drawn: of two sides one test
    says all. Of more, the intervals are as wide as so many need.
    """
    best = max(sides, key=lambda each: each.lead)
    level = level_of(sides)
    if not best.decided:
        return best, rate(0, best.games, level), False
    share = rate(best.wins, best.decided, level)
    # Wilson's interval leaves an even share out in up to 6 of 100 groups: the exact test has the last word
    stands_out = (share.low or 0.0) > best.fair and lead_p(best.wins, best.decided, best.fair) < level
    return best, share, stands_out


def level_of(sides: Sequence[Subject]) -> float:
    """How often a side's interval may be wrong: of more than two each is asked."""
    return verdicts.LEVEL / (len(sides) if len(sides) > 2 else 1)


def visible_lead(games: int, rate: Rate, level: float = verdicts.LEVEL) -> float:
    """By how much a side must lead in so many decided games to stand out in four of five repeats."""
    if not games:
        return 1.0
    half = rate(games // 2, games, level)
    return min(1.0, ((half.high or 1.0) - (half.low or 0.0)) / 2 + Z80 / math.sqrt(4 * games))


def endings_of(rows: Sequence[Row], facts: TitleFacts) -> list[Ended]:
    """In which turn each game ended, and which side won it."""
    found = []
    for row in rows:
        own = together(row, facts)
        winner = next((side for side, seats in own.items() if any(won(row, seat) for seat in seats)), "")
        found += [Ended(row["turns"], winner)] * games_of(row)
    return found


def balance(
    rows: Sequence[Row],
    name: Name,
    rate: Rate,
    language: str = "en",
    needed: int = NEEDED,
    opened: Sequence[int] = (),
) -> Block:
    """How often each side and each seat wins, of the games that it was part of, and how many are drawn.
    A row may stand for several games that ended alike (`games_of`).

    `opened` are the turns that games are in which are not over: a side stands out only if it does with them
    reckoned in as well.
    """
    count = sum(map(games_of, rows))
    if count < needed:
        return few("balance", count, language, needed)
    sides, seats = tallied(rows, facts_of(rows[0]["title"]))
    best, leading, stands_out = foremost(sides, rate)
    visible, also = visible_lead(best.decided, rate, level_of(sides)), ""
    if opened:
        whole = share_of(best.id, endings_of(rows, facts_of(rows[0]["title"])), opened)
        stands_out = stands_out and (whole.low or 0.0) > best.even
        also = " " + say(language, "balance_open", open=len(opened), side=name(best.id), **rate_fields(whole))
    can_show = visible < 1 - best.fair
    same = "balance_same" if can_show else "balance_few" if best.decided else "balance_drawn"
    key = "balance_differs" if stands_out else same
    games = verdicts.texts(language)["words"]["games" if best.decided == best.games else "decided_games"]
    headline = say(language, key, side=name(best.id), n=leading.n, games=games, visible=points(visible),
                   even=points(best.fair), who=played_by(rows, name, language),
                   **rate_fields(leading)) + also  # fmt: skip
    shown: list[tuple[str, Estimate, float | None]] = [
        (alone(name(each.id)), rate(each.wins, each.games), each.even) for each in (*sides, *seats)
    ]
    looks = [looks_of(rows[0]["title"]).sides.get(each.id) for each in (*sides, *seats)]
    if draws := sum(games_of(row) for row in rows if is_drawn(row)):
        shown.append((verdicts.texts(language)["columns"]["draw"], rate(draws, count), None))
    return Block(
        "balance", count, headline,
        rates_figure([(side, each) for side, each, _ in shown], [even for _, _, even in shown], looks),
        words(language, "side", "games", "share", "low", "high", "even"),
        tuple((side, each.n, each.estimate, each.low, each.high, even) for side, each, even in shown), needed,
    )  # fmt: skip


def played_by(rows: Sequence[Row], name: Name, language: str) -> str:
    """In games between whom, as it stands in a sentence: the judge decides the answer."""
    kinds = {row["seats_kind"] for row in rows}
    if kinds == {"people"}:
        return verdicts.sentence("players", "people", language)
    bots = {_bots(row) for row in rows if row["seats_kind"] != "people"}
    called = verdicts.texts(language)["policies"]
    policies = sorted({called.get(bot, bot) for table in bots for _, bot in table if bot})
    listed = verdicts.texts(language)["words"]["listed"].join(policies)
    if kinds == {"bots"} and len(policies) == 1:
        return verdicts.sentence("players", "alike", language, bots=listed)
    if kinds == {"bots"} and len(bots) == 1:
        at = "; ".join(f"{name(seat)}: {called.get(bot, bot)}" for seat, bot in next(iter(bots)))
        return verdicts.sentence("players", "by_seat", language, bots=at)
    key = "several" if kinds == {"bots"} else "mixed" if kinds == {"mixed"} else "everybody"
    return verdicts.sentence("players", key, language, bots=listed)


def _bots(row: Row) -> tuple[tuple[str, str], ...]:
    """The computers of a game, each with its seat."""
    listed = dict(zip(seats_at(row), row["players"].split(","), strict=False))
    named = ((seat, row.get(f"player:{seat}") or listed.get(seat, "")) for seat in seats_at(row))
    return tuple((seat, bot) for seat, bot in named if row.get(f"kind:{seat}", "bot") == "bot")


def first_move(rows: Sequence[Row], name: Name, rate: Rate, language: str = "en") -> Block:
    """Each seat's wins when it moved first against its wins when another did."""
    known = [row for row in rows if row.get("first")]
    if len(known) < NEEDED:
        return few("first", len(known), language)
    found: list[tuple[str, Comparison]] = []
    asked: list[frozenset[tuple[int, int]]] = []
    for seat in seats_of(known):
        playing = [row for row in known if seat in seats_at(row)]
        moved_first = [won(row, seat) for row in playing if row["first"] == seat]
        later = [won(row, seat) for row in playing if row["first"] != seat]
        if min(len(moved_first), len(later)) >= IN_GROUP:
            k, n, lost, others = sum(moved_first), len(moved_first), len(later) - sum(later), len(later)
            found.append((seat, gap_by(rate)(k, n, others - lost, others)))
            # of two seats the second says what the first does, if no game was drawn
            asked.append(frozenset([(k, n), (lost, others)]))
    if not found:
        usual = max(seats_of(known), key=lambda seat: sum(row["first"] == seat for row in known))
        count = sum(row["first"] == usual for row in known)
        if count < MOSTLY * len(known):
            return few("first", min(count, len(known) - count), language, IN_GROUP)
        headline = say(language, "first_always", side=name(usual), k=count, n=len(known))
        return Block("first", len(known), headline, None, (), ())
    own = [1.0 if gap.p is None else gap.p for _, gap in found]
    at, new = clearest(own, [gap.estimate for _, gap in found]), [*dict.fromkeys(asked)]
    among = dict(zip(new, holm([own[asked.index(each)] for each in new]), strict=True))
    adjusted, (seat, gap) = [among[each] for each in asked], found[at]
    seen = gap_by(rate, len(new))(0, gap.n_a, 0, gap.n_b).visible
    key = "first_differs" if verdicts.stands_out(adjusted[at]) else "first_same"
    headline = say(language, key, side=name(seat), n=len(known), p=verdicts.p_text(adjusted[at], language),
                   **gap_fields(msgspec.structs.replace(gap, visible=seen)))  # fmt: skip
    return Block(
        "first", len(known), headline, gaps_figure([(alone(name(s)), *in_points(each)) for s, each in found]),
        words(language, "side", "first", "not_first", "gap", "low", "high", "adjusted"),
        tuple((alone(name(s)), g.n_a, g.n_b, g.estimate, g.low, g.high, p)
              for (s, g), p in zip(found, adjusted, strict=True)),
    )  # fmt: skip


def gap_fields(gap: Comparison) -> dict[str, str]:
    """What sentences say of a difference of rates."""
    estimate, low, high = in_points(gap)
    told = {"gap": estimate, "low": low, "high": high}
    signed = {key: f"{number:+.0f}".replace("-", "−") for key, number in told.items()}
    return {**signed, "visible": points(gap.visible)}


def in_points(gap: Comparison) -> tuple[float, float, float]:
    """A difference of rates and its interval in percentage points."""
    return 100 * gap.estimate, 100 * (gap.low or 0.0), 100 * (gap.high or 0.0)


def dealt_counts(rows: Sequence[Row], seat: str) -> dict[str, tuple[int, int, int, int]]:
    """For each card that a seat was dealt often enough, and often enough not: its wins and games with it,
    and those without."""
    own = [(set((row.get(f"dealt:{seat}") or "").split()), won(row, seat)) for row in rows]
    known = [(hand, victory) for hand, victory in own if hand]
    found = {}
    for card in sorted({card for hand, _ in known for card in hand}):
        held = [victory for hand, victory in known if card in hand]
        missed = [victory for hand, victory in known if card not in hand]
        if min(len(held), len(missed)) >= IN_GROUP:
            found[card] = (sum(held), len(held), sum(missed), len(missed))
    return found


def most_of_a_card(rows: Sequence[Row]) -> int:
    """In how many games the card that comes nearest to a comparison was dealt to a seat, or was not."""
    found = 0
    for seat in seats_of(rows):
        hands = [set(dealt.split()) for row in rows if (dealt := row.get(f"dealt:{seat}"))]
        for card in {card for hand in hands for card in hand}:
            held = sum(card in hand for hand in hands)
            found = max(found, min(held, len(hands) - held))
    return found


def cards(rows: Sequence[Row], name: Name, rate: Rate, language: str = "en") -> Block:
    """The dealt effect of each card: wins of a seat that was dealt it minus its wins without, all p adjusted.

    The shuffle decides who is dealt what, so this compares like with like, as cards played do not.
    """
    dealt = [row for row in rows if any(row.get(f"dealt:{seat}") for seat in seats_at(row))]
    if len(dealt) < NEEDED:
        return few("cards", len(dealt), language)
    found = [
        (seat, card, gap_by(rate)(k1, n1, k2, n2), k1 / n1, k2 / n2)
        for seat in seats_of(dealt)
        for card, (k1, n1, k2, n2) in dealt_counts(dealt, seat).items()
    ]
    if not found:
        return few("cards", most_of_a_card(dealt), language, IN_GROUP)
    adjusted = holm([1.0 if each[2].p is None else each[2].p for each in found])
    ranked = sorted(
        zip(found, adjusted, strict=True),
        key=lambda each: (each[1], 1.0 if each[0][2].p is None else each[0][2].p, -abs(each[0][2].estimate)),
    )
    (seat, card, gap, _, _), smallest = ranked[0]
    gap = msgspec.structs.replace(gap, visible=gap_by(rate, len(found))(0, gap.n_a, 0, gap.n_b).visible)
    key = "cards_differ" if verdicts.stands_out(smallest) else "cards_same"
    headline = say(language, key, side=name(seat), card=name(card), p=verdicts.p_text(smallest, language),
                   **gap_fields(gap))  # fmt: skip
    shown = [(f"{shortly(name(c))} ({name(s)})", *in_points(g)) for (s, c, g, _, _), _ in ranked[:SHOWN]]
    return Block(
        "cards", len(dealt), headline, gaps_figure(shown),
        words(language, "card", "side", "with", "without", "rate_with", "rate_without", "gap", "low", "high",
               "adjusted"),
        tuple((name(c), alone(name(s)), g.n_a, g.n_b, a, b, g.estimate, g.low, g.high, p)
              for (s, c, g, a, b), p in ranked),
    )  # fmt: skip


def luck(rows: Sequence[Row], name: Name, rate: Rate, language: str = "en") -> Block:
    """The first side's luck in standard deviations: its mean, and how many games lie beyond 1.96."""
    values = [float(row["luck_z"]) for row in rows if row.get("luck_z") is not None]
    n = len(values)
    if n < NEEDED:
        return few("luck", n, language)
    mean = math.fsum(values) / n
    chance = luck_bound(n) if rate is always_valid else luck_once(n)
    beyond = wilson(sum(abs(value) > 1.96 for value in values), n)
    key = "luck_unusual" if abs(mean) > chance else "luck_usual"
    headline = say(language, key, mean=verdicts.signed(mean, language), n=n,
                   outer=verdicts.signed(chance, language).removeprefix("+"),
                   side=name(rows[0]["first_side"]), **rate_fields(beyond))  # fmt: skip
    return Block(
        "luck", n, headline, histogram(values, verdicts.texts(language)["columns"]["luck"]),
        words(language, "games", "mean", "chance", "beyond", "low", "high"),
        ((n, mean, chance, beyond.estimate, beyond.low, beyond.high),),
    )  # fmt: skip


def length(rows: Sequence[Row], name: Name, language: str = "en") -> Block:
    """How many orders a game takes."""
    return length_of([float(row["orders"]) for row in rows], language)


def length_of(orders: Sequence[float], language: str = "en") -> Block:
    """The same of the orders of each game."""
    values = sorted(orders)
    if len(values) < NEEDED:
        return few("length", len(values), language)
    marks = [values[round(share * (len(values) - 1))] for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
    mean = mean_of(values, SEED)
    headline = say(language, "length", n=len(values), middle=f"{marks[2]:g}", lower=f"{marks[1]:g}",
                    upper=f"{marks[3]:g}", least=f"{marks[0]:g}", most=f"{marks[4]:g}")  # fmt: skip
    return Block(
        "length", len(values), headline,
        histogram(thinned(values), verdicts.texts(language)["columns"]["orders"]),
        words(language, "games", "mean", "low", "high", "five", "quarter", "half", "three_quarters", "most"),
        ((len(values), mean.estimate, mean.low, mean.high, *marks),),
    )  # fmt: skip


def thinned(ordered: Sequence[float]) -> Sequence[float]:
    """Values in order, of very many only those at equal steps: the same picture from fewer numbers."""
    if len(ordered) <= DRAWN:
        return ordered
    return [ordered[round(place * (len(ordered) - 1) / (DRAWN - 1))] for place in range(DRAWN)]


def blocks(
    rows: Sequence[Row], name: Name, rate: Rate, language: str = "en", opened: Sequence[int] = ()
) -> list[Block]:
    """What every title's games are asked; `opened` as for `balance`."""
    return [
        balance(rows, name, rate, language, opened=opened),
        first_move(rows, name, rate, language),
        cards(rows, name, rate, language),
        luck(rows, name, rate, language),
        length(rows, name, language),
    ]
