"""Where the four arrow keys lead from every space of a board."""

from collections.abc import Iterable, Mapping

from playwright.sync_api import Page

STEPS = """() => Object.fromEntries([...svg.querySelectorAll('.sp')].map(sp => [sp.id.slice(3),
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(key => {
        sp.focus();
        sp.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        return document.activeElement.id.slice(3);
    })]))"""


def assert_every_space_is_reached(page: Page) -> None:
    """From the first space to every other and back, so from any to any."""
    steps: dict[str, list[str]] = page.evaluate(STEPS)
    back: dict[str, list[str]] = {space: [] for space in steps}
    for space, others in steps.items():
        for other in others:
            back[other].append(space)
    first = next(iter(steps))
    assert not set(steps) - reached(steps, first), "not to be reached"
    assert not set(steps) - reached(back, first), "no way back"


def reached(steps: Mapping[str, Iterable[str]], start: str) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        new = set(steps[waiting.pop()]) - found
        found |= new
        waiting += new
    return found
