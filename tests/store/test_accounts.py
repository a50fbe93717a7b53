"""Accounts: a name is kept once, its proofs are kept as hashes, and a log-in ends when it shall."""

from threading import Barrier, Thread

import pytest

from domain.kernel.errors import InvalidSetup
from domain.store import Games, accounts, open_games, passwords
from domain.store.accounts import NameKept, StaleAccount
from domain.store.passes import Pass
from domain.store.vault import ACCOUNT, LOG_IN

PASSWORD, OTHER = "a cold morning", "a wet field before noon"
WORDS = "bado lemi sotu rane pilo vuma deno fira"


def test_a_name_is_kept_once_however_it_is_written(games: Games) -> None:
    ada = games.accounts.make("Ada  Lovelace", PASSWORD, WORDS)
    assert games.accounts.of("ada lovelace") == ada == games.accounts.of("\uff21da\u200c Lovelace")
    with pytest.raises(NameKept):
        games.accounts.make("ADA LOVELACE", PASSWORD, WORDS)
    for name in ("", "\u2800", "Somebody", "x" * 61, "a\u202eb", "\ud800"):
        with pytest.raises(InvalidSetup):
            games.accounts.make(name, PASSWORD, WORDS)
    assert games.accounts.every() == [ada]


@pytest.mark.parametrize("name", ["\u041escar", "Os\u0441a\u0280", "\u039fSCAR", "o\u0455c\u0430r"])
def test_a_name_that_looks_the_same_in_another_script_is_the_same(sqlite: Games, name: str) -> None:
    oscar = sqlite.accounts.make("Oscar", PASSWORD, WORDS)
    with pytest.raises(NameKept):
        sqlite.accounts.make(name, PASSWORD, WORDS)
    assert sqlite.accounts.of(name) == oscar and sqlite.accounts.of("\u00d6scar") is None


def test_of_two_who_keep_a_name_at_once_one_has_it(games: Games) -> None:
    together, told = Barrier(2), []

    def keep(password: str) -> None:
        together.wait()
        try:
            told.append(games.accounts.make("Ada", password, WORDS))
        except NameKept:
            told.append(None)

    threads = [Thread(target=keep, args=(each,)) for each in (PASSWORD, OTHER)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert told.count(None) == 1 and [each for each in told if each] == games.accounts.every()


def test_passwords_and_words_are_kept_as_hashes_alone(games: Games) -> None:
    ada = games.accounts.make("Ada", PASSWORD, WORDS)
    token = games.accounts.log_in(ada, "Firefox, Linux")
    kept = str(games._notes.everywhere(ACCOUNT) + games._notes.everywhere(LOG_IN))
    assert not [each for each in (PASSWORD, "bado", token[32:]) if each in kept + repr(ada)]
    known = games.accounts
    assert known.has_password(ada, PASSWORD) and not known.has_password(ada, PASSWORD + " ")
    assert known.has_words(ada, f" {WORDS.upper()} ") and not known.has_words(ada, PASSWORD)
    assert not known.has_password(None, PASSWORD) and not known.has_password(ada, "\ud800" * 9000)
    assert not passwords._hasher.check_needs_rehash(passwords.NOBODY), "as slow as a real one"


@pytest.mark.parametrize("password", ["short", "x" * 201, "aaaaaaaaaaaa", "Ada  Lovelace"])
def test_a_password_that_anybody_would_try_is_refused(sqlite: Games, password: str) -> None:
    with pytest.raises(InvalidSetup):
        sqlite.accounts.make("ada lovelace", password, WORDS)


def test_a_log_in_is_the_person_until_it_ends(games: Games) -> None:
    known, ada = games.accounts, games.accounts.make("Ada", PASSWORD, WORDS)
    bruno = known.make("Bruno", OTHER, WORDS)
    first, second = known.log_in(ada, "Firefox"), known.log_in(ada, "Safari")
    foreign = known.log_in(bruno, "")
    assert known.logged_in(first) == (ada, known.logged_in(first)[1])
    assert {each.browser for each in known.log_ins(ada).values()} == {"Firefox", "Safari"}
    for forged in ("", first[:-1], first + "0", first[:32] + "0" * 64, bruno.id + first[32:], "\ud800" * 96):
        assert known.logged_in(forged) is None, forged
    assert not known.end(ada, known.logged_in(foreign)[1]), "one's own only"
    assert known.end(ada, known.logged_in(first)[1]) and known.logged_in(first) is None
    assert known.logged_in(second) and known.end_others(ada) == 1 and known.logged_in(second) is None
    assert known.logged_in(foreign) is not None


def test_another_password_ends_log_ins_and_words_serve_once(games: Games) -> None:
    known, ada = games.accounts, games.accounts.make("Ada", PASSWORD, WORDS)
    token = known.log_in(ada, "")
    changed = known.set_password(ada, OTHER)
    late = known.log_in(ada, "")  # its password was right a moment ago
    assert known.logged_in(token) is known.logged_in(late) is None
    assert known.has_password(changed, OTHER) and not known.has_password(changed, PASSWORD)
    again = known.recover(changed, PASSWORD, "other words")
    assert not known.has_words(again, WORDS) and known.has_words(again, "other words")
    with pytest.raises(StaleAccount):
        known.recover(changed, OTHER, "words that were said a second time")


def test_a_log_in_that_nobody_uses_is_over_and_the_oldest_go(monkeypatch: pytest.MonkeyPatch) -> None:
    at = [0]
    games = open_games("memory:", clock=lambda: at[0])
    known, ada = games.accounts, games.accounts.make("Ada", PASSWORD, WORDS)
    used, unused = known.log_in(ada, ""), known.log_in(ada, "")
    at[0] = accounts.LASTS
    known.seen(*known.logged_in(used))
    at[0] += 1
    assert known.logged_in(used) and known.logged_in(unused) is None
    monkeypatch.setattr(accounts, "MOST_LOG_INS", 3)
    newer = [known.log_in(ada, "") for _ in range(3)]
    assert len(known.log_ins(ada)) == 3 and all(map(known.logged_in, newer)) and not known.logged_in(used)


def test_what_a_browser_was_given_goes_into_an_account(games: Games) -> None:
    games.passes.change("browser", "one", lambda _: Pass("one", {"red": "1"}, host=True))
    games.passes.change("browser", "two", lambda _: Pass("two", {"red": "2"}))
    games.passes.change("person", "two", lambda _: Pass("two", {"blue": "3"}, facing="blue"))
    assert sorted(games.passes.move("browser", "person", lambda *_: True)) == ["one", "two"]
    kept = games.passes.of("person")
    assert kept["one"] == Pass("one", {"red": "1"}, host=True)
    assert kept["two"] == Pass("two", {"red": "2", "blue": "3"}, facing="blue")
    assert games.passes.of("browser") == {}


def test_an_account_that_is_forgotten_leaves_its_name_to_others(games: Games) -> None:
    ada = games.accounts.make("Ada", PASSWORD, WORDS)
    token = games.accounts.log_in(ada, "")
    games.passes.change(ada.person, "one", lambda _: Pass("one", {"red": "1"}))
    games.forget_person(ada)
    assert games.accounts.logged_in(token) is None and games.passes.of(ada.person) == {}
    other = games.accounts.make("Ada", OTHER, WORDS)
    assert games.accounts.logged_in(token) is None and other.person != ada.person
    with pytest.raises(StaleAccount):
        games.accounts.set_password(ada, PASSWORD)
