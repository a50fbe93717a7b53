"""A title's steps, events and orders are gathered from the modules where they stand."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel import Event, Order, Step
from domain.kernel.gathering import gathered
from domain.titles import TITLES

MODULES = {
    "__init__": "",
    "late": "class Won(Event, frozen=True): ...\nclass Lost(Event, frozen=True): ...",
    "early/__init__": "class Fired(Event, frozen=True): ...",
    "early/shots": "from made_up.late import Won\nclass Shot(Event, frozen=True): ...\n"
    "class Hit(Shot, frozen=True): ...",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name, text in MODULES.items():
        path = tmp_path / "made_up" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"from domain.kernel import Event\n{text}\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path / "made_up"
    for name in [name for name in sys.modules if name.partition(".")[0] == "made_up"]:
        del sys.modules[name]


def test_all_classes_of_a_kind_are_found_by_name_and_what_they_share_is_none(package: Path) -> None:
    assert [each.__name__ for each in gathered("made_up", Event)] == ["Fired", "Hit", "Lost", "Won"]
    assert gathered("made_up", Order) == ()


def test_a_single_module_can_be_a_title(package: Path) -> None:
    assert [each.__name__ for each in gathered("made_up.late", Event)] == ["Lost", "Won"]


def test_two_classes_of_one_name_are_refused_since_games_are_stored_by_it(package: Path) -> None:
    (package / "other.py").write_text("from domain.kernel import Event\nclass Won(Event, frozen=True): ...\n")
    with pytest.raises(TypeError, match=r"called Won, in made_up\.late and made_up\.other"):
        gathered("made_up", Event)


def test_every_title_has_steps_events_and_orders_of_different_names() -> None:
    for rule_set in TITLES:
        for kinds, base in ((rule_set.steps, Step), (rule_set.events, Event), (rule_set.orders, Order)):
            names = [each.__name__ for each in kinds]
            assert names == sorted(set(names)) and len(names) > 15
            assert all(issubclass(each, base) for each in kinds)
