"""Python's garbage collector while games are played."""

import gc

import pytest

from domain.kernel.collecting import SELDOM, collecting_seldom


@pytest.fixture(autouse=True)
def as_python_begins():
    """The tests themselves run within one."""
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_what_was_set_before_is_set_again_whatever_happens() -> None:
    with pytest.raises(KeyError), collecting_seldom():
        assert gc.get_threshold() == SELDOM
        raise KeyError
    assert gc.get_threshold() == (700, 10, 10)


def test_within_another_it_changes_nothing() -> None:
    with collecting_seldom():
        with collecting_seldom():
            pass
        assert gc.get_threshold() == SELDOM
    assert gc.get_threshold() == (700, 10, 10)
