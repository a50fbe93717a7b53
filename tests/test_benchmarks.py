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


@pytest.mark.parametrize("words", (["fold"], ["--quick"], ["--title", "waterloo"]))
def test_only_the_whole_table_is_written(words, monkeypatch, tmp_path):
    results = tmp_path / "results.md"
    monkeypatch.setattr(command, "RESULTS", results)
    monkeypatch.setattr(command, "ROWS", {"fold": lambda plan: iter([Figure("a", "1", "2", False)])})
    monkeypatch.setattr("sys.argv", ["benchmarks", *words])
    command.main()
    assert not results.exists()
    monkeypatch.setattr("sys.argv", ["benchmarks"])
    command.main()
    assert "| a | 1 | 2 | **missed** |" in results.read_text()
