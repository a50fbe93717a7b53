"""What is measured: each bar is a row that runs alone."""

import pytest

from benchmarks import __main__ as command
from benchmarks.measuring import Figure
from benchmarks.rows import ROWS, Plan, told
from domain.kernel import titled


def test_help_tells_what_each_row_measures():
    text = command.parser().format_help()
    assert all(told(row) and told(row) in text for row in ROWS.values())


def test_a_row_runs_alone_and_tells_its_bar():
    (figure,) = ROWS["fold"](Plan((titled("waterloo"),), quick=True))
    assert figure.bar == "5 ms"
    assert "Waterloo" in figure.what


def test_a_row_that_is_not_there_is_refused_with_those_that_are(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["benchmarks", "flod"])
    with pytest.raises(SystemExit):
        command.main()
    assert "fold" in capsys.readouterr().err


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """Where figures are kept, and two rows that are measured at once."""
    monkeypatch.setattr(command, "FOLDER", tmp_path)
    rows = {
        "fold": lambda plan: iter([Figure("a", "1", "2", False)]),
        "page": lambda plan: iter([Figure("b", "3", "3", True)]),
    }
    monkeypatch.setattr(command, "ROWS", rows)
    return tmp_path


@pytest.mark.parametrize("words", (["fold", "--quick"], ["--quick"], ["--title", "waterloo"]))
def test_only_whole_rows_are_kept(words, folder, monkeypatch):
    monkeypatch.setattr("sys.argv", ["benchmarks", *words])
    command.main()
    assert not list(folder.iterdir())


def test_a_row_that_is_measured_again_takes_the_place_of_what_it_had(folder, monkeypatch):
    monkeypatch.setattr("sys.argv", ["benchmarks"])
    command.main()
    monkeypatch.setitem(command.ROWS, "fold", lambda plan: iter([Figure("a", "1", "0.9", True)]))
    monkeypatch.setattr("sys.argv", ["benchmarks", "fold"])
    command.main()
    page = (folder / "results.md").read_text()
    assert "| a | 1 | 0.9 | met |" in page and "**missed**" not in page and "| b | 3 | 3 | met |" in page
