// Edges: what stands at the edges of the board's places: the odds of attacks, each on the edge that it comes
// through, and the tabs by which the counter in hand turns, outside the edges that it may face.
//
//   edges(svg, {attacks, tabs})   replaces what stood there before
//       attacks  [{target, from, text, ahead, again}], `from` null where it comes from nowhere on the board
//       tabs     [{space, facing}]
//   attackAt(node)   the attack that an element is part of: {target, from}; else null
//
// A press on one is told by "board:choose" with `from`, or by "board:turn", detail {facing}.
import { facingWords, isOnPoints, selected, spot, turnOf } from "./board.js";
import { el, shift } from "./svg.js";

const HIGH = 18, // of a pill, in pixels of the screen like all that follows
  LETTER = 6,
  ROW = 21, // from one pill of a place to the next
  TAB = [26, 14],
  HIT = 28,
  HIT_TOUCH = 44;

/** The layer above all counters; it has the pills and tabs of now. */
function layer(svg) {
  let group = svg.querySelector(":scope > .edges");
  if (!group) {
    group = el("g", {
      class: "edges",
      "aria-hidden": "true",
      "font-family": svg.querySelector(".hl-over").getAttribute("font-family"),
    });
    svg.append(group);
    group.addEventListener("click", (event) => press(svg, event));
  }
  return group;
}

/** Along roads the pills of a place stand one under the other: where they say the same, the best way has one. */
function apart(svg, attacks) {
  if (!isOnPoints(svg)) return attacks;
  const said = ({ target, text, ahead }) => [target, text, Boolean(ahead)].join("|");
  return attacks.filter((one, k) => attacks.findIndex((other) => said(other) === said(one)) === k);
}

export function edges(svg, { attacks: all, tabs }) {
  const attacks = apart(svg, all),
    before = new Map(), // target -> so many pills stand there
    rows = attacks.map(({ target }) => before.set(target, (before.get(target) ?? -1) + 1).get(target));
  layer(svg).replaceChildren(
    ...tabs.map((tab) => drawTab(svg, tab)),
    ...attacks.map((attack, k) => drawPill(svg, attack, rows[k])),
  );
}

const wide = (text) => Math.max(26, Math.round([...text].length * LETTER + 12));

function drawPill(svg, { target, from, text, ahead, again }, row) {
  const look = ["pill", ahead && "ahead", again && "again"].filter(Boolean).join(" ");
  const w = wide(text),
    { at, down } = pillAt(svg, target, from, row);
  return el(
    "g",
    {
      class: "edge-pill",
      "data-target": target,
      "data-from": from,
      transform: shift(...at),
    },
    el(
      "g",
      { class: "sign" },
      el("rect", { x: -w / 2, y: down - HIGH / 2, width: w, height: HIGH, rx: 5, class: look }),
      el("text", { y: down + 4.4, class: look }, text),
    ),
  );
}

/** On a map of cells the edge of the target towards the attacker; on one of roads where a cost would stand, one
 *  under the other if they come along several roads: `down` is in pixels of the screen. */
function pillAt(svg, target, from, row) {
  const to = spot(svg, target),
    start = from && from !== target ? spot(svg, from) : null;
  if (isOnPoints(svg)) {
    const [px, py] = to.sp.dataset.pill.split(" ").map(Number);
    return { at: [to.x + px, to.y + py], down: row * ROW * (py < 0 ? -1 : 1) };
  }
  if (!start) return { at: [to.x, to.y], down: row * ROW };
  return { at: rimAt(to, start.x - to.x, start.y - to.y), down: 0 };
}

/** Where the ray from the middle of a cell meets its rim. */
function rimAt({ x, y, corners }, dx, dy) {
  let nearest = 1;
  corners.forEach(([ax, ay], k) => {
    const [zx, zy] = corners[(k + 1) % corners.length],
      [ex, ey] = [zx - ax, zy - ay],
      cross = dx * ey - dy * ex;
    if (Math.abs(cross) < 1e-9) return;
    const along = ((ax - x) * ey - (ay - y) * ex) / cross,
      share = ((ax - x) * dy - (ay - y) * dx) / cross;
    if (along > 0 && share >= -1e-6 && share <= 1 + 1e-6) nearest = Math.min(nearest, along);
  });
  return [x + dx * nearest, y + dy * nearest];
}

/** A tab outside the edge: a box with an arrow's head that shows where the counter would face. */
function drawTab(svg, { space, facing }) {
  const here = spot(svg, space),
    angle = turnOf(svg, facing),
    turn = (angle * Math.PI) / 180,
    [x, y] = rimAt(here, 1000 * Math.sin(turn), -1000 * Math.cos(turn)),
    hit = matchMedia("(pointer: coarse)").matches ? HIT_TOUCH : HIT,
    [w, h] = TAB;
  return el(
    "g",
    { class: "edge-tab", "data-facing": facing, transform: shift(x, y) },
    el("title", {}, facingWords(svg, facing)),
    el(
      "g",
      { class: "sign" },
      el(
        "g",
        { transform: `rotate(${angle}) translate(0 ${-h / 2 - 2})` },
        el("rect", { x: -hit / 2, y: -hit / 2, width: hit, height: hit, class: "hit" }),
        el("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 3.5, class: "tab" }),
        el("path", { d: "M-5.5 3.2L0-4L5.5 3.2z", class: "head" }),
      ),
    ),
  );
}

export function attackAt(node) {
  const pill = node.closest?.(".edge-pill");
  return pill ? { target: pill.dataset.target, from: pill.dataset.from ?? null } : null;
}

function tabAt(node) {
  const tab = node.closest?.(".edge-tab");
  return tab ? { facing: tab.dataset.facing } : null;
}

function press(svg, event) {
  const attack = attackAt(event.target),
    tab = tabAt(event.target);
  const tell = (name, detail) => svg.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  if (attack) tell("board:choose", { piece: selected(svg), ...attack });
  else if (tab) tell("board:turn", tab);
}
