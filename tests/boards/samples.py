"""Two made-up battlefields of hexes, to prove the drawing kit on boards that no title has yet."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from domain.kernel.geometry import flat_hexes, pointy_hexes
from domain.kernel.scene import Scene, Space, Token
from web.boards.hexes import Hexes
from web.boards.plan import Army, Badge, Kind, Label, Plan

BLUE, YELLOW, RED = "#4C86C6", "#E3B32E", "#C43D3D"
BRANDYWINE_ARMIES = {
    "regulars": Army("#A8142F", "#6E0A1D"),
    "loyalists": Army("#E4C441", "#8F7410", on_fill="#221D17"),
    "germans": Army("#4A8F7E", "#22594F", on_fill="#0B1715"),
    "greene": Army("#88C9E7", "#2F6F91", on_fill="#221D17"),
    "sullivan": Army("#1E386B", "#0E1D3B"),
}
ROLICA_ARMIES = {
    "french": Army("#12407A", "#0A2749"),
    "british": Army("#AB122E", "#6E0A1D"),
    "portuguese": Army("#D79961", "#7C4E22", on_fill="#221D17"),
}


def ground(name: str) -> dict[str, Any]:
    """The terrain of a sample as the fields of a plan, and what only the grid needs."""
    told = tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text())
    drawn = {key: nested(value) for key, value in told.items() if isinstance(value, list)}
    return told | drawn | {"labels": tuple(Label(**label) for label in told["labels"])}


def nested(rows: list[Any]) -> tuple[Any, ...]:
    return tuple(tuple(row) if isinstance(row, list) else row for row in rows)


@cache
def flat() -> Plan:
    """15 by 11 flat-top hexes with square counters that face the corners of hexes."""
    told = ground("brandywine")
    return Plan(
        title="flat",
        grid=Hexes(flat_hexes(15, 11, first=told.pop("first")), 44.0),
        names={cell: "wood" for cell in told["woods"]} | {"1223": "Dilworth", "0525": "Chadd’s"},
        kinds={
            "infantry": Kind("infantry"),
            "dragoons": Kind("cavalry", "light"),
            "artillery": Kind("artillery"),
            "leader": Kind("leader", None, in_corner=True),
        },
        armies=BRANDYWINE_ARMIES,
        flags={"disrupted": "DISR", "pinned": "PINNED"},
        badges={"control": Badge("victory points", "wall"), "entry": Badge("reinforcements enter", "arrow")},
        printed={"guards": "+2", "virginia1": "+1", "virginia5": "0", "donop": "+1", "ewald": "+1"},
        printed_reduced={"virginia1": "0", "virginia5": "−1"},
        two_sided=frozenset({"guards", "virginia1", "virginia5", "donop", "brig4"}),
        **told,
    )


@cache
def pointy() -> Plan:
    """13 by 9 pointy-top hexes with units of blocks."""
    return Plan(
        title="pointy",
        grid=Hexes(pointy_hexes(13, 9), 46.0),
        kinds={
            "line": Kind("infantry", None, stripe=BLUE),
            "cavalry": Kind("cavalry", None, stripe=YELLOW),
            "artillery": Kind("artillery", None, stripe=RED),
            "leader": Kind("leader", None, in_corner=True),
        },
        armies=ROLICA_ARMIES,
        flags={"square": "SQUARE"},
        **ground("rolica"),
    )


def scene(board: str, tokens: dict[str, Token], spaces: dict[str, Space]) -> Scene:
    return Scene(
        board=board, turn=1, round=1, phase="movement", tokens=tokens, spaces=spaces, hands={}, numbers={}
    )


def flat_scene() -> Scene:
    """Every arm, every side, all twelve facings, every state, a stack, a leader beside a unit."""
    foot = [
        ("guards", "0421", "regulars", "1 Guards", 5, "E"),
        ("brig4", "0322", "regulars", "4 Brig", 4, "NNE"),
        ("rangers", "0220", "loyalists", "Qn Rgrs", 3, "NE"),
        ("ewald", "0522", "germans", "Ewald", 2, "SSE"),
        ("donop", "0423", "germans", "Donop", 4, "SE"),
        ("mirbach", "0423", "germans", "Mirbach", 3, "SE"),
        ("linsing", "0423", "germans", "Linsing", 3, "SE"),
        ("lengerke", "0423", "germans", "Lengerke", 3, "SE"),
        ("virginia1", "0821", "greene", "1 Virginia", 4, "W"),
        ("virginia5", "0922", "greene", "5 Virginia", 3, "SSW"),
        ("maryland3", "0822", "sullivan", "3 Md", 3, "NW"),
        ("hazen", "1021", "sullivan", "Hazen", 3, "SW"),
        ("wayne", "1025", "sullivan", "Wayne", 4, "NNW"),
        ("stirling", "1025", "sullivan", "Stirling", 4, "NNW"),
    ]
    tokens = {
        key: Token(at, "infantry", side, label, label, strength, facing)
        for key, at, side, label, strength, facing in foot
    }
    tokens["brig4"] = changed(tokens["brig4"], flags=("moved",))
    tokens["virginia5"] = changed(tokens["virginia5"], reduced=True, flags=("disrupted",))
    tokens["hazen"] = changed(tokens["hazen"], flags=("pinned", "moved"))
    tokens |= {
        "dragoons16": Token(
            "0519", "dragoons", "regulars", "16 LtDg", "16th Light Dragoons", 2, "S", flags=("elite",)
        ),
        "moylan": Token("0919", "dragoons", "sullivan", "Moylan", "Moylan", 1, "N"),
        "guns": Token("0223", "artillery", "regulars", "R.Art", "Royal Artillery", 2, "E"),
        "howe": Token(at="0321", kind="leader", side="regulars", label="Howe"),
        "greene": Token(at="0922", kind="leader", side="greene", label="Greene"),
        "reserve": Token(at=None, kind="infantry", side="greene", label="Reserve", strength=4, facing="N"),
    }
    spaces = {
        "1223": Space("sullivan", {"control": 3}),
        "0525": Space("regulars", {"entry": 2, "control": 1}),
    }
    return scene("flat", tokens, spaces)


def pointy_scene() -> Scene:
    """Units of one to six blocks of every arm and side, a square, a leader beside a unit."""
    told = [
        ("cu", "B3", "french", "cavalry", "CU", 2),
        ("ln1", "C5", "french", "line", "LN", 4),
        ("lt", "C6", "french", "line", "LT", 4),
        ("ln2", "C7", "french", "line", "LN", 3),
        ("fa", "B8", "french", "artillery", "FA", 3),
        ("lc", "C9", "french", "cavalry", "LC", 4),
        ("gr", "B11", "french", "line", "GR", 6),
        ("ln3", "F6", "british", "line", "LN", 4),
        ("gg", "G7", "british", "line", "GG", 5),
        ("rl", "F8", "british", "line", "RL", 1),
        ("ha", "G10", "british", "artillery", "HA", 3),
        ("hc", "H11", "british", "cavalry", "HC", 3),
        ("pl", "G5", "portuguese", "line", "LN", 4),
        ("pc", "G3", "portuguese", "cavalry", "LC", 2),
    ]
    tokens = {
        key: Token(at=at, kind=kind, side=side, label=label, name=f"{label} of {at}", strength=blocks)
        for key, at, side, kind, label, blocks in told
    }
    tokens["ln3"] = changed(tokens["ln3"], flags=("square",))
    tokens["lc"] = changed(tokens["lc"], flags=("moved",))
    tokens["wellesley"] = Token(at="G7", kind="leader", side="british", label="Wellesley")
    tokens["delaborde"] = Token(at="D6", kind="leader", side="french", label="Delaborde")
    return scene("pointy", tokens, {"E7": Space("french"), "H3": Space("portuguese")})


def changed(token: Token, **fields: object) -> Token:
    return replace(token, **fields)


FLAT_HINTS: list[dict[str, Any]] = [
    *(
        {"space": space, "kind": "safe", "cost": cost}
        for space, cost in (("0521", 1), ("0622", 1), ("0621", 1), ("0523", 1), ("0623", 2), ("0620", 2),
                            ("0524", 2), ("0624", 3), ("0520", 2))
    ),
    *(
        {"space": space, "kind": "risk", "cost": cost}
        for space, cost in (("0722", 2), ("0723", 2), ("0721", 4))
    ),
    {"space": "0821", "kind": "fight"},
    {"space": "0822", "kind": "fight"},
    *({"space": space, "kind": "zone"} for space in ("0621", "0721", "0722", "0723", "0823", "0623")),
    {"space": "0220", "kind": "act"},
    {"space": "1025", "kind": "act"},
]  # fmt: skip
POINTY_HINTS: list[dict[str, Any]] = [
    *({"space": space, "kind": "safe", "cost": 1} for space in ("E6", "E7", "E8")),
    {"space": "D7", "kind": "risk", "cost": 2},
    {"space": "C7", "kind": "fight"},
    *({"space": space, "kind": "zone"} for space in ("D5", "D6", "D7", "E7")),
    {"space": "F6", "kind": "act"},
    {"space": "G7", "kind": "act"},
    {"space": "F8", "kind": "act"},
]
