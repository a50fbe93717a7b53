// Highlights: what can be done now, and the way of a march.
//
//   highlight(svg, [{space, kind: "safe"|"here"|"risk"|"fight"|"act"|"zone", cost, pill}])   where a pill stands (edges.js)
//                                 its figures are spoken, and no cost is drawn
//   mark(svg, acting, taken)      counters that can act and stand in no place of the map have a frame each; those of
//                                 what is answered so far the halo of what is in hand
//   way(svg, [piece | space, space, ...], [, cost, ...])   the way along these spaces; none takes it away

import { cardWidth, haloOf, isCard } from "./counters.js";
import { board, stack } from "./sheet.js";
import { say } from "./spaces.js";
import { el, part, shift } from "./svg.js";
import { explain } from "./view.js";

/** The rim of cells, as path data: the sides that only one of them has. */
function rim(b, spaces) {
  const sides = new Map();
  for (const space of spaces) {
    const { corners } = b.sps.get(space);
    corners.forEach((a, k) => {
      const z = corners[(k + 1) % corners.length];
      if (!sides.delete(`${z}|${a}`)) sides.set(`${a}|${z}`, [a, z]);
    });
  }
  let d = "";
  while (sides.size) {
    const [start, [from, to]] = sides.entries().next().value;
    sides.delete(start);
    d += `M${from}L${to}`;
    for (let end = to, next; (next = [...sides].find(([, [a]]) => `${a}` === `${end}`)); end = next[1][1]) {
      sides.delete(next[0]);
      d += `L${next[1][1]}`;
    }
    d += "z";
  }
  return d;
}

const SHAPES = {
  act: "M-22-11V-22H-11M11-22H22V-11M22 11V22H11M-11 22H-22V11",
  here: "M0-25L25 0 0 25-25 0z",
}; // as in web/boards/on_points.py

/** Places: a ring under the pieces, told apart by line form, and the cost on a pill away from the counters. */
function ringPlaces(b, hints, under, over) {
  for (const { space, kind, cost, pill } of hints) {
    const { x, y, sp } = b.sps.get(space);
    if (kind === "act" && sp.dataset.slot) continue; // in a box each counter has its own frame
    const [px, py] = sp.dataset.pill.split(" ").map(Number);
    const ring = (name) =>
      SHAPES[kind] ? el("path", { d: SHAPES[kind], class: name }) : el("circle", { r: 20, class: name });
    under.push(
      el("g", { class: "hl-ring", transform: shift(x, y) }, ring("hl-cream"), ring(`hl-line ${kind}`)),
    );
    if (cost != null && !pill)
      over.push(
        el(
          "g",
          { class: "hl-cost", transform: shift(x + px, y + py) },
          el(
            "g",
            { class: "sign" },
            el("rect", { x: -12, y: -9.5, width: 24, height: 19, rx: 9.5, class: `hl-disc ${kind}` }),
            el("text", { y: 4.4 }, String(cost)),
          ),
        ),
      );
  }
}

const sign = (at, ...parts) =>
  el("g", { class: "hl-cost", transform: shift(...at) }, el("g", { class: "sign" }, ...parts));

const costDisc = (at, kind, cost) =>
  sign(at, el("circle", { r: 9.5, class: `hl-disc ${kind}` }), el("text", { y: 4.4 }, String(cost)));

/** In a cell where something can be done, as in web/boards/on_cells.py. */
const lozenge = (at) => sign(at, el("path", { d: "M0-9L9 0 0 9-9 0z", class: "hl-lozenge" }));

const FRAMED = ["risk", "fight", "act"];

/** Cells: one outline round all that can be reached, frames told apart by line form, the cost on a disc, a lozenge where
 *  something can be done. */
function frameCells(b, hints, under, over) {
  for (const [kind, ...joined] of [["zone"], ["safe", "risk"], ["here"]]) {
    const kinds = [kind, ...joined],
      d = rim(b, new Set(hints.filter((hint) => kinds.includes(hint.kind)).map((hint) => hint.space)));
    const lines = kind === "zone" ? [] : ["hl-cream", `hl-line ${kind}`];
    if (d) under.push(...[`hl-tint ${kind}`, ...lines].map((name) => el("path", { d, class: name })));
  }
  for (const { space, kind, cost, pill } of hints) {
    const { x, y } = b.sps.get(space);
    if (FRAMED.includes(kind)) {
      const d = kind === "risk" ? b.spots.inset : b.spots.frame,
        lines = ["hl-cream", `hl-line ${kind}`].map((name) => el("path", { d, class: name }));
      (kind === "risk" ? under : over).push(el("g", { transform: shift(x, y) }, ...lines));
    }
    const isLow = kind === "fight" || kind === "act" || stack(b, space).length;
    const at = [x, y + (isLow ? b.spots.cost : 0)];
    if (cost != null && !pill) over.push(costDisc(at, kind, cost));
    else if (cost == null && kind === "here") over.push(lozenge(at));
  }
}

/** Show what can be done now; replaces what was shown before. */
export function highlight(svg, hints, keepsWay = false) {
  const b = board(svg);
  const lost = hints.find((hint) => !b.sps.has(hint.space));
  if (lost) throw new Error(`A highlight speaks of space ${lost.space}, which this board does not have.`);
  const before = b.hints.map((hint) => hint.space);
  b.hints = hints;
  const under = [],
    over = [];
  if (b.points) ringPlaces(b, hints, under, over);
  else frameCells(b, hints, under, over);
  b.under.replaceChildren(...under);
  b.over.replaceChildren(...over);
  if (!keepsWay) way(svg);
  explain(svg, new Set(hints.map((hint) => hint.kind)));
  for (const space of new Set([...before, ...hints.map((hint) => hint.space)])) say(b, space);
}

const FRAME = 4, // from the edge of a card
  CARD_HIGH = 37, // as in web/boards/pieces.py
  DISC = 26;

/** Round a counter that can act. */
function frameOf(svg, token) {
  const [width, height] = isCard(svg, token) ? [cardWidth(token), CARD_HIGH] : [DISC, DISC],
    [wide, high] = [width + 2 * FRAME, height + 2 * FRAME];
  const rect = (name) =>
    el("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 5, class: name });
  return el("g", { class: "mark" }, rect("hl-cream"), rect("hl-line act"));
}

export function mark(svg, acting, taken) {
  const b = board(svg);
  for (const old of svg.querySelectorAll(".token .mark")) old.remove();
  if (!b.points) return;
  const isBoxed = ({ at }) => !at || b.sps.get(at).sp.dataset.slot;
  const put = (id, drawn) => part(svg, `u-${id}`)?.querySelector(".face > g")?.prepend(drawn);
  for (const id of acting) {
    const token = b.scene.tokens[id];
    if (token && isBoxed(token) && !taken.includes(id)) put(id, frameOf(svg, token));
  }
  for (const id of taken)
    if (id !== b.selected && b.scene.tokens[id]) put(id, haloOf(svg, b.scene.tokens[id], "mark"));
}

const between = ([x, y], [u, v], share = 0.5) => [x + (u - x) * share, y + (v - y) * share];
const short = (a, z, by) => between(z, a, by / Math.hypot(z[0] - a[0], z[1] - a[1])); // stops so far before z

/** The way from a piece or a space along spaces, costs[k] that of the k-th step; none is drawn from or to what has no place. */
export function way(svg, stops = [], costs = []) {
  const b = board(svg),
    ids = stops.map((id) => b.scene.tokens[id]?.at ?? id),
    spots = ids.map((id) => b.sps.get(id));
  const isWay = spots.length > 1 && spots.every((spot, k) => spot && spot !== spots[k - 1]),
    [cream, line] = b.way.children;
  const [d, ...signs] = isWay
    ? course(
        b,
        spots.map(({ x, y }) => [x, y]),
        stack(b, ids.at(-1)).length,
        costs,
      )
    : [""];
  for (const each of [cream, line]) each.setAttribute("d", d);
  b.way.replaceChildren(cream, line, ...signs);
}

/** Its path data, straight on roads and bent over cells, and the discs of its costs on its right. */
function course(b, at, isTaken, costs) {
  const half = at.slice(1).map((each, k) => between(at[k], each)),
    turns = b.points ? at.slice(1) : [...half];
  turns[turns.length - 1] = short(at.at(-2), at.at(-1), b.points || isTaken ? 42 : 15); // room for the arrow's head
  const d = turns.map((turn, k) =>
    !k
      ? `M${b.points ? short(at[1], at[0], 20) : at[0]}L${turn}`
      : b.points
        ? `L${turn}`
        : `Q${at[k]} ${turn}`,
  );
  const beside = ([x, y], [ax, ay], [zx, zy]) => short([x + ay - zy, y + zx - ax], [x, y], 16);
  return [d.join(""), ...costs.map((cost, k) => costDisc(beside(half[k], at[k], at[k + 1]), "way", cost))];
}
