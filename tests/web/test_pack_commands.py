"""`grognard pack`: a host corrects a title's data, checks them, and offers them to players."""

import shutil
from pathlib import Path

import polars as pl
import pytest

from domain.store import open_games
from tests.web.console import asked, grognard


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packs")
    grognard("pack", "export", "waterloo", "mine", cwd=folder)
    return folder


@pytest.fixture
def desk(exported: Path, tmp_path: Path) -> Path:
    """A folder with the exported pack in `mine`."""
    shutil.copytree(exported / "mine", tmp_path / "mine")
    return tmp_path


def correct(desk: Path, file: str, old: str, new: str) -> None:
    path = desk / "mine" / file
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))


FULL = (
    "full = 4, reduced = 2, "
    'src = "rulebook 8.5 (the counter) + public (commander) + reconstruction (values)"'
)


def test_what_is_exported_says_how_to_correct_it_and_differs_in_nothing(desk: Path) -> None:
    readme = (desk / "mine" / "README.md").read_text()
    for word in ('src = "boxed game"', "reconstruction", "pack check", "the rulebook gives"):
        assert word in readme
    assert 'name = "Waterloo, corrected"' in (desk / "mine" / "pack.toml").read_text()
    assert all("src = " in path.read_text() for path in (desk / "mine").glob("*s.toml"))
    assert "Nothing differs from the built-in data." in grognard("pack", "check", "mine", cwd=desk).stdout
    said = grognard("pack", "export", "waterloo", "mine", cwd=desk, status=1).stderr
    assert "not an empty folder" in said


def test_a_check_tells_what_differs(desk: Path) -> None:
    correct(desk, "units.toml", FULL, 'full = 5, reduced = 2, src = "boxed game"')
    correct(desk, "scenarios.toml", 'fr_inf_2_i = ["L8", "N"]', 'fr_inf_2_i = ["A14", "N"]')
    correct(desk, "units.toml", 'name = "Foy", size = "division", elite = false, full = 4',
            'name = "Foy", size = "division", elite = false, full = 3')  # fmt: skip
    said = grognard("pack", "check", "mine", cwd=desk).stdout
    assert "units.toml, french.infantry.fr_inf_1_i, full: 4 -> 5" in said
    assert 'fr_inf_2_i: ["L8", "N"] -> ["A14", "N"]' in said
    assert "3 values differ" in said
    assert 'src = "boxed game": units.toml french.infantry.fr_inf_9_ii.' in said
    found = asked("pack", "check", "mine", cwd=desk)
    assert {(each["field"], each["old"], each["new"]) for each in found["changes"]} >= {("full", "4", "5")}


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("units.toml", FULL, FULL.replace("= 4", "= -4"), "units.toml, entry 'fr_inf_1_i', field 'full'"),
        ("units.toml", "[counter_mix]", "[counter_mix", "units.toml, entry 'file', field 'syntax'"),
        ("pack.toml", 'title = "waterloo"', 'titel = "waterloo"', "pack.toml, entry 'file', field 'titel'"),
        ("pack.toml", 'title = "waterloo"', 'title = "skat"', "There is no title 'skat'"),
    ],
)
def test_a_check_names_file_entry_and_field(desk: Path, file: str, old: str, new: str, said: str) -> None:
    correct(desk, file, old, new)
    assert said in grognard("pack", "check", "mine", cwd=desk, status=1).stderr
    assert said in grognard("pack", "add", "mine", "--data", "data", cwd=desk, status=1).stderr
    assert not (desk / "data").exists()


def test_missing_and_unknown_files_are_named(desk: Path) -> None:
    (desk / "mine" / "extra.toml").touch()
    assert "extra.toml" in grognard("pack", "check", "mine", cwd=desk, status=1).stderr
    (desk / "mine" / "extra.toml").unlink()
    (desk / "mine" / "map.toml").unlink()
    assert "map.toml" in grognard("pack", "check", "mine", cwd=desk, status=1).stderr
    assert "pack.toml" in grognard("pack", "check", "nowhere", cwd=desk, status=1).stderr


def test_a_pack_is_added_played_on_and_removed(desk: Path) -> None:
    correct(desk, "units.toml", FULL, 'full = 5, reduced = 2, src = "boxed game"')
    added = asked("pack", "add", "mine", "--data", "data", cwd=desk)
    assert added["offered"] and added["name"] == "Waterloo, corrected"
    assert [each["digest"] for each in asked("pack", "list", "--data", "data", cwd=desk)] == [added["digest"]]
    opened = asked("new", "waterloo", "--pack", "Waterloo, corrected", "--data", "data", cwd=desk)
    found = asked(
        "simulate", "waterloo", "--bots", "random",
        "--pack", added["digest"][:12], "--games", 2, "--keep", 1, "--workers", 1,
        "--out", "on.parquet", "--data", "data", cwd=desk,
    )  # fmt: skip
    assert (found["pack"], found["data"]) == (added["name"], added["digest"])
    assert pl.read_parquet(desk / "on.parquet")["data"].unique().to_list() == [added["digest"]]
    removed = grognard("pack", "remove", "Waterloo, corrected", "--data", "data", cwd=desk).stdout
    assert "is not offered any more" in removed
    refused = grognard("new", "waterloo", "--pack", added["digest"], "--data", "data", cwd=desk, status=1)
    assert "has no data pack" in refused.stderr
    games = open_games(f"sqlite:///{desk}/data/grognard.db")
    for game in (opened["game"], *found["kept"]):
        assert games.standing(game).opened.data == added["digest"]
        assert games.rule_set(game).data_digest == added["digest"]
    games.close()
    assert "offered" in grognard("pack", "offer", added["digest"][:10], "--data", "data", cwd=desk).stdout


def test_an_archive_takes_its_pack_to_another_data_folder(desk: Path) -> None:
    correct(desk, "units.toml", FULL, 'full = 5, reduced = 2, src = "boxed game"')
    grognard("pack", "add", "mine", "--data", "one", cwd=desk)
    (game,) = asked("simulate", "waterloo", "--bots", "random",
                    "--pack", "Waterloo, corrected", "--games", 1, "--keep", 1,
                    "--workers", 1, "--out", "on.parquet", "--data", "one", cwd=desk)["kept"]  # fmt: skip
    grognard("replay", "export", game, "--out", "game.jsonl", "--data", "one", cwd=desk)
    verified = asked("replay", "verify", "game.jsonl", cwd=desk)
    assert verified["ok"] and verified["orders"] > 0 and verified["notes"] == []
    assert "Allix" in grognard("replay", "show", "game.jsonl", "--at", 30, cwd=desk).stdout
    grognard("replay", "import", "game.jsonl", "--data", "two", cwd=desk)
    (kept,) = asked("pack", "list", "--data", "two", cwd=desk)
    assert not kept["offered"]
    grognard("replay", "export", game, "--out", "again.jsonl", "--data", "two", cwd=desk)
    assert (desk / "again.jsonl").read_bytes() == (desk / "game.jsonl").read_bytes()


def test_a_title_without_packs_says_so(desk: Path) -> None:
    assert "There are no games in" in grognard("pack", "list", "--data", "none", cwd=desk, status=1).stderr
    said = grognard("pack", "export", "skat", "other", cwd=desk, status=1).stderr
    assert "There is no title 'skat'" in said
