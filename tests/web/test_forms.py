"""What the play page offers without scripts, and what it weighs."""

import gzip
import re
from random import Random

import pytest

from tests.thorough import times
from tests.web.tables import as_sent, new_table, play_some, sat_down
from web.base import assets

STATIC = assets.STATIC
TITLES = [("waterloo", "short"), ("wellington", "1812")]
PROMPTS, BETWEEN = 8, 50
SELECT = re.compile('<select name="order".*?</select>', re.DOTALL)


@pytest.mark.parametrize(("title", "scenario"), TITLES)
@pytest.mark.parametrize("seed", range(1, 1 + times(2, 200)))
def test_u7_every_order_of_every_prompt_can_be_sent_by_a_plain_form(app, games, title, scenario, seed):
    """At prompts all over a random game the page's buttons are the menu, and a pressed one is carried out."""
    random = Random(seed)
    game, seats = new_table(games, title, scenario)
    browsers = {seat: sat_down(app, game, seat) for seat in seats}
    looked = 0
    while looked < PROMPTS and not games.desk(game).is_over:
        play_some(games, game, random, random.randrange(BETWEEN))
        desk = games.desk(game)
        if desk.is_over:
            break
        seat = desk.waiting[0]
        page = browsers[seat]
        page.open(f"/g/{game}")
        found = page.orders()
        shown = [value for _, _, value in found] + [order for order, _ in page.series()]
        assert sorted(shown) == sorted(map(as_sent, desk.menu(seat)))
        assert all(each.count("<option") > 1 for each in SELECT.findall(page.page.text)), "a choice of one"
        if found:
            assert page.press(random.choice(found)).status_code == 200
        else:
            page.open(f"/g/{game}?suggest=1")
            assert page.confirm(game).status_code == 200
        after = games.desk(game)
        assert (after.moment, after.drafts) != (desk.moment, desk.drafts), "the order was carried out"
        looked += 1
    assert looked >= PROMPTS // 2


def own_parts(client, page):
    """The bytes of the page itself, its sheets and its scripts with all that they import, packed."""
    addresses = re.findall(r'<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"', page)
    parts = {"": gzip.compress(page.encode(), 6)}
    while addresses:
        address = addresses.pop()
        if address not in parts:
            found = client.get(address, headers={"Accept-Encoding": "gzip"})
            assert found.status_code == 200, address
            parts[address] = found.data
            text = gzip.decompress(found.data).decode()
            base = address.rsplit("/", 1)[0]
            addresses += [f"{base}/{name}" for name in re.findall(r'from "\./([\w.]+)"', text)]
    return parts


@pytest.mark.parametrize(("title", "scenario"), TITLES)
def test_u5_the_play_page_and_its_map_stay_within_their_budgets(app, games, title, scenario):
    game, _ = new_table(games, title, scenario)
    play_some(games, game, Random(1), 60)
    desk = games.desk(game)
    page = sat_down(app, game, desk.waiting[0])
    text = page.open(f"/g/{game}").text
    parts = own_parts(page.client, text)
    weight = sum(map(len, parts.values()))
    assert weight <= 150 * 1024, {name: len(data) for name, data in parts.items()}
    (picture,) = re.findall(r'<img[^>]* src="(/boards/[^"]+)"', text)
    drawn = page.client.get(picture, headers={"Accept-Encoding": "gzip"})
    assert len(drawn.data) <= 250 * 1024
    assert not any("plotly" in name for name in parts) and "plotly" not in text


def test_sheets_and_scripts_are_served_without_their_comments_and_with_all_the_rest(app):
    client = app.test_client()
    for path in (*(STATIC / "js").glob("*.js"), *(STATIC / "css").glob("*.css")):
        with app.test_request_context():
            address = assets.url(path.relative_to(STATIC).as_posix())
        written = without_comments(path.read_text(), path.suffix)
        assert [line.rstrip() for line in client.get(address).text.splitlines() if line.strip()] == written


def without_comments(source, kind):
    """The lines that are no comment and not empty."""
    if kind == ".css":
        before, begins, after = source.partition("/*")
        while begins:
            rest, begins, after = after.partition("*/")[2].partition("/*")
            before += rest
        return [line.rstrip() for line in before.splitlines() if line.strip()]
    lines, is_comment = [], False
    for line in map(str.rstrip, source.splitlines()):
        is_comment = is_comment or line.lstrip().startswith("/**")
        if line and not is_comment and not line.lstrip().startswith("//"):
            lines.append(line)
        is_comment = is_comment and not line.endswith("*/")
    return lines
