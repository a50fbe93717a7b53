"""What the 110 cards do, in modules by what they are about; importing this package enters them all."""

from domain.wellington.cards import (
    battles,
    draws,
    harm,
    impulses,
    interceptions,
    lasting,
    mandatory,
    movement,
    sea,
    sieges,
    soldiers,
)

__all__ = [
    "battles",
    "draws",
    "harm",
    "impulses",
    "interceptions",
    "lasting",
    "mandatory",
    "movement",
    "sea",
    "sieges",
    "soldiers",
]
