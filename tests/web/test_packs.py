"""Data packs on the pages and in the API: chosen when a game is opened, named wherever it is shown, and never
mixed into the statistics of other data."""

import re
from random import Random

import msgspec
import polars as pl
import pytest

from domain.kernel import PUBLIC, packs, titled
from domain.kernel.packs import Pack
from domain.store import Holder, open_games
from projections import Projector, lobby, statistics
from replays.archive import write
from replays.kinship import CannotCompare
from replays.selection import made_of, read_rows
from replays.simulation import Run, kept_game, simulate, simulated
from tests.store.play import play_on
from tests.store.test_packs import corrected, forget
from tests.web.conftest import Browser
from tests.web.tables import sat_down
from tests.web.test_simulate import waits
from web import boards
from web.analysis.rated import ratings_of
from web.analysis.simulate import end_simulations
from web.boards import pictures

BUILT_IN = {
    name: (titled("waterloo").folder / "data" / name).read_bytes() for name in titled("waterloo").data_files
}


def waterloo(name="My Waterloo", full=6, square="C9", wood="G6"):
    """Waterloo with a corrected counter, set-up square and map."""
    units = BUILT_IN["units.toml"].decode()
    old = 'elite = false, full = 4, reduced = 2, src = "rulebook 8.5'
    assert units.count(old) == 1
    units = units.replace(old, old.replace("full = 4", f"full = {full}"))
    scenarios = BUILT_IN["scenarios.toml"].decode().replace('fr_inf_1_i = ["K8"', f'fr_inf_1_i = ["{square}"')
    files = {**BUILT_IN, "units.toml": units.encode(), "scenarios.toml": scenarios.encode()}
    return Pack("waterloo", name, files)


@pytest.fixture
def pack(games):
    return games.packs.add(waterloo())


def test_a_form_without_packs_asks_nothing_of_them(browser):
    browser.open("/new?title=waterloo")
    assert 'name="pack"' not in browser.text


def test_a_game_is_opened_on_a_pack_and_every_page_names_it(browser, games, pack):
    browser.open("/new?title=waterloo&scenario=short")
    assert "data pack My Waterloo" in browser.text
    page = browser.send("/new", follow=False, pack=pack.digest, name="Sunday")
    assert page.status_code == 303, page.text
    game = re.search(r"/g/([0-9a-f]{32})", page.headers["Location"]).group(1)
    opened = games.standing(game).opened
    assert (opened.pack, opened.data) == ("My Waterloo", pack.digest)
    for address in (f"/g/{game}", f"/g/{game}/watch", f"/g/{game}/replay", f"/g/{game}/text", "/"):
        assert browser.open(address).status_code == 200, address
        browser.take_device()
        assert "data pack My Waterloo" in browser.text, address
    assert games.rule_set(game).view(games.standing(game).state, PUBLIC).tokens["fr_inf_1_i"].at == "C9"


def test_the_page_of_a_pack_tells_what_it_changes(browser, games, pack):
    game = games.create("waterloo", "short", pack=pack.digest)
    browser.open(f"/g/{game}/watch")
    (address,) = set(re.findall(r'href="(/packs/[^"]+)"', browser.text))
    browser.open(address)
    row = r"<td>units.toml</td><th[^>]*>french.infantry.fr_inf_1_i</th><td>full</td><td>4</td><td>6</td>"
    assert re.search(row, browser.text) and "2 values differ from the built-in data" in browser.text
    assert browser.open("/packs/waterloo/0123").status_code == 404
    games.packs.add(Pack("waterloo", "<b>the same", BUILT_IN))
    same = games.packs.find("waterloo", "<b>the same")
    page = browser.open(f"/packs/waterloo/{same.digest}")
    assert "Nothing differs from the built-in data." in browser.text and "<b>the same" not in page.text


def test_the_form_keeps_the_pack_for_its_title_alone_and_shows_its_set_up(browser, pack):
    browser.open("/new?title=waterloo")
    built_in = re.findall(r'href="(/scenarios/waterloo/[^"]+)"', browser.text)
    action, fields, _ = browser.form("/new")
    browser.page = browser.client.post("/new/change", data={**fields, "pack": pack.digest})
    assert browser.form("/new")[1]["pack"] == pack.digest
    corrected_marks = re.findall(r'href="(/scenarios/waterloo/[^"]+)"', browser.text)
    assert corrected_marks and not {*corrected_marks} & {*built_in}
    for address in corrected_marks:
        assert browser.client.get(address).status_code == 200
    fields = browser.form("/new")[1]
    browser.page = browser.client.post("/new/change", data={**fields, "scenario_of": "skirmish/line"})
    assert browser.page.status_code == 200 and 'name="pack"' not in browser.text


def test_a_pack_that_is_not_offered_is_refused(browser, games, pack):
    browser.open("/new?title=waterloo")
    fields = browser.form("/new")[1]
    games.packs.withdraw(pack)
    page = browser.client.post("/new", data={**fields, "pack": pack.digest})
    assert page.status_code == 422 and games.ids() == []


def test_a_rematch_is_on_the_same_pack_while_it_is_offered(browser, games, pack):
    games.packs.add(corrected())
    game = browser.new_game(pack=corrected().digest)
    browser.open(f"/new?rematch={game}")
    assert browser.form("/new")[1]["pack"] == corrected().digest
    games.packs.withdraw(games.packs.find("skirmish", "My line"))
    browser.open(f"/new?rematch={game}")
    assert 'name="pack"' not in browser.text


def test_a_board_is_drawn_of_the_pack_and_kept_apart(browser, games):
    text = BUILT_IN["map.toml"].decode()
    assert text.count('"......c.........w...",   # 7') == 1
    text = text.replace('"......c.........w...",   # 7', '"......c.............",   # 7')
    pack = games.packs.add(Pack("waterloo", "Less wood", {**BUILT_IN, "map.toml": text.encode()}))
    game = games.create("waterloo", "short", pack="Less wood")
    board = games.rule_set(game).view(games.standing(game).state, PUBLIC).board
    assert board == f"waterloo@{pack.digest[:16]}"
    assert boards.picture_name(board) != boards.picture_name("waterloo").replace("waterloo", board)
    assert "Q7" in boards.plan_of("waterloo").woods and "Q7" not in boards.plan_of(board).woods
    browser.open(f"/g/{game}/watch")
    (address,) = set(re.findall(r'src="(/boards/waterloo[^"]+)"', browser.text))
    assert browser.client.get(address).status_code == 200
    packs._RULES.clear()  # as another worker, which has not met the game
    pictures.plan_of.cache_clear(), pictures.static_picture.cache_clear(), pictures.picture_name.cache_clear()
    assert browser.client.get(address).status_code == 200
    assert browser.client.get("/boards/waterloo@0123456789abcdef.x.svg").status_code == 404


def test_the_api_offers_packs_and_opens_games_on_them(app, games, pack):
    client = app.test_client()
    (told,) = [each for each in client.get("/api/titles").json if each["id"] == "waterloo"]
    assert told["packs"] == [{"name": "My Waterloo", "digest": pack.digest}]
    seats = {"french": {"kind": "me"}, "coalition": {"kind": "bot"}}
    asked = {"title": "waterloo", "scenario": "short", "seats": seats, "pack": "My Waterloo"}
    made = client.post("/api/games", json=asked, headers={"X-Grognard": "1"})
    assert made.status_code == 201, made.text
    head = client.get(f"/api/games/{made.json['game']}").json
    assert (head["pack"], head["data"]) == ("My Waterloo", pack.digest)
    refused = client.post("/api/games", json={**asked, "pack": "Another"}, headers={"X-Grognard": "1"})
    assert refused.status_code == 422 and "My Waterloo" in refused.text
    (row,) = client.get("/api/games").json
    assert (row["pack"], row["data"]) == ("My Waterloo", pack.digest)


def test_a_player_plays_on_the_corrected_values(app, games, pack):
    game = games.create("waterloo", "short", pack=pack.digest, holders={"french": Holder("person", "Ada")})
    browser = sat_down(app, game, "french")
    browser.open(f"/g/{game}")
    browser.press(browser.orders()[0])
    assert browser.page.status_code == 200
    scene = app.test_client().get(f"/api/games/{game}/scene").json
    assert (scene["tokens"]["fr_inf_1_i"]["at"], scene["tokens"]["fr_inf_1_i"]["strength"]) == ("C9", 6)


# Statistics


def finished(games, **more):
    holders = {"red": Holder("person", "Ada"), "blue": Holder("person", "Bruno")}
    game = games.create("skirmish", "line", holders=holders, **more)
    play_on(games, game, Random(len(games.ids())))
    return game


def test_statistics_never_mix_data(browser, games, redis_server):
    games.packs.add(corrected(2))
    built_in, on_pack = finished(games), [finished(games, pack="My line") for _ in range(2)]
    redis = redis_server.client()
    digest = corrected(2).digest
    assert [row["game"] for row in statistics.rows(redis, games)] == [built_in]
    assert [row["game"] for row in statistics.rows(redis, games, data=digest)] == on_pack
    assert statistics.data_sets(redis, games) == {"skirmish": {digest: "My line"}}
    assert {each["games"] for each in statistics.results(redis, games)} == {1}
    browser.open("/stats?title=skirmish")
    assert "1 game." in browser.text and "data pack My line" in browser.text
    browser.open(f"/stats?title=skirmish&data={digest}")
    assert "2 games." in browser.text and f'<option value="{digest}" selected>' in browser.text
    browser.open("/u/Ada")
    assert "1 finished game." in browser.text
    browser.open(f"/u/Ada?data={digest}")
    assert "2 finished games." in browser.text and built_in not in browser.text


def test_judges_of_a_simulation_played_on_its_data(make_app, tmp_path):
    """Beside one on a pack those on built-in data were asked, and those on the same pack were not."""
    for name, pack in (("own", run(corrected(3))), ("other", run(corrected(3), seed=4)), ("built", None)):
        made = pack or msgspec.structs.replace(run(corrected(3)), pack=b"")
        rows, turns = simulate(made, {"own": 12, "other": 13, "built": 14}[name], 1)
        rows.write_parquet(tmp_path / f"{name}.parquet")
        turns.write_parquet(tmp_path / f"{name}.turns.parquet")
    program = make_app(simulations=tmp_path).test_client()
    for file, count in (("own", 25), ("built", 14)):
        (judges,) = program.get(f"/api/statistics?file={file}.parquet&block=judges").json["blocks"]
        assert judges["rows"][0][1] == count, file


def test_packs_of_one_name_are_told_apart(games, redis_server):
    for start in (2, 3):
        games.packs.add(corrected(start))
        finished(games, pack="My line")
    names = statistics.data_sets(redis_server.client(), games)["skirmish"]
    assert names == {each: f"My line ({each[:8]})" for each in names} and len(names) == 2


def test_a_file_that_mixes_packs_is_refused(tmp_path):
    frames = [simulate(each, 1, 1)[0] for each in (run(corrected(2)), run(corrected(3)))]
    pl.concat(frames, how="diagonal").write_parquet(tmp_path / "both.parquet")
    with pytest.raises(CannotCompare, match="several data packs"):
        read_rows(tmp_path / "both.parquet")


def test_ratings_are_of_one_data_set(app, browser, games):
    games.packs.add(corrected(2))
    finished(games)
    for _ in range(2):
        finished(games, pack="My line")
    with app.test_request_context():
        counts = [
            max(len(history) for history in ratings_of("skirmish", data).histories.values())
            for data in ("", corrected(2).digest)
        ]
    assert counts == [1, 2]


def test_groups_that_are_compared_are_of_one_data_set_each(browser, games):
    games.packs.add(corrected(2))
    for _ in range(3):
        finished(games), finished(games, pack="My line")
    browser.open(f"/compare?do=groups&a_title=skirmish&b_title=skirmish&b_data={corrected(2).digest}")
    assert browser.page.status_code == 200
    assert "3 games</li>" in browser.text and "6 games" not in browser.text
    assert "data pack My line" in browser.text


def test_two_games_on_different_data_are_not_laid_side_by_side(browser, games):
    games.packs.add(corrected(2))
    browser.open(f"/compare?a={finished(games)}&b={finished(games, pack='My line')}")
    assert "on different data are not laid side by side" in browser.text


# Simulations


def run(pack, **more):
    seed = more.pop("seed", 3)
    return Run("skirmish", "line", ("random", "random"), seed, pack=packs.to_json(pack), **more)


def test_a_simulation_plays_on_a_pack_and_its_rows_name_it():
    pack = corrected(3)
    on_built_in = msgspec.structs.replace(run(pack), pack=b"")
    (row, _), (built_in, _) = simulated(run(pack), 0), simulated(on_built_in, 0)
    assert (row["pack"], row["data"]) == ("My line", pack.digest)
    assert (built_in["pack"], built_in["data"]) == ("", "")
    assert row["game"] != built_in["game"]


def test_other_processes_learn_the_pack_of_a_simulation():
    on_pack = Run("waterloo", "short", ("random",) * 2, 3, pack=packs.to_json(waterloo()))
    alone, several = simulate(on_pack, 2, 1)[0], simulate(on_pack, 2, 2)[0]
    assert alone.equals(several) and alone["data"].unique().to_list() == [waterloo().digest]


def test_a_simulated_game_is_kept_with_its_pack(games):
    pack = corrected(3)
    game = games.adopt(kept_game(run(pack), 0, 0), None, pack)
    assert games.standing(game).opened.pack == "My line" and games.standing(game, 1).state.at["red"] == 3


def test_the_page_of_simulations_offers_packs(make_app, games, tmp_path):
    games.packs.add(corrected(3))
    browser = Browser(make_app(simulations=tmp_path / "simulations"))
    browser.open(f"/simulate?title=skirmish&pack={corrected(3).digest}")
    assert '<option value="' + corrected(3).digest + '" selected>' in browser.text
    browser.open("/simulate?title=waterloo&pack=" + corrected(3).digest)
    assert browser.page.status_code == 200 and browser.form("/simulate")[1]["pack"] == ""


def test_the_server_simulates_on_a_pack(make_app, games, pack, tmp_path):
    folder = tmp_path / "simulations"
    app = make_app(simulations=folder)
    browser = Browser(app)
    browser.open(f"/simulate?title=waterloo&scenario=short&pack={pack.digest}")
    quick = {"bot_french": "random", "bot_coalition": "random"}
    answer = browser.send("/simulate", follow=False, games="custom", custom="10", **quick)
    name = answer.headers["Location"].rsplit("/", 1)[1]
    assert "10 of 10 games" in waits(browser, name) and "data pack My Waterloo" in browser.text
    end_simulations(app)
    assert read_rows(folder / f"{name}.parquet")["data"].unique().to_list() == [pack.digest]
    browser.open("/simulate")
    assert "data pack My Waterloo" in browser.text
    assert made_of(folder, f"{name}.parquet").pack == "My Waterloo"


# Other processes, and packs that are lost


def test_a_projector_of_its_own_and_a_server_after_a_restart_learn_the_pack(tmp_path, redis_server):
    url, client = f"sqlite:///{tmp_path}/games.db", redis_server.client()
    client.flushall()
    games = open_games(url)
    games.packs.add(corrected(4))
    game = games.create("skirmish", "line", pack="My line")
    games.close()
    forget(corrected(4))
    again = open_games(url)
    projector = Projector(again, client)
    projector.rebuild()
    assert projector.faults == {}
    (row,) = lobby.read(client, again)
    assert (row["game"], row["pack"], row["source"]) == (game, "My line", "redis")
    again.close()


def test_a_game_whose_pack_is_lost_is_set_aside_with_a_page_and_a_line(browser, games, caplog):
    games.packs.add(corrected(5))
    lost, other = browser.new_game(pack=corrected(5).digest), browser.new_game()
    browser.open("/")
    assert lost in browser.text
    games._notes.change("packs", "DELETE FROM {packs} WHERE digest=? RETURNING digest", corrected(5).digest)
    games._histories.forget(lost)
    forget(corrected(5))
    browser.open("/")
    assert browser.page.status_code == 200 and lost not in browser.text and other in browser.text
    assert f"{lost}" in caplog.text and "does not have the data pack" in caplog.text
    page = browser.open(f"/g/{lost}")
    assert page.status_code >= 400 and "is set aside" in browser.text
    assert browser.open(f"/g/{other}").status_code == 200


def test_an_archive_goes_in_and_out_over_http(app, games):
    elsewhere = open_games("memory:")
    elsewhere.packs.add(waterloo("Elsewhere"))
    game = elsewhere.create("waterloo", "short", pack="Elsewhere")
    play_on(elsewhere, game, Random(1), 12)
    data = write(elsewhere.rule_set(game), elsewhere.recorded(game), seed=elsewhere.seed(game, host=True))
    elsewhere.close()
    made = app.test_client().post("/api/games/archives", data=data, headers={"X-Grognard": "1"})
    assert made.status_code == 201, made.text
    assert games.standing(made.json["game"]).opened.pack == "Elsewhere"
    assert [each.is_offered for each in games.packs.every()] == [False]
