"""Check the dice: every roll and draw of a finished game is computed again in front of the reader."""

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec

from domain.kernel import Drawn, Rolled
from replays.dice_check import check_dice
from tests.web.tables import new_table, play_some, sat_down

PROGRAM = Path("web/static/check_dice.py")


def run(numbers, tmp_path):
    file = tmp_path / "dice.json"
    file.write_text(json.dumps(numbers), "utf-8")
    asked = [sys.executable, str(PROGRAM), str(file)]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout


def test_the_dice_of_a_running_game_stay_secret(app, games):
    game, seats = new_table(games, "waterloo", "short")
    browser = sat_down(app, game, seats[0])
    for page in ("dice", "dice.json"):
        answer = browser.client.get(f"/g/{game}/{page}")
        assert answer.status_code == 403 and "secret until the game is over" in answer.text


def test_every_roll_and_draw_of_a_finished_game_is_on_the_page_and_fits(app, games, tmp_path):
    game, seats = new_table(games, "waterloo", "short")
    play_some(games, game, Random(3), 3000)
    browser = sat_down(app, game, seats[0])
    made = [each.version for each in games.recorded(game) if isinstance(each.body, (Rolled, Drawn))]
    page = browser.client.get(f"/g/{game}/dice").text
    assert [int(version) for version in re.findall(r'<th scope="row"><a href="[^"]+#e(\d+)"', page)] == made
    assert "Every roll and draw fits the seed" in page and "✗" not in page
    assert f"{len(made)} of {len(made)} are as the game shows them" in page
    numbers = browser.client.get(f"/g/{game}/dice.json").json
    told = run(numbers, tmp_path)
    assert "promised at the start: True" in told
    assert f"{len(made)} rolls and draws computed again, 0 differ" in told


def test_known_dice_are_not_called_secret(app, games):
    first, seats = new_table(games, "waterloo", "short")
    play_some(games, first, Random(5), 3000)
    page = sat_down(app, first, seats[0]).client.get(f"/g/{first}/dice").text
    assert "hash of a secret seed" in page and "was no secret" not in page
    holders = games.holders(first)
    again = games.create("waterloo", "short", holders=holders, dice_of=first)
    chosen = games.create("waterloo", "short", holders=holders, dice_of="seed", seed=bytes(32))
    fork = games.fork(first, games.history(first).rests()[3], same_fate=True, holders=holders)
    for game in (again, chosen, fork):
        play_some(games, game, Random(5), 3000)
        page = sat_down(app, game, seats[0]).client.get(f"/g/{game}/dice").text
        assert "was no secret" in page and "secret seed" not in page and "✗" not in page
        assert (f'href="/g/{first}/dice"' in page) == (game != chosen)


def test_an_edited_die_and_another_seed_are_found(games, app, tmp_path):
    game, seats = new_table(games, "waterloo", "short")
    play_some(games, game, Random(4), 3000)
    recorded, seed = games.recorded(game), games.seed(game)
    drawn = next(n for n, each in enumerate(recorded) if isinstance(each.body, Drawn))
    body = recorded[drawn].body
    other = msgspec.structs.replace(body, picks=((body.picks[0] + 1) % body.pool, *body.picks[1:]))
    edited = [*recorded]
    edited[drawn] = msgspec.structs.replace(recorded[drawn], body=other)
    found = check_dice(edited, seed)
    assert [each.version for each in found.checked if not each.fits] == [recorded[drawn].version]
    assert found.is_committed and not found.fits
    assert not check_dice(recorded, bytes(32)).is_committed
    numbers = sat_down(app, game, seats[0]).client.get(f"/g/{game}/dice.json").json
    numbers["chance"][0]["shown"][0] += 1
    assert "1 differ" in run(numbers, tmp_path)


def test_a_fork_with_fresh_dice_sends_the_reader_to_its_parent_for_the_rest(app, games):
    game, seats = new_table(games, "waterloo", "short")
    play_some(games, game, Random(5), 3000)
    rests = games.history(game).rests()
    fork = games.fork(game, rests[len(rests) // 2], same_fate=False)
    play_some(games, fork, Random(6), 3000)
    found = check_dice(games.recorded(fork), games.seed(fork))
    assert found.fits and 0 < len(found.own) < len(found.checked)
    page = sat_down(app, fork, seats[0]).client.get(f"/g/{fork}/dice").text
    assert f'href="/g/{game}/dice"' in page and "in the parent" in page


def test_whoever_hides_results_is_led_to_the_replay(app, games):
    game, _seats = new_table(games, "waterloo", "short")
    play_some(games, game, Random(7), 3000)
    client = app.test_client()
    client.set_cookie("results", "hidden")
    answer = client.get(f"/g/{game}/dice")
    assert answer.status_code == 303 and answer.headers["Location"].endswith(f"/g/{game}/replay")
    assert client.get(f"/g/{game}/dice.json").status_code == 403
