"""Data packs in the store: kept once, offered or not, and games that are played on them."""

import itertools
import logging
from random import Random

import pytest

from domain.kernel import DataError, RuleSet, packs, titled
from domain.kernel.errors import InvalidSetup, SetAside
from domain.kernel.packs import Pack
from domain.store import Games, open_games
from tests.store.play import play_on
from tests.toy import FACTS, LINE, RED, SKIRMISH

BUILT_IN = (SKIRMISH.folder / "data" / LINE).read_text()


def corrected(start: int = 3, name: str = "My line") -> Pack:
    """The line with red's piece on another space."""
    text = BUILT_IN.replace("start = 1\n", f"start = {start}\n")
    return Pack("skirmish", name, {LINE: text.encode()})


def forget(pack: Pack) -> None:
    """As a new process, which has learned nothing yet."""
    packs._RULES.pop((pack.title, pack.digest))
    packs._PACKS.pop((pack.title, pack.digest))
    FACTS.pop(pack.digest)


def test_a_game_is_played_on_the_data_of_its_pack(games: Games) -> None:
    pack = corrected()
    kept = games.packs.add(pack)
    assert [each.name for each in games.packs.offered("skirmish")] == ["My line"]
    game = games.create("skirmish", "line", pack="My line")
    opened = games.standing(game).opened
    assert (opened.pack, opened.data) == ("My line", pack.digest) == (kept.name, kept.digest)
    assert games.standing(game).state.at[RED] == 3
    play_on(games, game, Random(1))
    assert games.standing(game).is_over
    assert games.rule_set(game) is not titled("skirmish")
    built_in = games.create("skirmish", "line")
    assert games.standing(built_in).opened.pack == "" and games.standing(built_in).state.at[RED] == 1
    assert games.rule_set(built_in) is titled("skirmish")


def test_a_pack_is_kept_once_and_its_last_name_counts(games: Games) -> None:
    games.packs.add(corrected())
    games.packs.add(corrected(name="The same line"))
    assert [(each.name, each.is_offered) for each in games.packs.every()] == [("The same line", True)]


def test_a_newer_pack_takes_the_place_of_one_of_its_name(games: Games) -> None:
    old, new = games.packs.add(corrected(2)), games.packs.add(corrected(3))
    assert [each.digest for each in games.packs.offered("skirmish")] == [new.digest]
    assert games.packs.find("skirmish", "My line").digest == new.digest
    assert games.packs.find("skirmish", old.digest[:12]).digest == old.digest


def test_a_withdrawn_pack_is_refused_to_new_games_and_its_own_go_on(games: Games) -> None:
    kept = games.packs.add(corrected())
    game = games.create("skirmish", "line", pack=kept.digest)
    games.packs.withdraw(kept)
    assert games.packs.offered("skirmish") == []
    with pytest.raises(InvalidSetup, match="has no data pack 'My line'"):
        games.create("skirmish", "line", pack="My line")
    play_on(games, game, Random(2))
    assert games.standing(game).is_over


def test_a_fork_keeps_the_pack_of_its_parent(games: Games) -> None:
    games.packs.add(corrected())
    game = games.create("skirmish", "line", pack="My line")
    play_on(games, game, Random(3))
    first = next(each.version for each in games.recorded(game) if each.agenda and each.version > 1)
    child = games.fork(game, first, same_fate=False)
    assert games.standing(child).opened.pack == "My line"
    assert games.standing(child).state.facts.pieces[RED].start == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BUILT_IN.replace("start = 1\n", "start = 9\n"), "line.toml, entry 'red', field 'start'"),
        (BUILT_IN.replace("endurance = 2\n", "", 1), "line.toml, entry 'red', field 'endurance'"),
        ("a = " + "[" * 50_000, "line.toml, entry 'file', field 'syntax'"),
        ("a" + ".a" * 90_000 + " = 1", "line.toml, entry 'file', field 'line 1'"),
        ("#" * 200_001, "line.toml, entry 'file'"),
    ],
)
def test_a_wrong_pack_is_refused_and_nothing_is_kept(text: str, said: str) -> None:
    games = open_games("memory:")
    with pytest.raises(DataError, match=said):
        games.packs.add(Pack("skirmish", "Wrong", {LINE: text.encode()}))
    assert games.packs.every() == []
    games.close()


def test_a_pack_needs_all_files_no_others_and_a_name() -> None:
    games = open_games("memory:")
    with pytest.raises(DataError, match=r"line.toml.*is missing"):
        games.packs.add(Pack("skirmish", "None", {}))
    with pytest.raises(DataError, match=r"map.toml.*is unknown"):
        games.packs.add(Pack("skirmish", "Two", {LINE: BUILT_IN.encode(), "map.toml": b""}))
    with pytest.raises(InvalidSetup, match="needs a name"):
        games.packs.add(corrected(name=" "))
    with pytest.raises(InvalidSetup, match="no data packs"):
        games.packs.add(Pack("council", "Votes", {}))
    assert games.packs.every() == []
    games.close()


def test_no_other_files_have_the_digest_of_a_pack_and_files_are_looked_at_before_it() -> None:
    honest = corrected()
    ((name, content),) = honest.files.items()
    whole = f"{name}\0{len(content)}\0".encode() + content
    other = Pack("skirmish", "Other", {whole[: -len(content)].decode().rstrip("\0"): content})
    packs.learn(honest)
    assert other.digest != honest.digest
    other.__dict__["digest"] = honest.digest  # even if it had
    with pytest.raises(DataError):
        packs.learn(other)


def test_the_beginning_of_a_digest_never_means_the_name_of_another_pack(games: Games) -> None:
    honest = games.packs.add(corrected())
    stranger = corrected(start=2, name=honest.digest[:12])
    games.packs.keep(stranger)
    assert games.packs.find("skirmish", honest.digest[:12]).digest == honest.digest


@pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
def test_another_process_finds_the_pack_in_the_store(address: str) -> None:
    pack = corrected(4)
    games = open_games(address, clock=itertools.count(1).__next__)
    games.packs.add(pack)
    game = games.create("skirmish", "line", pack="My line")
    play_on(games, game, Random(4))
    told = games.standing(game).state
    games.close()
    forget(pack)
    again = open_games(address, clock=itertools.count(1).__next__)
    assert again.standing(game).state == told and again.standing(game, 2).state.at[RED] == 4
    again.close()


def test_a_game_whose_pack_is_lost_is_set_aside_and_the_others_go_on(
    games: Games, caplog: pytest.LogCaptureFixture
) -> None:
    pack = corrected(5)
    games.packs.add(pack)
    lost, other = games.create("skirmish", "line", pack="My line"), games.create("skirmish", "line")
    games._histories.forget(lost)
    games._notes.change("packs", "DELETE FROM {packs} WHERE digest=? RETURNING digest", pack.digest)
    forget(pack)
    with caplog.at_level(logging.WARNING), pytest.raises(SetAside, match="does not have the data pack"):
        games.standing(lost)
    assert set(games.ids()) == {lost, other} and games.standing(other).state.at[RED] == 1


def test_boards_of_a_pack_have_names_of_their_own() -> None:
    pack = corrected(2)
    rules: RuleSet = packs.learn(pack)
    history = rules.set_up(_opened(pack))[0]
    assert rules.view(history, RED).board == f"skirmish@{pack.digest[:16]}"


def _opened(pack: Pack):  # type: ignore[no-untyped-def]
    games = open_games("memory:")
    games.packs.add(pack)
    opened = games.standing(games.create("skirmish", "line", pack=pack.name)).opened
    games.close()
    return opened
