"""How a host sets the server up: a file, the environment, the command line, and what is said of mistakes."""

import dataclasses
import re
from pathlib import Path

import pytest

from tests.web.console import asked, grognard
from tests.web.serving import served
from web.base.site import Settings
from web.server.configuration import CHOICES, BadConfiguration, configuration, example, said_of_pages

ROOT = Path(__file__).parent.parent.parent
OTHERWISE = {"secrets": "secret_key", "notices": "smtp_url"}
"""What of the pages' settings is made from a setting of another name."""


def written(folder: Path, text: str) -> Path:
    path = folder / "grognard.toml"
    path.write_text(text, "utf-8")
    return path


def refused(folder: Path, text: str, **environ: str) -> str:
    with pytest.raises(BadConfiguration) as problem:
        configuration({}, environ, written(folder, text))
    return problem.value.message


def test_every_limit_and_switch_of_the_pages_can_be_set() -> None:
    fields = {OTHERWISE.get(each.name, each.name) for each in dataclasses.fields(Settings)}
    assert fields <= set(CHOICES)


def test_the_documented_file_is_the_one_that_the_server_reads(tmp_path: Path) -> None:
    page = (ROOT / "docs/hosting-settings.md").read_text("utf-8")
    documented = re.search(r"```toml\n(# grognard.toml.*?)```", page, re.S)
    assert documented is not None and documented.group(1) == example()
    said = re.sub(r"^#(\w+ = )", r"\1", example(), flags=re.M)
    found = configuration({}, {}, written(tmp_path, said))
    assert {name for name, each in found.items() if each.source.endswith("grognard.toml")} == set(CHOICES)
    assert all(each.value == CHOICES[name].usual for name, each in found.items() if not CHOICES[name].such_as)


def test_what_is_typed_wins_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, 'host = "::1"\nport = 1\ntalk_limit = "3 per minute"\nurl = "https://a.example"\n')
    environ = {"PORT": "2", "HOST": "0.0.0.0", "URL": "", "LIMITS_ON": "off"}
    variables = {f"GROGNARD_{name}": text for name, text in environ.items()}
    found = configuration({"port": ("3", "--port")}, variables, file)
    assert found["port"] == (3, "--port")
    assert found["host"] == ("0.0.0.0", "GROGNARD_HOST")
    assert found["url"] == ("https://a.example", str(file)), "an empty variable says nothing"
    assert found["mail_from"] == ("", "usual")
    assert said_of_pages(found) == {"talk_limit": "3 per minute", "limits_on": False}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("prot = 8080", ["'prot'", "Did you mean port?"]),
        ("port = 80800", ["port", "80800", "0 to 65535"]),
        ("port = true", ["port", "True", "0 to 65535"]),
        ('talk_limit = "often"', ["talk_limit", "'often'", "per minute"]),
        ('webhooks = "perhaps"', ["webhooks", "'perhaps'", "true or false"]),
        ('host = ""', ["host", "''", '"127.0.0.1"']),
        ('url = "games.example"', ["url", "'games.example'", '"https://games.example.org"']),
        ('url = "https://games.example/club"', ["url", "no path"]),
        ('projector = "thraed"', ["projector", "'thraed'", '"thread" or "process"']),
        ("[limits]\ntalk = 1", ["'limits'", "limits_on"]),
        ("port: 8080", ["no TOML", "line 1", "port = 8080"]),
        (f"port = {'9' * 5000}", ["no TOML", "port = 8080"]),
        (f"trusted_proxies = {'[' * 100_000}", ["no TOML", "port = 8080"]),
        ("presence = 10", ["presence", "10", "more than keep_alive"]),
        ('smtp_url_file = "none.txt"', ["smtp_url_file", "none.txt", "cannot be read"]),
        ('smtp_url = "x"\nsmtp_url_file = "y"', ["smtp_url or smtp_url_file, not both"]),
    ],
)
def test_a_mistake_names_file_setting_and_what_would_work(tmp_path: Path, line: str, told: list[str]) -> None:
    message = refused(tmp_path, line)
    assert all(each in message for each in [str(tmp_path / "grognard.toml"), *told]), message


def test_a_mistake_in_the_environment_names_the_variable_and_no_secret_is_repeated(tmp_path: Path) -> None:
    assert "GROGNARD_STREAM_CAP" in refused(tmp_path, "", GROGNARD_STREAM_CAP="many")
    message = refused(tmp_path, 'secret_key = "short"')
    assert "32" in message and "short" not in message


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('database_url = "postgresql://grognard:hu%sh@db/grognard"', "The store address cannot be read"),
        ('database_url = "postgresql://grognard:hush@db:port/grognard"', "The store address cannot be read"),
        ('database_url = "mysql://db/grognard"', "is none of memory:, sqlite:///file, postgresql://"),
        ('redis_url = "cache:6379"', "redis_url cannot be what was read"),
        ('limits_storage = "redis://cache:port/1"', "limits_storage cannot be 'redis://cache:port/1'"),
        ('smtp_url = "smtp://mail:port"\nmail_from = "a@b.example"', "The mail server is given as smtp://"),
        ('smtp_url = "smtp://mail"\nmail_from = "nobody"', "'nobody' is none"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_before_the_start(
    tmp_path: Path, line: str, told: str
) -> None:
    file = written(tmp_path, line)
    for words in (("config", "check", file), ("serve", "--config", file, "--data", tmp_path, "--port", 0)):
        said = grognard(*words, status=1).stderr
        assert told in said and "hu%sh" not in said and "hush" not in said


def test_what_nobody_said_is_not_called_a_mistake_of_somebody(tmp_path: Path) -> None:
    assert refused(tmp_path, 'access = "word"').startswith("host_word is not set; it takes what people")
    assert refused(tmp_path, "keep_alive = 60").startswith("presence is 40 if nobody says otherwise; ")
    mails = 'smtp_url = "smtp://mail.example"\n'
    assert refused(tmp_path, mails).startswith("mail_from is not set; it takes the address")


def test_the_address_that_people_type_may_end_with_a_slash(tmp_path: Path) -> None:
    file = written(tmp_path, 'url = "https://games.example/"')
    assert configuration({}, {}, file)["url"].value == "https://games.example"
    opened = asked("new", "waterloo", "--data", tmp_path / "d", "--url", "https://games.example/")
    assert opened["links"]["french"].startswith("https://games.example/join/")
    odd = grognard("new", "waterloo", "--data", tmp_path / "d", "--url", "games.example", status=2)
    assert 'is not an address such as "https://games.example.org"' in odd.stderr


def test_a_secret_may_lie_in_a_file_of_its_own_and_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "db").write_text("postgresql://grognard:hush@db/grognard\n")
    written(tmp_path, 'database_url_file = "db"\n')
    told = asked("config", "check", "--data", tmp_path, GROGNARD_SECRET_KEY="h" * 40, GROGNARD_PROT="1")
    assert told["settings"]["database_url"] == {"value": "(set, not shown)", "source": str(tmp_path / "db")}
    assert told["settings"]["secret_key"] == {"value": "(set, not shown)", "source": "GROGNARD_SECRET_KEY"}
    assert told["unread"] == ["GROGNARD_PROT"]
    shown = grognard("config", "check", tmp_path / "grognard.toml").stdout
    assert "hush" not in shown and "talk_limit" in shown and "in order" in shown


def test_a_server_is_as_the_file_in_its_data_folder_says(tmp_path: Path) -> None:
    data = tmp_path / "d"
    data.mkdir()
    written(data, f'secret_key = "{"k" * 40}"\nmay_import = "nobody"\nurl = "https://games.example"\n')
    with served(data, "--set", "largest_body=5000") as server:
        assert server.banner == f"Grognard is at https://games.example/ and listens at {server.url}/"
        assert "takes no uploads" in server.page("/import")
        opened = asked("new", "waterloo", "--data", data)
        link = opened["links"]["french"]
        assert link.startswith("https://games.example/join/")
        assert "French" in server.page(link.removeprefix("https://games.example"))
        assert not (data / "secret.key").exists()
    failed = grognard("serve", "--data", data, "--set", "largest_body=all", status=1)
    assert "--set largest_body: largest_body cannot be 'all'; it takes a whole number" in failed.stderr
