"""How the host sets the server up: every setting once, and what the host said of it.

What is typed wins over the environment, that over the file, and that over what is usual. A setting `port` is
`port` in `grognard.toml`, `GROGNARD_PORT` in the environment, and `--set port=8080` on the command line.
"""

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

from domain.kernel import GrognardError
from web.base.site import Settings
from web.server.kinds import (
    COUNTERS,
    FOLDER,
    HOST,
    LIMIT,
    LINES,
    NETWORKS,
    REDIS,
    SITE,
    SWITCH,
    TEXT,
    Kind,
    as_toml,
    number,
    one_of,
    seconds,
)
from web.server.options import CONFIG

PREFIX = "GROGNARD_"
BY_FILE = "_file"
"""`database_url_file` names the file that holds `database_url`."""
USUAL = "usual"
ELSEWHERE = {CONFIG, f"{PREFIX}THOROUGH"}
"""Variables that begin like ours and are no settings."""


class BadConfiguration(GrognardError):
    """The server cannot be set up so: the message names where, what was read and what would work."""

    code = "bad_configuration"


class Choice(NamedTuple):
    """A setting: what it may be, what it is if nobody says otherwise, and what it does.

    `is_secret`: it may lie in a file of its own, and is never shown. `is_for_pages`: `Settings` has it.
    """

    name: str
    kind: Kind
    usual: Any
    words: str
    is_secret: bool = False
    is_for_pages: bool = False
    such_as: Any = None
    """What the example shows where the usual value is worked out."""

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


WHO = one_of("anyone", "known", "nobody")


def _secret(name: str, words: str, kind: Kind = TEXT) -> Choice:
    return Choice(name, kind, "", words, is_secret=True)


def _page(name: str, kind: Kind, words: str, *, is_secret: bool = False, such_as: Any = None) -> Choice:
    """A setting that the pages go by; what is usual stands in `Settings`."""
    return Choice(name, kind, getattr(Settings, name), words, is_secret, is_for_pages=True, such_as=such_as)


CHAPTERS: dict[str, tuple[Choice, ...]] = {
    "Where it listens": (
        Choice("data", FOLDER, Path("data"),
               "The data folder; not in a file that lies in that folder itself."),
        Choice("host", HOST, "127.0.0.1", "The address to listen at; 0.0.0.0 lets others in."),
        Choice("port", number(0, 65535), 5815, "The port; 0 takes any that is free."),
        Choice("url", SITE, "", "The address that people type: for links in mails and on the command line."),
        Choice("projector", one_of("thread", "process"), "thread",
               "Where the views are made: a process of its own leaves more to the players."),
    ),
    "Where games are kept": (
        _secret("database_url", "postgresql://... instead of SQLite in the data folder."),
        _secret("redis_url", "redis://... instead of an embedded Redis.", REDIS),
        _secret("secret_key", "What signs links and cookies, one secret a line of 32 characters or more; the "
                "last one signs, all are accepted. secret.key of the data folder if nothing is said.", LINES),
        Choice("simulations", FOLDER, None, "The folder of simulations; simulations/ in the data folder.",
               such_as="/srv/grognard/simulations"),
        _page("library", FOLDER, "The folder of the sample games.", such_as="/srv/grognard/library"),
    ),
    "Notices": (
        _secret("smtp_url", "smtp(s)://user:password@host:port: mails may go out."),
        Choice("mail_from", TEXT, "", "The address that mails are from."),
        Choice("webhooks", SWITCH, False, "Players may have messages posted to an address of theirs."),
    ),
    "Behind a proxy": (
        _page("trusted_proxies", NETWORKS, "Where proxies of yours are: what they say of a request in "
              "X-Forwarded-For, -Proto and -Host counts, and nobody else's word does."),
        _page("secure_cookies", SWITCH, "Cookies go over https only, whatever a request looks like here."),
    ),
    "Who may do what": (
        _page("access", one_of("open", "word", "closed"),
              "Who may come in: everybody, who knows the host's word, or only who has a link."),
        _page("host_word", TEXT, "The host's word; another one ends what the old one and its links opened.",
              is_secret=True),
        _page("may_open", WHO, "Who may open and fork games. Known is who knows the word, or came by the "
              "link that `grognard invite` prints."),
        _page("may_import", WHO, "Who may bring archives in, on the pages and by the API."),
        _page("may_simulate", WHO, "Who may simulate."),
        _page("games_a_day", number(0, 10**6), "Games opened and forked in a day; 0 is no bound."),
        _page("games_a_day_each", number(0, 10**6), "The same for one address."),
        _page("imports_a_day", number(0, 10**6), "Archives brought in in a day; 0 is no bound."),
        _page("imports_a_day_each", number(0, 10**6), "The same for one address."),
        _page("may_keep_names", WHO, "Who may make an account, which keeps a name. If nobody may, the host "
              "does, with `grognard accounts`."),
        _page("accounts_a_day", number(0, 10**6), "Accounts made in a day; 0 is no bound."),
        _page("accounts_a_day_each", number(0, 10**6), "The same for one address."),
        _page("simulations_at_once", number(1, 1000), "Simulations that run or wait; one for each address."),
    ),
    "Computers at the tables": (
        _page("thinking_seconds", seconds(0.05, 60),
              "How long a marshal may think over a choice, and whoever gives a hint; more is stronger."),
    ),
    "Looking after it": (
        _page("metrics_token", TEXT, "What Prometheus shows (Authorization: Bearer ...) to read /metrics; "
              "there are none without it.", is_secret=True),
        _page("admin_secret", TEXT, "What the host types at /admin and his programs show (Authorization: "
              "Bearer ...): 16 characters or more. There is no administration without it.", is_secret=True),
        Choice("access_log", SWITCH, False,
               "Each request is a line of the log, with the address that asked."),
        Choice("log_format", one_of("text", "json"), "text", "How lines of the log are written."),
    ),
    "Limits of one address": (
        _page("limits_on", SWITCH, "Whether requests are counted at all."),
        _page("limits_storage", COUNTERS,
              "Where they are counted: a Redis counts for all workers together; without it each does."),
        _page("order_limit", LIMIT, "Orders, and as many looks."),
        _page("create_limit", LIMIT, "Games opened, forked and brought in, and simulations."),
        _page("join_limit", LIMIT, "Seats taken and links renewed."),
        _page("talk_limit", LIMIT, "Lines of talk and notes."),
        _page("pin_limit", LIMIT, "Wrong PINs, words and passwords."),
        _page("account_limit", LIMIT, "Wrong passwords for one account, from all addresses together; who has "
              "logged in with a browser before is not kept out by it."),
        _page("notice_limit", LIMIT, "Changes of notices."),
        _page("stream_limit", LIMIT, "Live streams begun, and pages that cost as much."),
    ),
    "Sizes and times": (
        _page("largest_body", number(4096, 2**30), "Bytes of a request."),
        _page("largest_import", number(4096, 2**30), "Bytes of an archive that is brought in."),
        Choice("stream_cap", number(1, 10**6), None,
               "Live streams at once; as many as the open files of the process allow if nothing is said.",
               such_as=2000),
        _page("keep_alive", seconds(0.01, 300),
              "After so many seconds a silent stream says that it is there."),
        _page("presence", seconds(0.01, 3600),
              "For so long a seat counts as connected after its last stream; more than keep_alive."),
    ),
}  # fmt: skip
CHOICES = {each.name: each for chapter in CHAPTERS.values() for each in chapter}


class Found(NamedTuple):
    """A setting's value, and who said so."""

    value: Any
    source: str


Configuration = dict[str, Found]


def configuration(
    typed: Mapping[str, tuple[Any, str]],
    environ: Mapping[str, str],
    file: Path | None,
    *,
    is_in_data: bool = False,
) -> Configuration:
    """Every setting. `typed` gives values with the option that said each. Raises BadConfiguration."""
    found = {each.name: Found(each.usual, USUAL) for each in CHOICES.values()}
    if file is not None:
        found |= _of_file(file, is_in_data)
    found |= _of_environment(environ)
    found |= {name: Found(_value(choice(name, source), value, source), source)
              for name, (value, source) in typed.items()}  # fmt: skip
    _fits_together(found)
    return found


def choice(name: str, where: str) -> Choice:
    """The setting of a name. Raises BadConfiguration."""
    if name in CHOICES:
        return CHOICES[name]
    near = get_close_matches(name, CHOICES, 1)
    hint = f"Did you mean {near[0]}?" if near else "`grognard config example` shows every setting."
    raise BadConfiguration(f"{where}: there is no setting {name!r}. {hint}")


def _value(of: Choice, value: Any, where: str) -> Any:
    try:
        return of.kind.read(value)
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        read = "what was read" if of.is_secret else repr(value)
        raise BadConfiguration(f"{where}: {of.name} cannot be {read}; it takes {of.kind.takes}.") from problem


def _of_file(path: Path, is_in_data: bool) -> Configuration:
    try:
        read = tomllib.loads(path.read_text("utf-8"))
    except OSError as problem:
        raise BadConfiguration(f"{path} cannot be read ({problem.strerror}).") from problem
    except (ValueError, RecursionError) as problem:  # also a number or a nest that Python does not read
        raise BadConfiguration(
            f'{path} is no TOML: {problem}. A line is like  port = 8080  or  host = "0.0.0.0"'
        ) from problem
    if is_in_data and "data" in read:
        raise BadConfiguration(f"{path}: data cannot be set by a file that is looked for in the data folder; "
                               f"name the file: --config {path}")  # fmt: skip
    return _said(read, str(path), path.parent)


def _of_environment(environ: Mapping[str, str]) -> Configuration:
    """What our variables say; an empty one says nothing."""
    found: Configuration = {}
    for each in CHOICES.values():
        plain, by_file = (environ.get(name, "") for name in (each.variable, each.variable + BY_FILE.upper()))
        if plain and by_file and each.is_secret:
            raise BadConfiguration(f"Give {each.variable} or {each.variable}{BY_FILE.upper()}, not both.")
        if plain:
            found |= _said({each.name: plain}, each.variable, Path())
        elif by_file and each.is_secret:
            found |= _said({each.name + BY_FILE: by_file}, each.variable + BY_FILE.upper(), Path())
    return found


def _said(read: Mapping[str, Any], where: str, folder: Path) -> Configuration:
    """Settings by name, of the file or the environment; secrets may be named by their files."""
    found: Configuration = {}
    for name, value in read.items():
        plain = name.removesuffix(BY_FILE)
        if name != plain and plain in CHOICES and CHOICES[plain].is_secret:
            if plain in read:
                raise BadConfiguration(f"{where}: give {plain} or {name}, not both.")
            path = folder / str(value)
            found[plain] = Found(_value(CHOICES[plain], _kept_in(path, name, where), str(path)), str(path))
        else:
            found[name] = Found(_value(choice(name, where), value, where), where)
    return found


def _kept_in(path: Path, name: str, where: str) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadConfiguration(f"{where}: {name} names {path}; that cannot be read ({problem}).") from problem


def _fits_together(found: Configuration) -> None:
    """Raises BadConfiguration if one setting contradicts another."""
    wanted = (
        ("presence", found["presence"].value > found["keep_alive"].value, "more than keep_alive"),
        ("largest_import", found["largest_import"].value >= found["largest_body"].value,
         "no less than largest_body"),
        ("mail_from", not found["smtp_url"].value or found["mail_from"].value,
         "the address that mails are from, for smtp_url is set"),
        ("host_word", found["access"].value != "word" or found["host_word"].value,
         "what people are asked for, since access is \"word\""),
        ("admin_secret", len(found["admin_secret"].value) not in range(1, 16), "16 characters or more"),
        ("secret_key", all(len(line) >= 32 for line in found["secret_key"].value.split()),
         "32 random characters or more in each line"),
    )  # fmt: skip
    for name, is_so, takes in wanted:
        if not is_so:
            raise BadConfiguration(_misfit(name, found[name], takes))


def _misfit(name: str, found: Found, takes: str) -> str:
    """Why a setting does not go with the others; where nobody said it, that it should be said."""
    if found.source == USUAL:
        read = f"is {as_toml(found.value)} if nobody says otherwise" if found.value else "is not set"
        return f"{name} {read}; it takes {takes}."
    read = "what was read" if CHOICES[name].is_secret else as_toml(found.value)
    return f"{found.source}: {name} cannot be {read}; it takes {takes}."


def strangers(environ: Mapping[str, str]) -> list[str]:
    """Variables that begin like ours and that nobody reads."""
    known = ELSEWHERE | {each.variable for each in CHOICES.values()}
    known |= {each.variable + BY_FILE.upper() for each in CHOICES.values() if each.is_secret}
    return sorted(name for name in environ if name.startswith(PREFIX) and name not in known)


def said_of_pages(found: Configuration) -> dict[str, Any]:
    """What the host said of `Settings`; of the rest they know what is usual."""
    return {name: one.value for name, one in found.items()
            if CHOICES[name].is_for_pages and one.source != USUAL}  # fmt: skip


def shown(name: str, value: Any) -> str:
    """A value for the eyes of whoever looks over the shoulder."""
    if CHOICES[name].is_secret:
        return "(set, not shown)" if value else '""'
    return "(worked out)" if value is None else as_toml(value)


def example() -> str:
    """The file with every setting as it usually is, each line commented out."""
    lines = [
        "# grognard.toml: in the data folder, or anywhere with --config FILE. Take the # away from what you",
        "# change. The variable GROGNARD_PORT wins over port here, and --set port=8080 over both.",
    ]
    for chapter, choices in CHAPTERS.items():
        lines += ["", f"# --- {chapter} ---"]
        for each in choices:
            lines += ["", *_comment(each)]
    return "\n".join(lines) + "\n"


def _comment(each: Choice) -> Iterator[str]:
    by_file = f" Or {each.name}{BY_FILE} = the file that holds it." if each.is_secret else ""
    takes = f"{each.kind.takes[0].upper()}{each.kind.takes[1:]}."
    for line in wrap(f"{each.words}{by_file} {takes}", 96):
        yield f"# {line}"
    yield f"#{each.name} = {as_toml(each.usual if each.such_as is None else each.such_as)}"
