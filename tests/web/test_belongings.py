"""What comes with the code is told and fits: NOTICE and the locks, imports and pyproject, what hosts copy."""

import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from importlib.metadata import packages_distributions
from pathlib import Path

import yaml

import domain.titles
from web.server.cli import main
from web.server.configuration import CHOICES

ROOT = Path(__file__).parent.parent.parent
OURS = {"domain", "grognard", "projections", "replays", "web"}
IMPORT = re.compile(r"^\s*(?:from|import) (\w+)[\w.]*(?: import|$|,| as)", re.MULTILINE)


def named(text: str) -> set[str]:
    return {each.lower().replace("_", "-") for each in re.findall(r"[\w-]+", text)}


def test_the_notice_names_every_package_of_the_locks_and_every_title() -> None:
    notice = (ROOT / "NOTICE.md").read_text("utf-8")
    hosts = notice.partition("## What only the tests install")[0]
    for lock, text in (("requirements.lock", hosts), ("requirements-test.lock", notice)):
        told = named(text)
        locked = re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text("utf-8"), re.MULTILINE)
        assert locked and not [each for each in locked if each.lower() not in told], lock
    assert not [each.name for each in domain.titles.TITLES if each.name not in notice]


def test_what_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = sum((extras[each] for each in ("postgres", "gym", "cluster")), project["dependencies"])
    declared = {re.split(r"[\[<>=;]", each)[0].lower() for each in wanted}
    modules = [path.read_text("utf-8") for room in OURS for path in (ROOT / room).rglob("*.py")]
    imported = {name for text in modules for name in IMPORT.findall(text)}
    known = packages_distributions()
    missing = {
        name: known[name]
        for name in imported - OURS - sys.stdlib_module_names
        if name in known and not {each.lower() for each in known[name]} & declared
    }
    assert not missing


def test_what_hosts_copy_says_nothing_that_the_server_does_not_know() -> None:
    settings = {each.variable for each in CHOICES.values()} | {"GROGNARD_CONFIG", "GROGNARD_SITE"}
    settings |= {f"{each.variable}_FILE" for each in CHOICES.values() if each.is_secret}
    copied = [ROOT / "compose.yaml", *(ROOT / "deploy").iterdir()]
    for path in copied:
        assert set(re.findall(r"GROGNARD_\w+", path.read_text("utf-8"))) <= settings, path
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    assert set(services) == {"grognard", "db", "cache", "caddy"}
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]
    gate = (ROOT / "Makefile").read_text("utf-8").replace("$(BIN)/", ".venv/bin/")
    assert hooks and not [hook["id"] for hook in hooks if hook["entry"] not in gate]


def test_the_parts_of_the_compose_file_are_there_and_meet_at_one_port() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    port = str(CHOICES["port"].usual)
    for name, service in compose["services"].items():
        assert "image" in service or (ROOT / service["build"]["dockerfile"]).is_file(), name
        assert set(service.get("depends_on", ())) <= set(compose["services"]), name
        assert set(service.get("secrets", ())) <= set(compose["secrets"]), name
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (ROOT / source).is_file(), volume
    own = compose["services"]["grognard"]
    assert own["healthcheck"]["test"].endswith(f":{port}")
    image = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    assert f"EXPOSE {port}" in image
    copied = [path for names in re.findall(r"^COPY (.*) \S+$", image, re.M) for path in names.split()]
    sent = re.findall(r"^!(.*)$", (ROOT / ".dockerignore").read_text("utf-8"), re.M)
    assert len(copied) > 5 and all(any(fnmatch(path, each) for each in sent) for path in copied)
    assert f"grognard:{port}" in (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    shown = {f"/run/secrets/{name}" for name in own["secrets"]}
    assert shown == {value for name, value in own["environment"].items() if name.endswith("_FILE")}


def test_the_unit_of_systemd_says_commands_that_there_are_and_is_one(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "grognard.service").read_text("utf-8")
    program = "/opt/grognard/.venv/bin/grognard"
    said = [line.partition(program)[2].split() for line in unit.splitlines() if program in line]
    assert [words[0] for words in said] == ["config", "serve"] and {words[0] for words in said} <= set(
        main.commands
    )
    assert "ReadWritePaths=/srv/grognard" in unit and said[1] == ["serve", "--data", "/srv/grognard"]
    if shutil.which("systemd-analyze"):
        own = tmp_path / "grognard.service"
        own.write_text(unit.replace(program, sys.executable), "utf-8")
        checked = subprocess.run(
            ["systemd-analyze", "verify", str(own)], capture_output=True, text=True, check=False
        )
        assert not [line for line in checked.stderr.splitlines() if own.name in line]
