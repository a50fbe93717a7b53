"""The laws of one table after the other."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of the same table come together: then one worker plays its games, and the other plays others."""
    places = [number for number, item in enumerate(items) if HERE in item.path.parents]
    ours = sorted((items[number] for number in places), key=_table)
    for number, item in zip(places, ours, strict=True):
        items[number] = item


def _table(item: pytest.Item) -> tuple[str, str, int]:
    callspec = getattr(item, "callspec", None)
    params = callspec.params if callspec else {}
    title, scenario = params.get("title", ""), params.get("scenario", "")
    return title, scenario, len(params.get("seats", ()))
