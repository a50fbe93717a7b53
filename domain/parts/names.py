"""Names and texts that a title has in English, and other languages in its prose file."""

from collections.abc import Mapping
from pathlib import Path

from domain.kernel import prose_files


def told(folder: Path, language: str, table: str, english: Mapping[str, str]) -> dict[str, str]:
    """The table (`names`, `patterns`, `texts`) in this language; in English where its prose has nothing."""
    return {**english, **prose_files.table(folder, language, table)}
