"""The web application over a store in memory and a real Redis; browsers are Flask's test clients."""

import re
from contextlib import ExitStack, contextmanager
from html import unescape
from random import Random

import pytest

from domain.store import open_games
from tests.forms import forms_of
from tests.patience import PATIENCE
from web.base.limits import limiter
from web.base.site import Settings
from web.server.app import create_app, site_of

SECRET = "a secret of the tests, long enough"


@pytest.fixture
def games():
    opened = open_games("memory:")
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def lists_are_whole(monkeypatch):
    """A look at a list makes every line that is missing, however slow the machine is."""
    monkeypatch.setattr("projections.fallback.LOOK_SECONDS", PATIENCE)


_idle = []
"""(application, what it was made with) of tests that are over. To make one costs more than most tests do, and
all that it knows of games is its site: the next test gives it another."""


@contextmanager
def application(games, redis, settings, lag=None):
    """An application over `games`: no longer used by other tests, but not always new."""
    is_common = not settings.limits_on and settings.largest_body == Settings.largest_body
    if _idle and is_common:
        app, made = _idle.pop()
        app.extensions.clear()
        app.extensions.update(made, site=site_of(games, redis, settings, lag))
        limiter.enabled = False
    else:
        app = create_app(games, redis, settings, lag=lag)
        made = dict(app.extensions)
    try:
        yield app
    finally:
        app.extensions["site"].hub.stop()
        if is_common:
            _idle.append((app, made))


@pytest.fixture
def make_app(games, redis_server):
    """Makes applications over the same games, with other settings."""
    with ExitStack() as used:

        def make(**settings):
            given = Settings(**{"secrets": (SECRET,), "limits_on": False, **settings})
            return used.enter_context(application(games, redis_server.client(), given))

        yield make


@pytest.fixture
def app(make_app):
    return make_app()


PICK = re.compile('<form[^>]* id="pick".*?</form>', re.DOTALL)


class Browser:
    """A browser without scripts: opens pages, fills in their forms, presses their buttons."""

    def __init__(self, app):
        self.client = app.test_client()
        self.page = None

    def open(self, address, **more):
        self.page = self.client.get(address, follow_redirects=True, **more)
        return self.page

    @property
    def text(self):
        return unescape(self.page.text)

    def forms(self):
        """Every form of the page."""
        return forms_of(self.page.text)

    def form(self, part):
        """The first form whose action ends with `part`."""
        return next(each for each in self.forms() if each[0].endswith(part))

    def send(self, part, follow=True, **fields):
        """Sends the form whose action ends with `part`, with some fields typed over."""
        action, kept, _ = self.form(part)
        self.page = self.client.post(action, data={**kept, **fields}, follow_redirects=follow)
        return self.page

    def orders(self):
        """(form action, fields, the order's JSON) of every order button on the page, but for the prompt's way
        to pick from what the list has as well."""
        return [
            (action, fields, value)
            for action, fields, buttons in forms_of(PICK.sub("", self.page.text))
            for name, value, _ in buttons
            if name == "order"
        ]

    def press(self, order, follow=True):
        """Presses an order's button."""
        action, fields, value = order
        self.page = self.client.post(action, data={**fields, "order": value}, follow_redirects=follow)
        return self.page

    def series(self):
        """(order, count) of every choice of the page's form for several losses; none where there is no such
        form."""
        (inside, *_) = [*self.page.text.split('id="series"')[1:], ""]
        orders = re.findall(r'name="order" value="([^"]*)"', inside.split("</form>")[0])
        counts = re.findall(r'name="count"[^>]* value="(\d+)"', inside.split("</form>")[0])
        return list(zip(map(unescape, orders), map(int, counts), strict=True))

    def confirm(self, game):
        """Sends the form for several losses as it is filled in."""
        choices, (_, fields, _) = self.series(), self.form("/series")
        counted = {"order": [order for order, _ in choices], "count": [count for _, count in choices]}
        self.page = self.client.post(f"/g/{game}/series", data={**fields, **counted}, follow_redirects=True)
        return self.page

    def new_game(self, **fields):
        """Opens a skirmish by the form and gives its id."""
        self.open("/new?title=skirmish")
        page = self.send("/new", follow=False, **fields)
        assert page.status_code == 303, page.text
        game = re.search(r"/g/([0-9a-f]{32})", page.headers["Location"]).group(1)
        self.open(page.headers["Location"])
        return game

    def speak_up(self, seat):
        """Answers 'Does anyone respond?' with a seat, or with nobody (None); takes the device."""
        if seat is None:
            return self.send("/nobody")
        self.send("/respond", seat=seat)
        return self.take_device()

    def take_device(self):
        """Presses 'I am ...' if a hand-over is shown."""
        if "Pass the device" in self.text:
            self.send("/handover")
        return self.page


@pytest.fixture
def browser(app):
    return Browser(app)


@pytest.fixture
def open_browser(app):
    """Opens another browser."""
    return lambda: Browser(app)


@pytest.fixture
def two_browsers(app):
    """(game, the host's browser as Red, a guest's as Blue), joined by link."""
    host, guest = Browser(app), Browser(app)
    game = host.new_game(kind_red="me", name_red="Ada", kind_blue="invitation", name_blue="")
    link = re.search(r'value="(http://[^"]+/join/[^"]+)"', host.page.text.split("Blue", 1)[1]).group(1)
    guest.open(link)
    guest.send(link.removeprefix("http://localhost"), name="Bruno")
    host.open(f"/g/{game}")
    return game, host, guest


def play_on(browsers, games, game, random: Random, most=400, look=lambda browser: None):
    """Random orders by form until the game is over."""
    for _ in range(most):
        if games.desk(game).is_over:
            return
        for browser in browsers:
            browser.open(f"/g/{game}")
            browser.take_device()
            if "Does anyone respond?" in browser.text:
                look(browser)
                asked = [value for name, value, _ in browser.form("/respond")[2]]
                browser.speak_up(random.choice([None, *asked]))
            look(browser)
            if orders := browser.orders():
                answer = browser.press(random.choice(orders))
                assert answer.status_code == 200, answer.text
                look(browser)
    raise AssertionError("the game did not end")
