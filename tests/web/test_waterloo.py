"""Waterloo on the pages: every order can be pressed, no page shows a card that its reader may not know."""

from html import unescape
from random import Random

import pytest

import domain.waterloo.title  # noqa: F401  (registers the title)
from domain.kernel import PUBLIC, Seat
from domain.kernel.codec import write_order
from domain.waterloo.orders import RevealCards, SetCard
from projections.documents import event_document
from tests.thorough import times
from tests.web.conftest import Browser
from tests.web.tables import new_table, play_some, prompt, sat_down
from tests.web.test_secrets import secrets_from


def hotseat_with_a_guest(open_browser, games):
    """(game, the French player's browser, the Coalition player's browser)."""
    host, guest = open_browser(), open_browser()
    host.open("/new?title=waterloo&scenario=short")
    host.send("/new", kind_french="me", name_french="Ada", kind_coalition="open", name_coalition="")
    game = games.ids()[-1]
    guest.open(f"/g/{game}/seats/coalition")
    guest.send("/seats/coalition", name="Bruno")
    return game, host, guest


def give_random_orders(games, game, random, count):
    for _ in range(count):
        desk = games.desk(game)
        if desk.is_over:
            return
        seat = random.choice(desk.waiting)
        games.order(game, seat, random.choice(desk.menu(seat)))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(times(1, 3)))
def test_no_page_stream_or_answer_names_a_card_that_its_reader_may_not_know(open_browser, games, app, seed):
    game, host, guest = hotseat_with_a_guest(open_browser, games)
    watcher, random = Browser(app), Random(seed)
    pages = [
        f"/g/{game}{page}"
        for page in ("", "/watch", "/replay", "/timeline.json", "/figure.json", "/export", "/links")
    ]
    pages += [
        f"/api/games/{game}{page}"
        for page in ("", "/desk", "/scene", "/events?limit=1000", "/timeline", "/archive")
    ]
    looked = 0
    for _ in range(12):
        give_random_orders(games, game, random, 12)
        if games.desk(game).is_over:
            break
        for browser, viewer in ((host, Seat("french")), (guest, Seat("coalition")), (watcher, PUBLIC)):
            secrets = secrets_from(games, game, (viewer,))
            looked += len(secrets)
            for page in pages:
                text = unescape(browser.open(page).text)
                shown = [
                    secret
                    for secret in secrets
                    if f'"{secret}"' in text or (" " in secret and secret in text)
                ]
                assert not shown, (page, viewer)
    assert looked


def test_every_order_of_the_menu_is_a_button_on_the_page(open_browser, games):
    game, host, guest = hotseat_with_a_guest(open_browser, games)
    random = Random(7)
    for _ in range(25):
        desk = games.desk(game)
        for browser, seat in ((host, Seat("french")), (guest, Seat("coalition"))):
            browser.open(f"/g/{game}")
            offered = sorted(write_order(order) for order in desk.menu(seat))
            assert sorted(value for _, _, value in browser.orders()) == offered
        browser = host if "french" in desk.waiting else guest
        browser.open(f"/g/{game}")
        assert browser.press(random.choice(browser.orders())).status_code == 200


def test_the_rules_of_waterloo_answer_every_reference_of_the_log(open_browser, games):
    from web.base.rulebook import anchor_for

    game, _, _ = hotseat_with_a_guest(open_browser, games)
    give_random_orders(games, game, Random(3), 150)
    rule_set = games.rule_set(game)
    cited = {event_document(rule_set, each, PUBLIC)["rule"] for each in games.recorded(game)} - {""}
    assert cited
    assert not [rule for rule in cited if anchor_for(rule_set, rule) is None]


def test_the_cards_that_are_left_to_set_count_down_on_the_page(app, games):
    """The page said "4 left to choose" with 4 of 4 set: what is left is counted after the draft."""
    game, _ = new_table(games, "waterloo", "short")
    play_some(games, game, Random(3), 3000, may_set_three)
    desk = games.desk(game)
    seat = next(seat for seat, ask in desk.decision.asks.items() if ask.left(desk.drafts.get(seat, ())) > 2)
    browser, most = sat_down(app, game, seat), desk.decision.asks[seat].left()
    for left in range(most, 0, -1):
        page = browser.open(f"/g/{game}").text
        assert f"{left} card{'s' if left > 1 else ''} to set at most</span>" in page
        order = next(each for each in reversed(games.desk(game).menu(seat)) if isinstance(each, SetCard))
        games.order(game, seat, order)
    assert "to set at most</span>" not in browser.open(f"/g/{game}").text
    assert [*games.desk(game).menu(seat)] == [RevealCards()]


def may_set_three(desk):
    asks = desk.decision.asks.items() if prompt(desk) == "battle_cards" else ()
    return any(not desk.drafts.get(seat) and ask.left() > 2 for seat, ask in asks)
