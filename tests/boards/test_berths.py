"""Berths: cards and discs cover no place, no name of a key place and no other piece, wherever armies go."""

from itertools import combinations
from random import Random

import pytest

import domain.titles  # noqa: F401  (registers them)
from web.boards import plan_of
from web.boards.berths import GAP, NOMINAL, Box, Harbour, Name, Piece, Try, anchored, overlap
from web.boards.points import PointPlan

SCALES = (NOMINAL, 1 / 0.55, 1 / 0.5)
SLIVER = 20
"""Board pixels of overlap that nobody sees."""


def harbour() -> Harbour:
    plan = plan_of("iberia")
    assert isinstance(plan, PointPlan)
    return plan.harbour


def campaign(seed: int, cards: int = 17, discs: int = 40) -> list[Piece]:
    """Armies somewhere on the map, at most two cards and a disc on a place."""
    random, places = Random(seed), sorted(harbour().places)
    at = random.sample(places, cards - 3)
    at += random.sample(at, 3)
    found = [Piece(f"leader{k}", place, random.choice((66, 66, 80, 91))) for k, place in enumerate(at)]
    return found + [Piece(f"disc{k}", place, None) for k, place in enumerate(random.sample(places, discs))]


def bare(box: Box, scale: float) -> Box:
    """The box of a piece without the gap round it."""
    gap = round(GAP * scale / 2)
    return (box[0] + gap, box[1] + gap, box[2] - gap, box[3] - gap)


def covered(found: dict[str, Try], pieces: list[Piece], scale: float) -> list[tuple[str, str]]:
    """The cards that lie over a place, the name of a key place or another piece."""
    cards = {piece.key for piece in pieces if piece.width is not None}
    bad = []
    for key in sorted(cards):
        box = bare(found[key].box, scale)
        for place, (x, y, r) in harbour().places.items():
            if overlap(box, (x - r, y - r, x + r, y + r)) > SLIVER:
                bad.append((key, place))
        for place, name in harbour().names.items():
            if name.is_key and overlap(box, name.box(scale)) > SLIVER:
                bad.append((key, f"name of {place}"))
        others = {other: bare(each.box, scale) for other, each in found.items() if other != key}
        bad += [(key, other) for other, each in others.items() if overlap(box, each) > SLIVER]
    return bad


@pytest.mark.parametrize("scale", SCALES)
def test_hardly_a_card_covers_a_place_a_key_name_or_another_piece(scale: float) -> None:
    """In positions that no game comes to: real ones have none (T15)."""
    bad = []
    for seed in range(30):
        bad += covered(campaign_berths(seed, scale), campaign(seed), scale)
    assert len(bad) <= 30 * 17 / 250, bad


def campaign_berths(seed: int, scale: float) -> dict[str, Try]:
    return harbour().berths(campaign(seed), scale)


def test_hardly_a_disc_covers_a_place_or_another_disc() -> None:
    bad = []
    for seed in range(30):
        found = campaign_berths(seed, NOMINAL)
        discs = {key: bare(each.box, NOMINAL) for key, each in found.items() if key.startswith("disc")}
        pairs = combinations(discs, 2)
        bad += [(seed, one, other) for one, other in pairs if overlap(discs[one], discs[other]) > SLIVER]
        for place, (x, y, r) in harbour().places.items():
            spot = (x - r, y - r, x + r, y + r)
            bad += [(seed, key, place) for key, box in discs.items() if overlap(box, spot) > SLIVER]
    assert len(bad) <= 30 * 40 / 250, bad


def test_the_order_in_which_pieces_are_told_does_not_matter() -> None:
    pieces = campaign(1812)
    assert harbour().berths(pieces) == harbour().berths(pieces[::-1])
    assert harbour().berths(pieces) == Harbour(
        harbour().places, harbour().names, harbour().signs, harbour().panels, harbour().sheet
    ).berths(pieces), "what is remembered changes nothing"


def test_when_one_army_moves_hardly_another_card_does() -> None:
    stayed = moved = 0
    for seed in range(30):
        pieces = campaign(seed)
        before = harbour().berths(pieces)
        empty = sorted(set(harbour().places) - {piece.place for piece in pieces})
        pieces[5] = pieces[5]._replace(place=Random(seed).choice(empty))
        after = harbour().berths(pieces)
        others = [f"leader{k}" for k in range(17) if k != 5]
        stayed += sum(before[key] == after[key] for key in others)
        moved += sum(before[key] != after[key] for key in others)
    assert moved <= stayed / 30


def test_two_cards_of_one_place_stand_apart_and_the_nearest_free_berth_is_taken() -> None:
    open_sea = Harbour({"isle": (500, 500, 11)}, {}, (), (), (1000, 1000))
    found = open_sea.berths([Piece("a", "isle", 66), Piece("b", "isle", 66)])
    assert found["a"].middle == (500 + round((34 + 33 * 0.75) * NOMINAL), 500)
    assert not overlap(found["a"].box, found["b"].box)


def test_names_below_key_places_are_left_out_where_they_would_touch_a_piece_or_a_name() -> None:
    names = {
        "key": Name(100, 100, "start", 80, 16, True),
        "near": Name(120, 104, "start", 60, 14, False),
        "under": Name(100, 300, "middle", 60, 14, False),
        "free": Name(100, 400, "end", 60, 14, False),
    }
    places = {key: (500 + 40 * k, 500, 11) for k, key in enumerate(names)}
    sheet = Harbour(places, names, (), (), (1000, 1000))
    assert sheet.left_out([(90, 290, 140, 330)], 1.0) == {"near", "under"}
    assert sheet.left_out([], 1.0) == {"near"}


def test_a_name_keeps_its_distance_from_its_place_at_every_scale() -> None:
    right = anchored((160.0, 100.0), 60, 14, (100.0, 100.0), False)
    left = anchored((40.0, 100.0), 60, 14, (100.0, 100.0), False)
    above = anchored((100.0, 70.0), 60, 14, (100.0, 100.0), False)
    assert [name.anchor for name in (right, left, above)] == ["start", "end", "middle"]
    for scale in (0.5, 1.0, NOMINAL):
        assert right.box(scale)[0] == right.x and left.box(scale)[2] == left.x
