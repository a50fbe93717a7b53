"""A card that everybody saw come into a hand lies in that hand still; the others have it beside the board."""

import re
from random import Random

import pytest

from domain.kernel import PUBLIC
from tests.web.tables import new_table, sat_down
from web.base.views import hands_of


def swapped(games, asked=True):
    """(game, the side that has taken a card openly, that card) where that side is asked, or the other."""
    game, _ = new_table(games, "washingtons_war", "campaign")
    random = Random(4)
    while True:
        desk = games.desk(game)
        state, seat = desk.standing.state, desk.waiting[0]
        for side, cards in state.hands.items():
            known = set(state.face_up) & set(cards)
            if known and len(cards) > 1 and (seat == side) == asked:
                return game, side, known.pop()
        menu = sorted(desk.menu(seat), key=lambda order: type(order).__name__ != "SwapCard")
        games.order(game, seat, menu[0] if type(menu[0]).__name__ == "SwapCard" else random.choice(menu))


def on_tray(text):
    """The cards of the tray."""
    return set(re.findall(r'data-card="([^"]+)"', text.split('id="hand"')[1].split("</section>")[0]))


def test_a_hand_of_which_all_know_a_card_is_a_hand_still(games, app):
    game, side, known = swapped(games)
    browser = sat_down(app, game, side)
    for page in (f"/g/{game}", f"/g/{game}/moment?at={games.desk(game).version}&as={side}"):
        text = browser.open(page).text
        assert f'id="pile-{side}"' not in text and "No cards in hand." not in text
    hand = set(games.standing(game).state.hands[side])
    assert on_tray(browser.open(f"/g/{game}").text) == hand and known in hand


def test_the_others_have_the_card_that_they_saw_beside_the_board(games, app):
    game, side, known = swapped(games, asked=False)
    other = "american" if side == "british" else "british"
    text = sat_down(app, game, other).open(f"/g/{game}").text
    pile = text.split(f'id="pile-{side}"')[1].split("</details>")[0]
    assert pile.count("<li>") == len(set(games.standing(game).state.face_up))
    assert on_tray(text) == set(games.standing(game).state.hands[other]) and known not in on_tray(text)


@pytest.mark.parametrize("viewer, is_hand", [("british", True), ("american", False), (PUBLIC, False)])
def test_the_last_card_of_a_hand_is_its_holders_even_where_all_know_it(viewer, is_hand):
    scene = {"hands": {"british": {"count": 1, "cards": ["knox"]}}}
    hands, piles = hands_of(scene, scene["hands"], viewer)
    assert (hands, piles) == (({"british": ["knox"]}, {}) if is_hand else ({}, {"british": ["knox"]}))
