"""The plan of the board `iberia` and its counters: the Peninsula of 1812 (Wellington)."""

from dataclasses import replace
from functools import cache

from domain.wellington.facts import FACTS, POWERS, DuchyFact
from web.boards import layout, peninsula
from web.boards.ink import Point
from web.boards.plan import Army, Badge
from web.boards.points import Figure, Lot, Panel, Piece, Place, PointPlan, Road

APART = 70.0
"""Pixels between any two duchies."""
BOX_AT: dict[str, Point] = {"portsmouth": (610.0, 62.0)}
BOX_SLOT = (662.0, 56.0)
"""Where the box's counters stand; its panel has its name."""
LEGEND = {
    "open": "Open road",
    "broken": "Broken road",
    "pass": "Mountain pass",
    "river": "River crossing",
    "plain": "Duchy",
    "key": "Key duchy",
    "fortress": "Fortress",
    "capital": "Capital",
    "port": "Port",
    "printed": "French in 1812",
}
BOX = (1240.0, 996.0)
PANELS = (
    Panel("Lines of March", 24, 920, 204, 356),
    Panel("Wellington", 24, 24, 330, 112, title_at=56, size=40, under="The Peninsular War, 1812 to 1814"),
    Panel("Plymouth/Portsmouth", 560, 24, 250, 118, title_at=100, size=17),
    Panel("Regroup Box", *BOX, 376, 280),
)
ROWS = dict(zip(POWERS, (BOX[1] + 92, BOX[1] + 141, BOX[1] + 190, BOX[1] + 239), strict=True))
COLUMNS = {"resources": BOX[0] + 82, "regroup": BOX[0] + 140}
HEADINGS = (
    ("Resources", (COLUMNS["resources"], BOX[1] + 56)),
    ("SP", (COLUMNS["regroup"], BOX[1] + 56)),
    ("Leaders", (BOX[0] + 250, BOX[1] + 56)),
)
ARMIES = {
    "britain": Army("#AB122E", "#6E0A1D"),
    "sud": Army("#4A9F90", "#22594F", on_fill="#10201D"),
    "spain": Army("#EFBF2B", "#97740C", on_fill="#221D17"),
    "nord": Army("#0F4580", "#082A50"),
}
GLYPHS = {"britain": "plus", "spain": "cross", "nord": "disc", "sud": "triangle"}
KINDS = {"leader": Piece("tag"), "soldiers": Piece("disc")}
FLAGS = {"marked": "tick", "part_marked": "half", "tired": "dots", "favoured": "card", "bound": "bars"}
BADGES = {
    "fort": Badge("Hasty Fort", "wall"),
    "sixes": Badge("sixes of the siege", "die"),
    "battle": Badge("battle, round", "swords"),
}
WORDS = {
    "part_marked": "partly marked",
    "marked": "battle or failed interception",
    "tired": "marched four duchies",
    "bound": "kept there by a storm",
    "favoured": "a card lasts on it",
    "flag": "flag of",
    "siege": "besieged by",
    "entry": "enters:",
} | {power: fact.name for power, fact in FACTS.forces.powers.items()}


@cache
def plan() -> PointPlan:
    """The plan drawn from the checked facts (map.toml, units.toml) on the ground of the Peninsula."""
    facts, ground = FACTS.map, peninsula.ground()
    true = {
        key: BOX_AT.get(key) or peninsula.CONIC.at(duchy.lon, duchy.lat)
        for key, duchy in facts.duchies.items()
    }
    at = layout.spread(true, APART, fixed=BOX_AT)
    roads = tuple(Road(line.a, line.b, line.kind) for line in facts.lines)
    lies = layout.Layout(
        {duchy: spot for duchy, spot in at.items() if duchy not in BOX_AT},
        {key: (name_width(duchy), 17.0) for key, duchy in facts.duchies.items()},
        [(road.a, road.b) for road in roads],
        [(each.x, each.y, each.x + each.width, each.y + each.height) for each in PANELS],
        (6.0, 6.0, ground.width - 6, ground.height - 6),
    )
    inland = tuple(
        replace(each, at=lies.clear_spot(each.at, (len(each.words) * 17.0, 18.0)))
        for each in ground.provinces
    )
    return PointPlan(
        title="iberia",
        seed=1812,
        ground=replace(ground, provinces=inland),
        places={
            key: place(facts.duchies[key], at[key], lies)
            for key in sorted(at, key=lambda key: (at[key][1] // 80, at[key][0]))
        },
        roads=roads,
        panels=PANELS,
        kinds=KINDS,
        armies=ARMIES,
        glyphs=GLYPHS,
        values={leader: fact.command for leader, fact in FACTS.forces.leaders.items()},
        flags=FLAGS,
        badges=BADGES,
        coloured=("flag", "siege", "entry"),
        words=WORDS,
        legend=LEGEND,
        headings=HEADINGS,
        figures=figures(),
        lots=tuple(
            Lot("regroup", power, (COLUMNS["regroup"] + 60, y), BOX[0] + 34) for power, y in ROWS.items()
        ),
    )


def figures() -> tuple[Figure, ...]:
    """Each power's Resources and its strength points in the Regroup Box, and whose impulse is next."""
    counts = [Figure(power, name, (x, y + 6)) for power, y in ROWS.items() for name, x in COLUMNS.items()]
    track = [Figure("track", "next", (BOX[0] + 17, y), value=power) for power, y in ROWS.items()]
    return (*counts, *track)


def place(duchy: DuchyFact, at: Point, lies: layout.Layout) -> Place:
    """A duchy as it is drawn; the sea's box has its counters and its name in its panel."""
    is_box = duchy.id in BOX_AT
    badges = (12.0, 25.0) if is_box else lies.clear_step(duchy.id, layout.BADGES, layout.BADGE)
    first = layout.around(layout.offset(at, badges), layout.BADGE)
    return Place(
        id=duchy.id,
        name="" if is_box else duchy.name,
        shape=duchy.shape,
        at=at,
        slot=BOX_SLOT if is_box else lies.slots[duchy.id],
        name_at=at if is_box else lies.names[duchy.id],
        pill=(-17.0, 16.0) if is_box else lies.clear_step(duchy.id, layout.PILLS, layout.PILL, [first]),
        badges=badges,
        spoken=spoken(duchy),
        home=duchy.home,
        port=duchy.port,
        defence=duchy.defence,
        printed=duchy.controller if duchy.is_occupied else None,
    )


def name_width(duchy: DuchyFact) -> float:
    """The room that a name in small capitals takes."""
    return len(duchy.name) * (9.4 if duchy.is_key else 7.8) + 4


def spoken(duchy: DuchyFact) -> str:
    """What a duchy is called aloud."""
    shapes = {"plain": "duchy", "key": "key duchy", "capital": "capital", "box": "box"}
    shape = shapes.get(duchy.shape) or f"fortress {duchy.defence}"
    port = "" if duchy.port == "none" else f"{duchy.port} port"
    return ", ".join(part for part in (duchy.name, shape, port) if part)
