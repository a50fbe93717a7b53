"""The wheel: `grognard` is all that it installs, whatever else has the names of our rooms."""

import json
import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from scripts.wheel.one_name import renamed

ROOT = Path(__file__).parent.parent
BUILT_FROM = ("domain", "grognard", "projections", "replays", "web", "scripts/wheel",
              "pyproject.toml", "README.md", "LICENSE")  # fmt: skip
PROGRAM = """
import json, subprocess, sys, time
from pathlib import Path
from urllib.request import urlopen

import domain, projections, replays, web           # the others'
from grognard.client import Client
from grognard.data import open_games
from grognard.learning import new_state

assert {each.whose for each in (domain, projections, replays, web)} == {"others"}
learned = new_state("waterloo", "short", seed=7)
learned.apply_action(learned.legal_actions()[0])

def server():
    command = [Path(sys.executable).with_name("grognard"), "serve", "--port", "0", "--data", "games"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

with server() as served:
    try:
        address = served.stdout.readline().split()[-1].rstrip("/")
        client = Client(address)
        seats = {"french": {"kind": "me", "name": "Ada"}, "coalition": {"kind": "bot", "name": "random"}}
        opened = client.open_game(title="waterloo", scenario="short", seats=seats)
        game, own = opened["game"], client.holding(opened["token"])
        orders = 0
        while orders < 5:
            desk = own.desk(game, seat="french")
            if desk["options"]:
                own.order(game, seat="french", moment=desk["moment"], order=desk["options"][0]["order"])
                orders += 1
            else:
                time.sleep(0.02)
        page = urlopen(f"{address}/g/{game}").read().decode()
        style = urlopen(address + page.split('rel="stylesheet" href="', 1)[1].split('"', 1)[0]).read()
        run = client.simulate(
            title="waterloo", scenario="short", seats=list(seats), bots=["random", "random"], games=10)
        while run["state"] in ("waiting", "running"):
            time.sleep(0.1)
            run = client.simulation(run["name"])
    finally:
        served.terminate()
stored = open_games("sqlite:///games/grognard.db")
print(json.dumps({
    "version": stored.desk(game).version, "page": "<svg" in page, "style": b"{" in style,
    "state": run["state"],
    "ours": sorted({each.partition(".")[0] for each in sys.modules if "grognard" in each}),
}))
"""


def test_the_wheel_plays_beside_packages_that_have_the_names_of_our_rooms(tmp_path: Path) -> None:
    for each in BUILT_FROM:
        copy = shutil.copytree if (ROOT / each).is_dir() else shutil.copy2
        (tmp_path / "source" / each).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / each, tmp_path / "source" / each)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
        "--wheel-dir", tmp_path, tmp_path / "source")  # fmt: skip
    venv.create(tmp_path / "place", symlinks=True)
    python = tmp_path / "place" / "bin" / "python"
    run(sys.executable, "-m", "pip", f"--python={python}", "install", "--quiet", "--no-deps", "--no-index",
        "--no-compile", next(tmp_path.glob("*.whl")))  # fmt: skip
    packages = next((tmp_path / "place" / "lib").glob("python*/site-packages"))
    assert {each.name.partition("-")[0] for each in packages.iterdir()} == {"grognard"}
    for room in ("domain", "projections", "replays", "web"):
        (packages / room).mkdir()
        (packages / room / "__init__.py").write_text('whose = "others"\n', "utf-8")
    (packages / "beside.pth").write_text("\n".join(site.getsitepackages()), "utf-8")  # what we build upon
    told = json.loads(run(python, "-W", "error", "-c", PROGRAM, cwd=tmp_path))
    assert told.pop("version") >= 5
    assert told == {"page": True, "style": True, "state": "done", "ours": ["grognard"]}


def run(*command: object, cwd: Path = ROOT) -> str:
    done = subprocess.run([str(each) for each in command], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("here", "there"), [
    ("from domain import titles\n", "from grognard.domain import titles\n"),
    ("def f():\n    from web.base.site import (\n        site,\n    )\n",
     "def f():\n    from grognard.web.base.site import (\n        site,\n    )\n"),
    ("import domain.titles, os\n", "import grognard.domain.titles, grognard.domain as domain, os\n"),
    ("s = 'é'; import web\n", "s = 'é'; import grognard.web as web\n"),
    ("import web.base as base\n", "import grognard.web.base as base\n"),
    ("from . import web\nfrom webbrowser import open\nx = 'web and domain'\n",) * 2,
])  # fmt: skip
def test_imports_of_a_room_go_through_the_one_name(here: str, there: str) -> None:
    assert renamed(here, "a.py") == there


def test_a_module_that_is_named_in_a_string_is_no_wheel() -> None:
    with pytest.raises(ValueError, match=r"a\.py:2 names the module 'web\.server\.cli:main'"):
        renamed("\nx = 'web.server.cli:main'\n", "a.py")
