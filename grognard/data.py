"""Games to analyse: a store of games, games that computers play for it, and its tables (docs/data.md)."""

import domain.titles  # noqa: F401  (registers every title)
from domain.store import open_games
from replays.exporting import export
from replays.simulation import Run, kept_game

__all__ = ["Run", "export", "kept_game", "open_games"]
