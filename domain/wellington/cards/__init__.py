"""What the 110 cards do, in modules by what they are about; importing this package enters them all."""

from domain.wellington.cards import (
    battle_losses,
    battle_responses,
    battles,
    draws,
    flank_marches,
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
    "battle_losses",
    "battle_responses",
    "battles",
    "draws",
    "flank_marches",
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
