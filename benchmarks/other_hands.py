"""Others who give recorded orders at a table's page: by a finger on a phone, and by the keys alone."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as Late

from benchmarks.at_the_table import MOVED_ON, PATIENCE, SOON, WHILE, Plan, Player, Press, quoted
from tests.browser.conftest import PHONE

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
MOST_STOPS = 600
"""So many stops of the tabulator lead round the longest page."""
IS_ON = "where => document.activeElement.matches(where)"
DIGIT_OF = """where => [...document.querySelectorAll(where)].filter((each) => each.checkVisibility())
    .map((each) => each.querySelector('kbd.digit')).filter((each) => each?.checkVisibility())
    .map((each) => each.textContent)[0] ?? null"""


CONFIRM = ("confirm",)


class Finger(Player):
    """Taps. What a mouse orders by one press a finger shows first: the second tap orders it."""

    drags = False

    def _point(self, at: Sequence[float]) -> None:
        self.page.touchscreen.tap(*at)

    def _click_on(self, found: Locator) -> None:
        found.tap()

    def _by_card(self, seen: dict[str, Any], use: dict[str, Any]) -> list[Plan]:
        """A tap raises a card, to be read; its uses stand beside it. A card of a battle is set by one."""
        return super()._by_card(seen, {**use, "alone": use["alone"] and use["part"]})

    def _do(self, plan: Plan, before: str) -> bool:
        """What the last tap has only shown is confirmed by the green button."""
        self.had_sent = self.sent
        is_confirmed = plan.presses[-1] == Press("#go")
        return super()._do(plan if is_confirmed else plan._replace(presses=(*plan.presses, CONFIRM)), before)

    def _press(self, step: Any) -> bool:
        return self._confirms() if step == CONFIRM else super()._press(step)

    def _confirms(self) -> bool:
        """Taps the green button, unless the page has sent what was tapped already."""
        for _ in range(SOON):
            if self.sent > self.had_sent:
                return True
            if self.page.locator("#go").count():
                return self._click("#go")
            self.page.wait_for_timeout(20)
        return False

    def _let_go(self) -> None:
        """Puts back by the button that is there for it."""
        for _ in range(2):
            if self.page.locator("#put-back").first.is_visible():
                self._click("#put-back")


class Keyboard(Player):
    """Presses keys, and nothing else."""

    drags = False

    def give(self, todo: Sequence[str]) -> Plan:
        """Gives the first of these orders."""
        seen, value = self._laid_out(todo[0]), f"[name=order][value={quoted(todo[0])}]"
        before = seen["stamp"]
        boxes = {each["box"]: each for each in seen["controls"] if each["value"] == todo[0]}
        assert boxes, f"nothing gives {todo[0]}"
        if "series" in boxes:
            self._count_out(seen, todo)
        elif "card" in boxes:
            self._from_hand(boxes["card"]["card"], value, before)
        elif not self._digit(f":is(#actions, #piece-answers) button{value}"):
            self._walk(f"#orders button{value}")
        self.page.wait_for_function(MOVED_ON, arg=before, timeout=PATIENCE)
        return Plan((), 1, 0)

    def _laid_out(self, order: str) -> dict[str, Any]:
        """What the page offers; the list of all orders has those of each counter when its fold is opened."""
        return self.look()

    def _digit(self, button: str) -> bool:
        """Presses the digit that stands on the button, if one does."""
        digit = self.page.evaluate(DIGIT_OF, button)
        if digit is not None:
            self.page.keyboard.press(digit)
        return digit is not None

    def _from_hand(self, card: str, value: str, before: str) -> None:
        """Walks the hand to the card, raises it, and gives its use by a digit or by the tabulator."""
        face = f".card[data-card={quoted(card)}]"
        if not self.page.evaluate(IS_ON, ".hand .card > summary"):  # from a card the key covers the hand
            self.page.keyboard.press("h")
        for _ in range(MOST_STOPS):
            if self.page.evaluate(IS_ON, f"{face} > summary"):
                break
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")
        use = f".hand {face}[open] .uses button{value}"
        with suppress(Late):
            self.page.wait_for_function(
                """([before, use]) => document.getElementById('table').dataset.stamp !== before
                    || document.querySelector(use)""", arg=[before, use], timeout=WHILE,
            )  # fmt: skip
        if self.look()["stamp"] == before and not self._digit(use):
            self._tab_to(self.page.locator(use))

    def _walk(self, button: str) -> None:
        """Opens the list of all orders, and in it the fold of the counter, by the tabulator and Enter."""
        wanted = self.page.locator(button).first
        folds = wanted.locator("xpath=ancestor::details[not(@open)]")
        while folds.count():
            self._tab_to(folds.first.locator("> summary"))
        self._tab_to(wanted)

    def _tab_to(self, wanted: Locator) -> None:
        """The tabulator until the focus is there, then Enter. The page follows it: it scrolls by the
        player's own key."""
        before = self.page.evaluate("window.scrolled")
        for _ in range(MOST_STOPS):
            if wanted.evaluate("each => each === document.activeElement"):
                self.page.evaluate("was => (window.scrolled = was)", before)
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the tabulator does not come to {wanted}")

    def _count_out(self, seen: dict[str, Any], todo: Sequence[str]) -> None:
        """The numbers of a series are typed, then confirmed."""
        series = [each["value"] for each in seen["controls"] if each["box"] == "series"]
        due = int(self.page.get_attribute("#series", "data-due") or 0)
        for place, value in enumerate(series, 1):
            self.page.locator(f"#listed li:nth-child({place}) input[type=number]").focus()
            self.page.keyboard.press("Control+a")
            self.page.keyboard.type(str(todo[:due].count(value)))
        self._tab_to(self.page.locator("#series button.primary"))

    def _answers_for_all(self, selector: str) -> bool:
        if not self.page.locator("#nobody").count():
            return False
        before = self.look()["stamp"]
        if selector.startswith("#nobody"):
            self.page.keyboard.press("n")
        elif not self._digit(selector):
            self._tab_to(self.page.locator(selector).first)
        self._asks_no_more(before)
        return True


class By(NamedTuple):
    """How somebody plays: by whom the orders are given, and what his browser is like."""

    player: Callable[[Page], Player]
    browser: dict[str, Any]


HANDS = {
    "mouse": By(Player, DESK),
    "touch": By(Finger, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
    "keys": By(Keyboard, DESK),
}
