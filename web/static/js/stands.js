// Stands: where counters stand, on cells, in the berths of a map of places, and in boxes beside the map.

import { NOMINAL, nameSpots } from "./berths.js";
import { cardWidth, dress } from "./counters.js";
import { board, inCorner, leads, stack, unitsOn } from "./sheet.js";
import { el, part, shift, still } from "./svg.js";

const CORNERS = { se: 135, ne: 45, nw: 315, sw: 225 }; // as in web/boards/on_cells.py

const EDGE = 2.4,
  EDGES = 3; // as in web/boards/on_cells.py
const STRIP = 15,
  ROW = 150,
  LINE = 70,
  LOT = 66; // as in web/boards/on_points.py

/** The leaders of each power on a place, the commander first, and its soldiers. */
function groups(svg, b, ids) {
  const sideOf = (id) => b.scene.tokens[id].side;
  return [...new Set(ids.map(sideOf))].sort().map((side) => {
    const mine = ids.filter((id) => sideOf(id) === side).sort();
    const isTag = (id) => part(svg, `c-${b.scene.tokens[id].kind}-${side}`)?.dataset.look === "tag";
    const tags = mine.filter(isTag).sort((a, z) => leads(b, z) - leads(b, a));
    return [tags, mine.filter((id) => !isTag(id))];
  });
}

/** Puts a counter there; `how` it stands, `inner` its step to where it stands on another counter. */
function stand(svg, b, id, at, how, animate, inner = null) {
  const node = part(svg, `u-${id}`);
  if ((b.how.get(id) ?? "") !== how) {
    b.how.set(id, how);
    dress(b, node, id);
  }
  if (b.points) {
    const on = node.querySelector(".face > g");
    if (inner) on.setAttribute("transform", inner);
    else on.removeAttribute("transform");
  }
  moveTo(svg, id, shift(...at), animate);
}

/** All pieces of a map of places: cards and discs in their berths, soldiers on the card of their commander. */
export function placeAll(svg, b, animate) {
  const pieces = [],
    boxed = new Map(),
    order = [];
  for (const [space, { sp }] of b.sps) {
    const ids = stack(b, space),
      names = [];
    if (!ids.length) continue;
    let row = 0;
    for (const [tags, discs] of groups(svg, b, ids)) {
      const own = discs.slice(tags.length ? 1 : 0);
      names.push(...[...tags].reverse(), ...discs);
      order.push(...[...tags].reverse().map((id) => [id]), ...discs.map((id) => [id, tags[0]]));
      if (sp.dataset.slot) {
        const [sx, sy] = sp.dataset.slot.split(" ").map(Number);
        const beside = Number(sp.dataset.row ?? 0);
        for (const id of [...tags, ...own]) {
          const step = beside
            ? [ROW * (row % beside), LINE * Math.floor(row / beside)]
            : [9 * row, STRIP * row];
          boxed.set(id, [sx + step[0], sy + step[1]]);
          row += 1;
        }
        continue;
      }
      pieces.push(...tags.map((key) => ({ key, place: space, width: cardWidth(b.scene.tokens[key]) })));
      pieces.push(...own.map((key) => ({ key, place: space, width: null })));
    }
    layer(svg, b, names);
  }
  const berths = b.harbour.berths(pieces, Math.max(NOMINAL, b.scale)),
    at = (id) => berths.get(id)?.middle ?? boxed.get(id);
  for (const [id, commander] of order) {
    const alone = at(id);
    if (alone) stand(svg, b, id, alone, "", animate);
    else
      stand(
        svg,
        b,
        id,
        at(commander),
        "aboard",
        animate,
        shift(cardWidth(b.scene.tokens[commander]) / 2 - 10.5, 8),
      );
  }
  tie(
    b,
    order.map(([id]) => id).filter((id) => pieces.some(({ key, width }) => key === id && width !== null)),
    berths,
  );
  b.berths = berths;
  drawNames(svg, b);
}

/** The lines from the places to their cards, in the order in which the server draws them. */
function tie(b, cards, berths) {
  const inOrder = Object.keys(b.scene.tokens).map((id) => b.scene.tokens[id].at);
  const rank = new Map(cards.map((id) => [id, inOrder.indexOf(b.scene.tokens[id].at)]));
  const sorted = cards
    .map((id, k) => [id, k])
    .sort(([a, j], [z, k]) => rank.get(a) - rank.get(z) || j - k)
    .map(([id]) => id);
  let d = "",
    dots = "";
  for (const id of sorted) {
    const { x, y } = b.sps.get(b.scene.tokens[id].at);
    d += `M${x} ${y}L${berths.get(id).middle.join(" ")}`;
    dots += `M${x} ${y}h0`;
  }
  for (const line of b.ties.children) line.setAttribute("d", line.matches(".tie, .tie-cream") ? d : dots);
}

/** Names below key places show where nothing touches them at this scale. */
function drawNames(svg, b) {
  const grown = Math.max(NOMINAL, b.scale) / b.scale; // nearer, a card covers less of the board
  const boxes = [...b.berths.values()].map(({ box: [l, t, r, u] }) => {
    const [x, y] = [(l + r) / 2, (t + u) / 2];
    return [
      x - (r - l) / 2 / grown,
      y - (u - t) / 2 / grown,
      x + (r - l) / 2 / grown,
      y + (u - t) / 2 / grown,
    ];
  });
  const out = b.harbour.leftOut(boxes, b.scale);
  for (const space of b.sps.keys()) {
    const name = part(svg, `t-${space}`);
    if (!name) continue;
    if (out.has(space)) name.setAttribute("display", "none");
    else name.removeAttribute("display");
  }
}

/** Cards and names keep their size on the screen: they are placed anew when the scale changes, cards only where
 *  the board is smaller than it opens on a wide page. */
export function rescale(svg, { z, half }) {
  const b = board(svg);
  if (!b.points) {
    b.half = half;
    b.scale = 1 / Math.max(0.4, z);
    return clearNames(svg, b);
  }
  const before = b.scale;
  b.scale = z >= 0.62 ? Math.max(1 / z, NOMINAL / 2.5) : 1 / Math.max(0.4, Math.floor(z * 40) / 40);
  if (b.scale === before || !b.tokens.childElementCount) return;
  if (!b.berths || Math.max(before, b.scale) > NOMINAL) placeAll(svg, b, false);
  else drawNames(svg, b);
}

/** Draw these counters one over the other, the last on top; touches the page only if they are not so already. */
export function layer(svg, b, ids) {
  const nodes = ids.map((id) => part(svg, `u-${id}`));
  const above = (node, k) =>
    !k || nodes[k - 1].compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (!nodes.every(above)) b.tokens.append(...nodes);
}

/** Counters off the map that wait in a box beside it. */
export function placeInLots(svg, b) {
  for (const [{ flag, side }, x, y] of b.lots) {
    const waiting = Object.keys(b.scene.tokens)
      .sort()
      .filter((id) =>
        ((t) => !t.at && t.side === side && (t.flags || []).includes(flag))(b.scene.tokens[id]),
      );
    layer(svg, b, waiting);
    waiting.forEach((id, k) => stand(svg, b, id, [x + LOT * k, y], "waits", false));
  }
}

/** All leaders lie over all units: none hides the name of another's. */
export function leadersAbove(svg, b) {
  const nodes = [...b.tokens.children],
    isLeader = (node) => inCorner(svg, b.scene.tokens[node.id.slice(2)] ?? {}),
    leaders = nodes.filter(isLeader);
  if (leaders.length && !nodes.slice(-leaders.length).every(isLeader)) b.tokens.append(...leaders);
}

/** The counters of a cell from below: its units, then its leaders. */
export function inLayers(svg, b, ids) {
  const corner = ids.filter((id) => inCorner(svg, b.scene.tokens[id]));
  return [...ids.filter((id) => !corner.includes(id)), ...corner];
}

/** The counters of a cell: units in its middle, leaders beside them. */
export function place(svg, b, space, ids, animate) {
  const { x, y } = b.sps.get(space);
  const corner = ids.filter((id) => inCorner(svg, b.scene.tokens[id]));
  const units = ids.filter((id) => !corner.includes(id));
  layer(svg, b, inLayers(svg, b, ids));
  units.forEach((id, k) => {
    const step = EDGE * (Math.min(k, EDGES) - Math.min(units.length - 1, EDGES) / 2);
    stand(svg, b, id, [x + step, y - step], corner.length ? "led" : "", animate);
  });
  const angle = units.length ? angleOf(svg, b, units.at(-1)) : null;
  corner.forEach((id, k) => {
    const aside = units.length ? 0 : ((k - (corner.length - 1) / 2) * b.spots.body) / 2,
      alone = corner.length === 1 ? "alone" : "alone pair",
      how = units.length ? `beside ${corners(angle)[k % 2]}` : alone;
    stand(svg, b, id, [x + aside, y], how, animate);
  });
}

/** Where a counter faces, in degrees clockwise from the north; null if nowhere. */
function angleOf(svg, b, id) {
  const { kind, facing } = b.scene.tokens[id];
  return facing && part(svg, `f-${kind}`) ? parseInt(b.spots.turns[facing].slice(7), 10) : null;
}

/** The corners of a cell in which a leader hides no front at this angle. */
const corners = (angle) =>
  Object.keys(CORNERS).filter((name) => {
    const off = (((CORNERS[name] - angle) % 360) + 360) % 360;
    return angle === null || (off >= 90 && off <= 270);
  });

const FRONT = 33; // as in web/boards/namespots.py

/** Names of places lie over the counters, but off their fronts. */
export function clearNames(svg, b) {
  const nodes = [...svg.querySelectorAll(".names [data-wants]")],
    fronts = [],
    bodies = [];
  for (const [id, { at }] of Object.entries(b.scene.tokens)) {
    if (!at || inCorner(svg, b.scene.tokens[id])) continue;
    const angle = angleOf(svg, b, id),
      [x, y] = part(svg, `u-${id}`)
        .getAttribute("transform")
        .match(/-?[\d.]+/g)
        .map(Number),
      turn = (angle * Math.PI) / 180;
    bodies.push([x, y]);
    if (angle !== null) fronts.push([x + FRONT * Math.sin(turn), y - FRONT * Math.cos(turn)]);
  }
  const wanted = nodes.map((node) => JSON.parse(node.dataset.wants));
  nameSpots(wanted, fronts, bodies, b.half, b.scale).forEach((spot, k) => {
    if (!spot) return nodes[k].setAttribute("display", "none");
    nodes[k].removeAttribute("display");
    nodes[k].setAttribute("x", spot[0]);
    return nodes[k].setAttribute("y", spot[1]);
  });
}

/** How many units stand on a cell, if more than one. */
export function drawCount(svg, b, space) {
  if (b.points) return;
  part(svg, `q-${space}`)?.remove();
  const { x, y } = b.sps.get(space),
    { length } = unitsOn(svg, b, space);
  if (length < 2) return;
  const badge = el(
    "g",
    { transform: "translate(29 -29)" },
    el("circle", { r: 12, class: "count-disc" }),
    el("text", { y: 6.4 }, String(length)),
  );
  svg
    .querySelector(".counts")
    .append(
      el(
        "g",
        { id: `q-${space}`, class: "count", transform: shift(x, y) },
        el("g", { class: "face" }, badge),
      ),
    );
}

function moveTo(svg, id, transform, animate) {
  const node = part(svg, `u-${id}`);
  const before = node.getAttribute("transform");
  const hidden = node.getAttribute("display") === "none";
  node.removeAttribute("display");
  if (before === transform) return;
  node.setAttribute("transform", transform);
  if (!animate || hidden || !before || still()) return;
  const css = (t) => t.replace(/translate\((\S+) (\S+)\)/, "translate($1px, $2px)");
  node.animate([{ transform: css(before) }, { transform: css(transform) }], {
    duration: 160,
    easing: "ease-out",
  });
}

export function putAway(b, node, id) {
  b.how.delete(id);
  dress(b, node, id);
  node.querySelector(".face > g")?.removeAttribute("transform");
  node.setAttribute("display", "none");
  node.removeAttribute("transform");
}
