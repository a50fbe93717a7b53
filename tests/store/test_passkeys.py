"""Passkeys of accounts: challenges are good once, for what they were asked for, and for five minutes."""

from threading import Barrier, Thread

import pytest

from domain.kernel.errors import InvalidSetup
from domain.store import Games
from domain.store.accounts import StaleAccount
from domain.store.passkeys import LASTS, Passkeys


def test_a_challenge_is_good_once_for_its_purpose_and_for_five_minutes(games: Games) -> None:
    now = [1_000_000]
    passkeys = Passkeys(games._notes, games.accounts, lambda: now[0])
    first, second, third = (passkeys.challenge("log_in") for _ in range(3))
    assert passkeys.is_answered(first, "log_in")
    assert not passkeys.is_answered(first, "log_in")
    assert not passkeys.is_answered(second, "keep") and not passkeys.is_answered(second, "log_in")
    now[0] += LASTS + 1
    assert not passkeys.is_answered(third, "log_in")
    assert passkeys.is_answered(passkeys.challenge("log_in"), "log_in")


def test_a_passkey_is_its_accounts_alone_and_goes_with_recovery_and_forgetting(games: Games) -> None:
    ada = games.accounts.make("Ada", "a cold morning", "some words")
    bruno = games.accounts.make("Bruno", "a cold morning", "some words")
    games.passkeys.keep(ada, "My telephone", b"one", b"key", 0)
    assert games.passkeys.find(bruno.id, b"one") is None and games.passkeys.find(ada.id, b"two") is None
    account, kept = games.passkeys.find(ada.id, b"one") or (None, None)
    assert account == ada and kept is not None and kept.name == "My telephone"
    assert games.passkeys.used(ada, kept, 1) and not games.passkeys.used(ada, kept, 1), "its count goes on"
    (place,) = games.passkeys.of(ada)
    assert not games.passkeys.remove(bruno, place)
    ada = games.accounts.set_password(ada, "a warm evening")
    assert [*games.passkeys.of(ada)] == [place], "another password leaves it"
    ada = games.accounts.recover(ada, "a cold morning", "other words")
    assert games.passkeys.of(ada) == {}
    games.passkeys.keep(ada, "My telephone", b"one", b"key", 0)
    games.forget_person(ada)
    assert games.passkeys.of(ada) == {} and games.passkeys.find(ada.id, b"one") is None


def test_no_passkey_comes_into_an_account_that_was_given_back_or_forgotten_meanwhile(games: Games) -> None:
    before = games.accounts.make("Ada", "a cold morning", "some words")
    ada = games.accounts.recover(before, "a warm evening", "other words")
    with pytest.raises(StaleAccount):
        games.passkeys.keep(before, "My telephone", b"one", b"key", 0)
    assert games.passkeys.of(ada) == {}
    games.forget_person(ada)
    with pytest.raises(StaleAccount):
        games.passkeys.keep(ada, "My telephone", b"one", b"key", 0)
    assert games.passkeys.of(ada) == {}


def test_of_two_removals_at_once_one_leaves_the_last_way_in(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = games.accounts.make("Ada", "a cold morning", "some words")
    for each in (b"one", b"two"):
        games.passkeys.keep(ada, "My telephone", each, b"key", 0)
    ada = games.accounts.do_without_password(ada)
    known, both, refused = games.passkeys.of(ada), Barrier(2), []
    unchanged = games.accounts.while_unchanged

    def together(account, then):  # type: ignore[no-untyped-def]
        both.wait()
        unchanged(account, then)

    def remove(place: str) -> None:
        try:
            games.passkeys.remove(ada, place)
        except InvalidSetup:
            refused.append(place)

    monkeypatch.setattr(games.accounts, "while_unchanged", together)
    removing = [Thread(target=remove, args=(place,)) for place in known]
    for thread in removing:
        thread.start()
    for thread in removing:
        thread.join()
    assert [*games.passkeys.of(ada)] == refused and len(refused) == 1


def test_a_password_and_the_last_passkey_do_not_go_together(games: Games) -> None:
    before = games.accounts.make("Ada", "a cold morning", "some words")
    games.passkeys.keep(before, "My telephone", b"one", b"key", 0)
    (place,) = games.passkeys.of(before)
    games.accounts.do_without_password(before)
    with pytest.raises(StaleAccount):
        games.passkeys.remove(before, place)
    bruno = games.accounts.make("Bruno", "a cold morning", "some words")
    games.passkeys.keep(bruno, "My telephone", b"one", b"key", 0)
    assert games.passkeys.remove(bruno, *games.passkeys.of(bruno))
    with pytest.raises(InvalidSetup):
        games.accounts.do_without_password(bruno)
