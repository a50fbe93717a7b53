"""Views: rebuilding the projections, the weight of a replay page, a scrub step in a real browser."""

import gzip
import shutil
import tempfile
from pathlib import Path

from benchmarks.core import whole_game
from benchmarks.measuring import Figure, median, p95, timed
from domain.kernel import RuleSet
from domain.store import open_games
from projections import Projector
from projections.redis_server import find_or_start

CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
BROWSER = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


SCRUB = """async () => {
    const slider = document.getElementById('slider');
    const found = [];
    for (let k = 1; k < Math.min(400, +slider.max); k += 1) {
        let start;
        requestAnimationFrame(() => { start = performance.now(); });  // before the page's own
        slider.value = k;
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        await new Promise((done) => requestAnimationFrame(() => {
            document.body.getBoundingClientRect();
            found.push(performance.now() - start);
            done();
        }));
    }
    return found;
}"""
"""Milliseconds of script and layout of each step of the slider."""

HOLD = """async () => {
    const frames = () => new Promise((done) => {
        const start = performance.now();
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
    });
    const idle = [], painted = [];
    let longest = 0;
    for (let k = 0; k < 60; k += 1) idle.push(await frames());
    const watch = new PerformanceObserver((list) => {
        for (const task of list.getEntries()) longest = Math.max(longest, task.duration);
    });
    watch.observe({entryTypes: ['longtask']});
    document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home', bubbles: true}));
    await frames();
    for (let k = 0; k < 200; k += 1) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
        painted.push(await frames());
    }
    watch.disconnect();
    return [idle, painted, longest];
}"""
"""Milliseconds of two frames of an idle page, of a step until it is painted, of the longest task."""


def rebuilding(rule_set: RuleSet, scenario: str, games: int) -> Figure:
    """All projections of `games` games from nothing, scaled to 1,000 games of 500 events."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_games(f"sqlite:///{folder}/bench.db")
        events = 0
        for number in range(games):
            recorded = whole_game(rule_set, scenario, number)
            store.adopt(recorded, number.to_bytes(32, "big"))
            events += len(recorded)
        server = find_or_start(Path(folder))
        with timed() as seconds:
            Projector(store, server.client()).rebuild()
        took = seconds()
        server.stop()
        store.close()
    scaled = took / events * 500_000
    return Figure(
        "rebuild all projections of 1,000 games (500 events each)",
        "30 s",
        f"{scaled:.0f} s ({games} games with {events:,} events took {took:.1f} s)",
        scaled <= 30,
    )


def replay_page(port: int, game: str) -> list[Figure]:
    """The replay page of a finished game: bytes of its first view, and milliseconds a scrub step."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(BROWSER))
        page = browser.new_page(viewport={"width": 1600, "height": 1000})
        sizes: dict[str, int] = {}

        def weigh(response: object) -> None:
            url = response.url  # type: ignore[attr-defined]
            if "plotly" not in url and "stream" not in url:
                body = response.body()  # type: ignore[attr-defined]
                packed = url.endswith((".woff2", ".png", ".webp"))
                sizes[url] = len(body) if packed else len(gzip.compress(body))

        def finished(request: object) -> None:
            weigh(request.response())  # type: ignore[attr-defined]

        page.on("requestfinished", finished)
        page.goto(f"http://127.0.0.1:{port}/g/{game}/replay?at=1")
        page.wait_for_load_state("networkidle")
        page.remove_listener("requestfinished", finished)
        page.wait_for_selector("#replay[data-charted]")
        runs = [page.evaluate(SCRUB) for _ in range(3)]
        idle, painted, longest = page.evaluate(HOLD)
        browser.close()
    weight, best = sum(sizes.values()), min(runs, key=p95)
    return [
        Figure(
            "replay page, first view without plotly.js",
            "300 kB",
            f"{weight / 1000:.0f} kB gzip",
            weight <= 300_000,
        ),
        Figure(
            "U2: scrub step, script and layout in its frame, best of three runs",
            "p95 16 ms, worst 50 ms",
            f"median {median(best):.1f} ms, p95 {p95(best):.1f} ms, worst {max(best):.1f} ms",
            p95(best) <= 16 and max(best) <= 50,
        ),
        Figure(
            "U3: step until painted, less an idle page's two frames; longest task while → is held",
            "p95 25 ms; 100 ms",
            f"p95 {p95(painted) - median(idle):.1f} ms; {longest:.0f} ms",
            p95(painted) - median(idle) <= 25 and longest <= 100,
        ),
    ]
