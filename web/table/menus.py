"""Menus as a page lays them out: on the cards of the hand, by counter, the rest in the prompt bar.

In the prompt an answer that gives something up stands last and quietly, and at most one answer is green: the
one that carries out what was built up, or the only one there is.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

import msgspec

Option = dict[str, Any]

SHOWN_IN_BAR = 4
"""With more choices than these the prompt bar keeps only those of which there is one of a kind."""
LETTERS_IN_BAR = 130
"""So many letters of its answers the prompt bar has room for, on two lines each."""
SHOWN_IN_SHORT = 8
"""So many answers of one kind it has room for, where their labels begin alike and only the rest is told."""
MOST_TO_PICK = 80
"""From more options than these nobody wants to pick in the prompt."""
SHOWN_ON_CARD = 3
"""A card with more choices than this shows those of one kind folded up."""
SHOWN_OF_PIECE = 8
"""A piece with more choices than this shows them by kind, each kind folded up."""


class Kind(msgspec.Struct):
    """The options of one kind of order, and whether they are folded up under the kind's name."""

    order: str
    options: list[Option]
    is_folded: bool = False


class Menu(msgspec.Struct):
    """Every option of a menu, once: in the prompt bar, listed beside the board, on a card, by piece, or in a
    `series` of which several are chosen at a stroke."""

    bar: list[Option]
    listed: list[Kind]
    by_card: dict[str, list[Kind]]
    by_piece: dict[str, list[Kind]]
    series: list[Option]
    due: int = 0
    """How many choices of the series are to be made."""
    pick: list[Kind] = []
    """Options of the list that no press on a counter, a place or a card gives: the prompt has them to pick
    from."""
    is_dense: bool = False
    """Whether the options of the bar are told in short."""
    later: Mapping[str, int] = {}
    """How many options each counter has that are told when somebody asks for them."""

    @property
    def opens_list(self) -> bool:
        """Whether the answers stand in the list alone: it lies open then."""
        if self.later:
            return False  # its counters lie on the board
        picked = [option["value"] for kind in self.pick for option in kind.options]
        every = [option for kind in self.kinds for option in kind.options]
        options = [option for option in every if option["value"] not in picked]
        ends = {(option["piece"], option["target"], option["order"].get("facing")) for option in options}
        if len(ends) == len(options) and all(piece and target for piece, target, _ in ends):
            return bool(self.series)  # a counter, a place and an edge to press
        targets = {option["target"] for option in options if option["piece"]}
        places = [option["target"] for option in options if not option["piece"]]
        is_chosen_on_board = bool(places) and None not in places and len({*places}) == len(places)
        is_on_board = is_chosen_on_board or len(targets - {None}) > 1
        is_elsewhere = self.bar or self.pick or self.by_card or is_on_board
        return bool(self.series or (options and not is_elsewhere))

    @property
    def kinds(self) -> list[Kind]:
        """All that the list has."""
        return [*self.listed, *(kind for kinds in self.by_piece.values() for kind in kinds)]


def sorted_menu(
    options: Sequence[Option],
    cards: Container[str],
    left: int | None = None,
    *,
    has_draft: bool = False,
    later: Mapping[str, int] | None = None,
) -> Menu:
    """Where each option's button goes. `cards` lie in the hand, `left` choices are to be made one after the
    other, `has_draft` says that a part of the answer is chosen, `later` how many options counters have beside
    these. Options tell what they give up (`lost`); they get `value`, the order as the form sends it, and the
    `look` of their button."""
    plain: list[Option] = []
    by_card: dict[str, list[Option]] = {}
    by_piece: dict[str, list[Option]] = {}
    for option in options:
        option["value"] = msgspec.json.encode(option["order"]).decode()
        option["look"] = "quiet" if option["lost"] else ""
    if is_series(options, left):
        return Menu([], [], {}, {}, list(options), due_of([option["most"] for option in options], left))
    is_of_one = not later and _is_of_one(options)
    for option in options:
        card = option["order"].get("card")
        if card in cards:
            by_card.setdefault(card, []).append(option)
        elif option["piece"] and not is_of_one and not _comes_along(option):
            by_piece.setdefault(option["piece"], []).append(option)
        else:
            plain.append(option)
    on_cards = {card: _kinds(found, SHOWN_ON_CARD) for card, found in by_card.items()}
    of_pieces = {piece: _kinds(found, SHOWN_OF_PIECE) for piece, found in by_piece.items()}
    for kinds in of_pieces.values():
        if len(kinds) == 1:  # the piece itself is folded up
            kinds[0].is_folded = False
    without_card = [*plain, *(option for found in by_piece.values() for option in found)]
    if not later and len(without_card) <= SHOWN_IN_BAR and _fits(without_card):
        plain, of_pieces = without_card, {}
    is_dense = SHOWN_IN_BAR < len(plain) == len(options) <= SHOWN_IN_SHORT and _told_in_short(plain)
    bar, listed = (plain, []) if is_dense else _in_bar(plain)
    if not later and (green := _green(options, bar, has_draft)) is not None:
        green["look"] = "primary"
    pick = _to_pick(listed)
    return Menu(bar, listed, on_cards, of_pieces, [], pick=pick, is_dense=is_dense, later=later or {})


def _told_in_short(plain: Sequence[Option]) -> bool:
    """Whether like options without a place are told in few letters; where their labels begin alike, the rest
    is enough, which becomes their `short`."""
    begins, ends = {option["label"].partition(": ")[0] for option in plain}, []
    for option in plain:
        end = option["label"].partition(": ")[2] if len(begins) == 1 else ""
        ends.append(end[:1].upper() + end[1:] if end else option["label"])
    is_one_kind = len({option["order"]["order"] for option in plain}) == 1
    if not is_one_kind or sum(map(len, ends)) > LETTERS_IN_BAR or _own_places(plain):
        return False
    for option, end in zip(plain, ends, strict=True):
        option["short"] = end
    return True


def _own_places(options: Iterable[Option]) -> set[str]:
    """The places that only one of the options is at."""
    times = Counter(option["target"] for option in options if option["target"])
    return {place for place, number in times.items() if number == 1}


def _to_pick(listed: Sequence[Kind]) -> list[Kind]:
    """The options that have no place of their own on the board, unless they are too many."""
    own = _own_places(option for kind in listed for option in kind.options)
    found = [
        Kind(kind.order, [option for option in kind.options if option["target"] not in own])
        for kind in listed
    ]
    return [kind for kind in found if kind.options] if how_many(found) <= MOST_TO_PICK else []


def how_many(kinds: Iterable[Kind]) -> int:
    """How many orders these are."""
    return sum(len(kind.options) for kind in kinds)


def _comes_along(option: Option) -> bool:
    """Whether the option is a part of an answer that only takes a counter along: it stands with the others of
    the answer."""
    return not option["closes"] and not option["target"]


def _is_of_one(options: Sequence[Option]) -> bool:
    """Whether the options are about one counter at one place: neither is to be chosen, and no edge."""
    ends = {(option["piece"], option["target"]) for option in options}
    return len(ends) == 1 and not any(option["order"].get("facing") for option in options)


def _green(options: Sequence[Option], bar: Sequence[Option], has_draft: bool) -> Option | None:
    """The answer that carries out what was built up, or the only one; one that gives up is never green."""
    if len(options) == 1:
        return bar[0] if bar else None
    carried_out = [option for option in bar if option["closes"] and not option["lost"]]
    return carried_out[0] if has_draft and carried_out else None


def _letters(option: Option) -> int:
    return len(option["label"]) + len(option["lost"])


def _fits(options: Iterable[Option]) -> bool:
    return sum(map(_letters, options)) <= LETTERS_IN_BAR


def is_series(options: Sequence[Option], left: int | None) -> bool:
    """Whether several of these like choices are to be made, with something to choose: losses."""
    return (left or 0) > 1 and len(options) > 1 and all(option["most"] for option in options)


def due_of(most: Iterable[int], left: int | None) -> int:
    """How many choices are to be made: `left`, or fewer where there are not so many to make."""
    return min(left or 0, sum(most))


def spread(most: Sequence[int], due: int) -> list[int]:
    """How often to make each choice so that `due` are made: always where most is left to lose."""
    counts = [0] * len(most)
    for _ in range(due):
        fullest = max(range(len(most)), key=lambda each: most[each] - counts[each])
        counts[fullest] += 1
    return counts


def _in_bar(plain: Sequence[Option]) -> tuple[list[Option], list[Kind]]:
    """The options that the prompt bar has room for, those that give something up last, and the kinds of all
    others."""
    kinds = _kinds(plain, len(plain))
    is_short = len(plain) <= SHOWN_IN_BAR
    found = plain if is_short else [option for kind in kinds if _is_told(kind) for option in kind.options]
    bar: list[Option] = []
    for option in sorted(found, key=lambda option: not option["lost"]):  # these have their place for certain
        if len(bar) < SHOWN_IN_BAR and (not bar or _fits([*bar, option])):
            bar.append(option)
    listed = _kinds([option for option in plain if option not in bar], len(plain))
    for kind in listed:
        kind.is_folded = len(listed) > 1 and len(kind.options) > 1
    return sorted(bar, key=lambda option: bool(option["lost"])), listed


def _is_told(kind: Kind) -> bool:
    """Whether a kind is told in the bar, among others: alone, or what comes along."""
    is_alone = len(kind.options) == 1
    return is_alone or (len(kind.options) <= SHOWN_IN_BAR and all(map(_comes_along, kind.options)))


def _kinds(options: Sequence[Option], shown: int) -> list[Kind]:
    """The options by kind of order; if there are more than `shown`, kinds with several are folded up."""
    kinds: dict[str, Kind] = {}
    for option in options:
        order = option["order"]["order"]
        kinds.setdefault(order, Kind(order, [])).options.append(option)
    for kind in kinds.values():
        kind.is_folded = len(options) > shown and len(kind.options) > 1
    return list(kinds.values())
