"""Python's garbage collector while games are played."""

import gc

import pytest

from domain.kernel.collecting import collecting_seldom


@pytest.fixture(autouse=True)
def usual(monkeypatch):
    """As Python begins: the tests themselves collect seldom."""
    now = gc.get_threshold()
    monkeypatch.setattr("domain.kernel.collecting._within", [])
    gc.unfreeze()
    gc.set_threshold(700, 10, 10)
    yield gc.get_threshold()
    gc.set_threshold(*now)
    gc.freeze()


def test_what_was_set_before_is_set_again_whatever_happens(usual) -> None:
    with pytest.raises(KeyError), collecting_seldom():
        assert gc.get_threshold() != usual and gc.get_freeze_count()
        raise KeyError
    assert gc.get_threshold() == usual and not gc.get_freeze_count()


def test_within_another_it_changes_nothing(usual) -> None:
    with collecting_seldom():
        with collecting_seldom():
            pass
        assert gc.get_threshold() != usual and gc.get_freeze_count()
    assert gc.get_threshold() == usual and not gc.get_freeze_count()
