"""What the parts of a table's page say of a menu: each order's control, where it stands and its words."""

from html.parser import HTMLParser
from typing import NamedTuple

BOXES = ("pick", "series", "hand", "actions", "listed", "choices")
CALLED = ("button", "option", "summary", "label")
WITHOUT_END = ("input", "br", "hr", "img", "wbr")
Told = dict[str, str | None]


class Control(NamedTuple):
    """What gives one order: the id of the part of the page that it stands in, the words that it is called by,
    and those of the folds around it, which tell it from its like."""

    order: str
    box: str
    words: str
    around: tuple[str, ...]


class Controls(HTMLParser):
    """The controls of parts of a page: buttons, options to pick, numbers to count out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Control] = []
        self._open: list[tuple[str, Told]] = []
        self._folds: list[str] = []
        self._said = self._label = ""
        self.feed(html)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag not in WITHOUT_END:
            self._open.append((tag, told))
        if tag == "details":
            self._folds.append("")
        elif tag in CALLED:
            self._said = ""
        elif tag == "input" and told.get("name") == "order":  # of a number that was counted out before it
            self._add(told, self._label)

    def handle_data(self, data: str) -> None:
        self._said += data

    def handle_endtag(self, tag: str) -> None:
        opened, told = self._open.pop()
        assert opened == tag, (opened, tag)
        if tag == "details":
            self._folds.pop()
        elif tag in CALLED:
            self._called(tag, told, " ".join(self._said.split()))

    def _called(self, tag: str, told: Told, said: str) -> None:
        if tag == "summary":
            self._folds[-1] = said
        elif tag == "label":
            self._label = said
        elif tag == "option" or (told.get("name") == "order" and self._box() != "pick"):
            self._add(told, said)

    def _add(self, told: Told, words: str) -> None:
        self.found.append(Control(told.get("value") or "", self._box(), words, tuple(self._folds)))

    def _box(self) -> str:
        return next((str(told["id"]) for _, told in self._open if told.get("id") in BOXES), "")
