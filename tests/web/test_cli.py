"""The command line, run as a stranger runs it: every command, its help, and what programs read."""

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import domain.titles  # noqa: F401  (registers every title)
from domain.bots import USUAL_LEVEL
from domain.store import open_games
from tests.web.console import asked, bare, grognard

ROOT = Path(__file__).parent.parent.parent

TEACHES = {
    "serve": ["--host", "--port", "--data", "--redis", "Ctrl-C"],
    "config check": ["who said it", "exit status 1", "--json"],
    "invite": ["host's own link", "host_word"],
    "backup": ["FILE", "while the server plays on", "--json"],
    "restore": ["empty data folder or database", "--json"],
    "games list": ["--like", "--away", "--json"],
    "games remove": ["nobody see GAME", "--why"],
    "play": ["close", "everything can be looked at"],
    "titles": ["scenarios", "--json"],
    "new": ["TITLE", "--scenario", "--seat", "french=hotseat:Anna", "--json", "env var: GROGNARD_DATA"],
    "simulate": ["--games", "--seats", "--bots", "--seed", "--out", "--keep", "--workers",
                 "The rows depend only", "recruit, veteran, marshal, greedy, random. The usual one is"],
    "compare": ["FIRST", "SECOND", ".jsonl", "--json"],
    "replay export": ["GAME", "--as", "--with-seed", "every hand"],
    "replay import": ["FILES", "data folder"],
    "replay verify": ["every roll and draw", "first line that is wrong", "--json"],
    "replay show": ["SOURCE", "--at", "--as", "--json"],
    "rebuild": ["Games are never touched", "--json"],
    "health": ["--url", "--json"],
}  # fmt: skip


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two simulated groups of short games, two games of one and one of the other kept."""
    folder = tmp_path_factory.mktemp("desk")
    for name, seed, keep in (("one", 1, 2), ("two", 2, 1)):
        found = asked(
            "simulate", "waterloo", "--bots", "random",
            "--games", 24, "--seed", seed, "--keep", keep, "--workers", 1,
            "--out", f"{name}.parquet", "--data", "data", cwd=folder,
        )  # fmt: skip
        (folder / f"{name}.json").write_text(json.dumps(found["kept"]))
    return folder


def kept(desk: Path, group: str) -> list[str]:
    found: list[str] = json.loads((desk / f"{group}.json").read_text())
    return found


@pytest.fixture(scope="module")
def archive(desk: Path) -> Path:
    """A finished game as a file."""
    path = desk / "game.jsonl"
    grognard("replay", "export", kept(desk, "one")[0], "--out", path, "--data", "data", cwd=desk)
    assert path.stat().st_mode & 0o077 == 0, "it may hold hands"
    return path


# Help


@pytest.mark.parametrize("command", TEACHES)
def test_the_help_of_a_command_teaches_it(command: str) -> None:
    said = " ".join(grognard(*command.split(), "--help").stdout.split())
    for word in TEACHES[command]:
        assert word in said, f"grognard {command} --help does not say {word!r}"


def test_the_first_help_shows_every_command_and_examples() -> None:
    said = grognard("--help").stdout
    for command in {each.split()[0] for each in TEACHES}:
        assert f"  {command} " in said
    assert "grognard simulate waterloo --games 1000" in said


def test_the_first_help_names_titles_seats_computer_players_and_variables() -> None:
    said = " ".join(grognard("--help").stdout.split())
    for words in (
        "waterloo short|long", "french,anglo_allied,prussian",
        "recruit, veteran, marshal; the usual one is veteran.", "To compare them with: greedy, random.",
        "GROGNARD_HOST --host: 0.0.0.0 lets others in.", "GROGNARD_DATA --data", "GROGNARD_REDIS_URL",
        "Exit status: 0 done; 1 refused",
    ):  # fmt: skip
        assert words in said


def test_the_first_help_says_once_what_a_variable_means() -> None:
    said = " ".join(grognard("--help").stdout.split())
    assert "--data: The data folder of the server; made if it is missing. GROGNARD_DATABASE" in said
    assert "GROGNARD_URL --url: The address that people type: for links in mails, and where" in said


def test_the_version_is_told() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert grognard("--version").stdout == f"Grognard {project['version']}\n"


# Bad input is refused before work begins


def test_a_computer_player_that_there_is_not_opens_no_game(tmp_path: Path) -> None:
    data = tmp_path / "data"
    refused = grognard("new", "waterloo", "--seat", "french=bot:stockfish", "--data", data, status=1)
    known = "greedy, marshal, random, recruit, veteran"
    assert f"no computer player 'stockfish'; there is {known}" in refused.stderr
    assert grognard("new", "waterloo", "--seat", "french=robot:x", "--data", data, status=1).stderr
    assert "french=hotseat:Anna" in grognard("new", "waterloo", "--seat", "french", status=2).stderr
    assert not data.exists()


def test_a_seat_is_given_once_and_the_hint_can_be_typed(tmp_path: Path) -> None:
    new = ("new", "waterloo", "--data", tmp_path / "data", "--seat")
    assert "The seat french is given twice" in grognard(
        *new, "french=hotseat:Anna", "--seat", "french=bot", status=2
    ).stderr
    assert "type french=hotseat:Anna" in grognard(*new, "french=", status=2).stderr
    assert not list(tmp_path.iterdir())


def test_a_viewer_that_the_game_does_not_have_is_refused(desk: Path, archive: Path, tmp_path: Path) -> None:
    for command in (
        ("export", kept(desk, "one")[0], "--data", desk / "data"),
        ("show", archive),
        ("show", archive, "--at", 30),
    ):
        refused = grognard("replay", *command, "--as", "frnech", cwd=tmp_path, status=2)
        assert "as 'frnech'; it is seen as french, coalition, public, all" in refused.stderr
    assert not list(tmp_path.iterdir())


def test_rows_go_into_a_file_that_compare_knows_again(tmp_path: Path) -> None:
    refused = grognard("simulate", "waterloo", "--games", 100_000, "--out", "x.csv", cwd=tmp_path, status=2)
    assert "x.csv is not called .parquet; type x.parquet" in refused.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "command",
    [("backup",), ("simulate", "waterloo", "--games", "1", "--out"), ("replay", "export", "x", "--out")],
)
def test_a_file_without_a_name_is_typed_wrongly(command: tuple[str, ...], tmp_path: Path) -> None:
    """As a script types it whose variable is empty."""
    refused = grognard(*command, "", cwd=tmp_path, status=2)
    assert "no name of a file was typed" in refused.stderr and "Traceback" not in refused.stderr
    assert not list(tmp_path.iterdir())


def test_statistics_of_a_file_are_sentences_json_or_a_table(desk: Path) -> None:
    found = asked("statistics", "one.parquet", "two.parquet", "--block", "judges", cwd=desk)
    assert found[0]["games"] == 48 and found[0]["figure"]["data"]
    said = grognard("statistics", "one.parquet", "--block", "balance", "--out", "balance.csv", cwd=desk)
    assert said.stdout.startswith("balance: ") and "of 24 games" in said.stdout
    assert (desk / "balance.csv").read_text().startswith("Side,Games,Share,")
    refused = grognard("statistics", "one.parquet", "--block", "none", cwd=desk, status=1)
    assert "There is no block 'none'; there are balance, judges" in refused.stderr
    (desk / "damaged.parquet").write_bytes(b"not a file of ours")
    for words, told in (
        (["damaged.parquet"], "damaged.parquet cannot be read"),
        (["one.parquet", "damaged.parquet"], "damaged.parquet cannot be read"),
        (["one.parquet", "one.turns.parquet"], "one.turns.parquet is not a file of `grognard simulate`"),
    ):
        assert told in grognard("statistics", *words, cwd=desk, status=1).stderr


def test_games_that_were_kept_before_are_kept_again(desk: Path) -> None:
    again = asked("simulate", "waterloo", "--bots", "random",
                  "--games", 3, "--seed", 1, "--keep", 3, "--workers", 1,
                  "--out", "again.parquet", "--data", "data", cwd=desk)  # fmt: skip
    assert again["kept"][:2] == kept(desk, "one") and len(set(again["kept"])) == 3


def test_one_archive_that_cannot_be_read_does_not_keep_the_others_out(archive: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("nothing")
    done = grognard("replay", "import", bad, archive, bad, "--data", tmp_path / "data", status=1)
    assert done.stdout.startswith(f"{archive} is game ")
    assert done.stderr.count(f"{bad} is not taken in. ") == 2


def test_a_computer_without_a_name_is_the_best(tmp_path: Path) -> None:
    data = tmp_path / "data"
    opened = asked("new", "waterloo", "--seat", "coalition=bot", "--data", data)
    taken = asked("replay", "show", opened["game"], "--data", data)[1]
    assert taken["event"] == "SeatTaken" and taken["text"].startswith(f"The computer ({USUAL_LEVEL})")


@pytest.mark.parametrize(
    ("out", "words"),
    [("nodir/x.parquet", "mkdir -p nodir"), (".", "is a directory"), ("sealed/x", "written")],
)
def test_a_file_that_cannot_be_written_is_refused_before_any_game_is_played(
    tmp_path: Path, out: str, words: str
) -> None:
    (tmp_path / "sealed").mkdir(mode=0o500)
    if out.startswith("sealed") and os.access(tmp_path / "sealed", os.W_OK):
        out, words = "nodir/y", "mkdir -p nodir"  # for root nothing is sealed
    for command in (("simulate", "waterloo", "--games", 100_000), ("replay", "export", "0" * 32)):
        refused = grognard(*command, "--out", out, cwd=tmp_path, status=2)
        assert words in refused.stderr and "Playing" not in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["sealed"]


@pytest.mark.parametrize(
    "words",
    [
        ("--bots", "random,genius"),
        ("--seats", "french,austria"),
        ("--scenario", "endless"),
        ("--seats", "french,coalition", "--bots", "random,random,random"),
    ],
)
def test_a_simulation_that_cannot_be_played_writes_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    grognard("simulate", "waterloo", *words, "--out", "x.parquet", "--keep", 1, cwd=tmp_path, status=1)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "export", "0" * 32),
        ("replay", "export", "0" * 32, "--out", "-"),
        ("replay", "show", "0" * 32),
        ("compare", "0" * 32, "1" * 32),
        ("rebuild",),
    ],
)
def test_who_only_looks_makes_nothing_in_a_mistyped_folder(tmp_path: Path, command: tuple[str, ...]) -> None:
    refused = grognard(*command, "--data", "dta", cwd=tmp_path, status=1)
    assert "There are no games in dta: there is no such folder. Name" in refused.stderr
    (tmp_path / "dta").mkdir()
    (tmp_path / "dta" / "notes.txt").touch()
    refused = grognard(*command, "--data", "dta", cwd=tmp_path, status=1)
    assert "it has no grognard.db, but notes.txt" in refused.stderr
    assert [path.name for path in (tmp_path / "dta").iterdir()] == ["notes.txt"]


def test_a_mistyped_archive_is_called_an_archive(tmp_path: Path) -> None:
    assert "no archive gmae.jsonl" in grognard("replay", "show", "gmae.jsonl", cwd=tmp_path, status=2).stderr


def test_variables_that_are_meant_for_other_programs_are_not_obeyed(tmp_path: Path) -> None:
    others = {"DATA": "/nowhere", "DATABASE_URL": "postgresql://nobody@127.0.0.1:9/x", "URL": "http://x"}
    opened = asked("new", "waterloo", cwd=tmp_path, **others)
    assert (tmp_path / "data" / "grognard.db").exists()
    shown = asked("replay", "show", opened["game"], cwd=tmp_path, GROGNARD_DATA=str(tmp_path / "data"))
    assert shown[0]["version"] == 1


# Standard output


def test_out_to_standard_output_writes_the_same_bytes_as_to_a_file(
    desk: Path, archive: Path, tmp_path: Path
) -> None:
    game = kept(desk, "one")[0]
    done = grognard("replay", "export", game, "--out", "-", "--data", "data", cwd=desk)
    assert done.stdout == archive.read_text() and not (desk / "-").exists()
    done = bare("simulate", "waterloo", "--bots", "random",
                "--games", 24, "--seed", 1, "--out", "-", cwd=tmp_path)
    assert pl.read_parquet(done.stdout).equals(pl.read_parquet(desk / "one.parquet"))
    assert b"24 games of waterloo (short), french by random, coalition by random. Won: " in done.stderr
    assert not list(tmp_path.iterdir())


def test_an_unknown_command_or_title_says_what_there_is() -> None:
    assert "No such command" in grognard("plya", status=2).stderr
    assert "waterloo" in grognard("new", "austerlitz", status=1).stderr
    refused = grognard("simulate", "waterloo", "--bots", "random,genius", "--out", "x.parquet", status=1)
    assert "genius" in refused.stderr and "random" in refused.stderr


# Titles and new games


def test_titles_lists_scenarios_and_seats() -> None:
    waterloo = next(each for each in asked("titles") if each["id"] == "waterloo")
    assert [each["id"] for each in waterloo["scenarios"]] == ["short", "long"]
    assert ["french", "anglo_allied", "prussian"] in waterloo["scenarios"][1]["seatings"]
    said = grognard("titles").stdout
    assert "4 turns; seats: french,coalition" in said
    assert "0 turns" not in said, "where no turn ends a scenario none is told"


def test_new_prints_a_link_for_each_seat_that_a_person_holds(tmp_path: Path) -> None:
    opened = asked("new", "waterloo", "--seat", "coalition=bot:random", "--data", tmp_path / "data")
    assert set(opened["links"]) == {"french"}
    assert opened["links"]["french"].startswith("http://127.0.0.1:5815/join/")
    assert opened["watch"].endswith(f"/g/{opened['game']}/watch")
    shown = asked("replay", "show", opened["game"], "--data", tmp_path / "data")
    assert "Opened" in json.dumps(shown) or shown[0]["version"] == 1


def test_the_server_of_that_data_folder_takes_a_link_that_new_has_printed(tmp_path: Path) -> None:
    from web.base.site import Settings
    from web.server.app import create_app
    from web.server.serve import signing_secrets

    opened = asked("new", "waterloo", "--seat", "coalition=bot:random", "--data", tmp_path)
    games = open_games(f"sqlite:///{tmp_path / 'grognard.db'}")
    app = create_app(games, None, Settings(secrets=signing_secrets(tmp_path)))
    link = opened["links"]["french"].removeprefix("http://127.0.0.1:5815")
    assert app.test_client().get(link).status_code == 200
    assert app.test_client().get(link[:-1] + "?").status_code != 200
    app.extensions["site"].hub.stop()
    games.close()


def test_new_refuses_a_seat_that_the_scenario_does_not_have(tmp_path: Path) -> None:
    refused = grognard("new", "waterloo", "--seat", "austria=bot:random", "--data", tmp_path, status=2)
    assert "austria" in refused.stderr and "coalition" in refused.stderr


# Replays


def test_a_game_goes_out_and_comes_into_another_server(desk: Path, archive: Path, tmp_path: Path) -> None:
    said = grognard("replay", "import", archive, "--data", tmp_path / "other").stdout
    game = kept(desk, "one")[0]
    assert game in said
    again = tmp_path / "again.jsonl"
    grognard("replay", "export", game, "--out", again, "--data", tmp_path / "other")
    assert again.read_bytes() == archive.read_bytes()
    refused = grognard("replay", "import", archive, "--data", tmp_path / "other", status=1)
    assert "is here already" in refused.stderr


def test_a_whole_archive_is_verified_to_the_last_draw(archive: Path) -> None:
    found = asked("replay", "verify", archive)
    text = archive.read_text()
    drawn = text.count("waterloo:Drawn/") + text.count("waterloo:Rolled/")
    assert found["ok"] and found["over"] and found["orders"] > 100 and found["draws"] == drawn > 0
    assert "is in order" in grognard("replay", "verify", archive).stdout


@pytest.mark.parametrize("line", [1, 2, 57])
def test_an_edited_archive_is_refused_and_the_line_named(archive: Path, tmp_path: Path, line: int) -> None:
    lines = archive.read_bytes().splitlines(keepends=True)
    edited = lines[line - 1]
    middle = len(edited) // 2
    lines[line - 1] = edited[:middle] + bytes([edited[middle] ^ 1]) + edited[middle + 1 :]
    path = tmp_path / "edited.jsonl"
    path.write_bytes(b"".join(lines))
    assert f"Line {line}:" in grognard("replay", "verify", path, status=1).stdout
    found = asked("replay", "verify", path, status=1)
    assert (found["ok"], found["line"]) == (False, line)
    assert f"Line {line}:" in grognard("replay", "import", path, "--data", tmp_path / "d", status=1).stderr


def test_a_truncated_archive_is_refused(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(archive.read_bytes()[:-200])
    assert "cut off" in grognard("replay", "verify", path, status=1).stdout


def test_show_prints_the_log_and_any_position(archive: Path) -> None:
    assert not grognard("replay", "show", archive).stdout.rstrip().endswith("§")
    rows = asked("replay", "show", archive)
    versions = [row["version"] for row in rows]
    assert versions[0] == 1 and versions == sorted(set(versions)), "what tells nothing by itself has no line"
    log = grognard("replay", "show", archive).stdout.splitlines()
    assert [line.split()[0] for line in log if line[:6].strip()] == [str(version) for version in versions]
    position = grognard("replay", "show", archive, "--at", 40, "--as", "french").stdout
    assert "strength" in position
    scene = asked("replay", "show", archive, "--at", 40, "--as", "french")
    assert "french" in json.dumps(scene)
    refused = grognard("replay", "show", archive, "--at", versions[-1] + 1, status=1)
    assert f"1 to {versions[-1]}" in refused.stderr


def test_what_one_seat_saw_can_be_exported_but_holds_no_hidden_hand(desk: Path, tmp_path: Path) -> None:
    opened = asked("new", "waterloo", "--data", tmp_path / "d")
    whole, seen = tmp_path / "whole.jsonl", tmp_path / "seen.jsonl"
    for path, more in ((whole, ()), (seen, ("--as", "french"))):
        grognard("replay", "export", opened["game"], "--out", path, *more, "--data", tmp_path / "d")
    hidden = hand_of(whole, "french", others=True)
    assert hidden
    assert not [card for card in hidden if card in seen.read_text()]
    assert "only the chain could be checked" in grognard("replay", "verify", seen).stdout


def hand_of(archive: Path, seat: str, others: bool) -> set[str]:
    """The cards that `seat` (or everybody else) was dealt, read from a whole archive."""
    from replays.archive import load
    from replays.showing import rule_set_of

    recorded = load(archive).recorded
    from domain.kernel import ALL, Seat
    from domain.kernel.history import History

    rule_set = rule_set_of(recorded)
    state = History(rule_set, recorded).head.state
    seen: Any = rule_set.view(state, Seat(seat)).hands
    cards: set[str] = set()
    for owner, hand in rule_set.view(state, ALL).hands.items():
        if (seen[owner].cards is None) == others:
            cards.update(hand.cards or ())
    return cards


# Simulation


def test_a_simulation_is_the_same_with_one_worker_and_with_two(tmp_path: Path) -> None:
    for workers in (1, 2):
        out = tmp_path / f"w{workers}.parquet"
        done = grognard(
            "simulate", "waterloo", "--bots", "random",
            "--games", 50, "--seed", 9, "--workers", workers, "--out", out
        )
        assert "50 games of waterloo (short), french by random, coalition by random" in done.stdout
        assert "Playing waterloo: 50 of 50" in done.stderr, "without a terminal progress comes as plain lines"
    for suffix in (".parquet", ".turns.parquet"):
        one, two = (pl.read_parquet(tmp_path / f"w{workers}{suffix}") for workers in (1, 2))
        assert one.equals(two)


def test_a_simulation_plays_the_seats_that_are_typed_and_allies_win_together(tmp_path: Path) -> None:
    seats = ("french", "anglo_allied", "prussian")
    found = asked("simulate", "waterloo", "--bots", "random",
                  "--scenario", "long", "--seats", ",".join(seats), "--games", 6,
                  "--out", "x.parquet", cwd=tmp_path)  # fmt: skip
    wins = found["wins"]
    assert wins["anglo_allied"] == wins["prussian"] == wins["coalition"]
    assert wins["coalition"] + wins["french"] + wins.get("draw", 0) == 6
    found = asked("simulate", "wellington", "--bots", "random",
                  "--scenario", "1813", "--seats", "player_1,player_2",
                  "--games", 2, "--out", "x.parquet", cwd=tmp_path)  # fmt: skip
    assert set(found["seats"]) == {"player_1", "player_2"}
    assert found["wins"]["player_1"] + found["wins"]["player_2"] == 2
    assert found["wins"]["allied"] + found["wins"]["french"] == 2


def test_what_cannot_be_compared_yet_is_said_once(tmp_path: Path) -> None:
    for seed in (1, 2):
        grognard("simulate", "waterloo", "--bots", "random",
                 "--games", 3, "--seed", seed, "--out", f"{seed}.parquet",
                 "--workers", 1, cwd=tmp_path)  # fmt: skip
    lines = grognard("compare", "1.parquet", "2.parquet", cwd=tmp_path).stdout.split("\n")
    said = [line for line in lines if line]
    assert any("too few games" in line for line in said) and len(said) == len(set(said))


def test_a_kept_game_of_a_simulation_can_be_verified_and_is_the_game_of_its_row(
    desk: Path, archive: Path
) -> None:
    row = pl.read_parquet(desk / "one.parquet").row(0, named=True)
    assert row["game"] == kept(desk, "one")[0]
    assert row["game"] in archive.read_text()
    assert asked("replay", "verify", archive)["game"] == row["game"]


# Comparison


def test_two_simulations_are_compared_with_intervals(desk: Path) -> None:
    said = grognard("compare", "one.parquet", "two.parquet", cwd=desk).stdout
    assert "interval" in said and "Wins of" in said
    found = asked("compare", "one.parquet", "two.parquet", cwd=desk)
    again = asked("compare", "one.parquet", "two.parquet", cwd=desk)
    assert found == again
    assert found["findings"] and found["headline"]


def test_two_games_are_compared_by_id_and_by_file(desk: Path, archive: Path) -> None:
    first, second = kept(desk, "one")
    by_id = asked("compare", first, second, "--data", "data", cwd=desk)
    by_file = asked("compare", archive, second, "--data", "data", cwd=desk)
    assert by_id == by_file
    assert by_id["parting"]["version"] > 1
    said = grognard("compare", first, second, "--data", "data", cwd=desk).stdout
    assert f"They part at event {by_id['parting']['version']}:" in said
    same = grognard("compare", first, first, "--data", "data", cwd=desk).stdout
    assert "equal to the last event" in same


def test_comparing_what_cannot_be_compared_says_why(desk: Path) -> None:
    (desk / "broken.parquet").write_bytes(b"not a file of ours")
    refused = grognard("compare", "one.parquet", "broken.parquet", cwd=desk, status=1)
    assert "broken.parquet cannot be read" in refused.stderr
    missing = grognard("compare", "one.parquet", "nowhere.parquet", cwd=desk, status=1)
    assert "nowhere.parquet" in missing.stderr
    unknown = grognard("compare", "0" * 32, "1" * 32, "--data", "data", cwd=desk, status=1)
    assert "There is no game" in unknown.stderr


# Views and health


def test_rebuild_makes_every_view_again(desk: Path) -> None:
    games = open_games(f"sqlite:///{desk / 'data' / 'grognard.db'}")
    number = len(games.ids())
    games.close()
    assert number >= 3 and asked("rebuild", "--data", "data", cwd=desk) == {"games": number}
    assert f"{number} games" in grognard("rebuild", "--data", "data", cwd=desk).stdout


def test_health_says_how_to_start_a_server_where_none_answers() -> None:
    refused = grognard("health", "--url", "http://127.0.0.1:9", status=1)
    assert "grognard serve" in refused.stderr
