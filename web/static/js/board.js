// Boards: roving focus, counters from scenes, highlights. No game is known here; view.js has pan and zoom.
//
//   mount(box)                    box = .board element; gives it tools, keys and pointers; returns its live <svg>
//   draw(svg, scene, {animate})   make the live layer show a scene (JSON of domain.kernel.scene)
//   patch(svg, changes, {backwards, animate})   apply [section, key, old, new] changes, as scene.applied does
//   highlight(svg, [{space, kind: "safe"|"risk"|"fight"|"act"|"zone", cost, pill}])   where a pill stands (edges.js)
//                                 its figures are spoken, and no cost is drawn
//   way(svg, [piece | space, space, ...], [, cost, ...])   the way along these spaces; none takes it away
//   select(svg, piece | null)
//
// A choice is told by the bubbling event "board:choose", detail {piece, target}: a counter taken up (target null),
// or a space chosen (piece = the counter taken up, or null), or both null when Escape lets go. With Shift a press on
// a space with a counter in hand is a way-point of its march: `isWayPoint`.

import { NOMINAL, harbour, nameSpots } from "./berths.js";
import { explain, see, seeAbove, watch, zoomTo } from "./view.js";

export { see, seeAbove, zoomTo };

const SVG = "http://www.w3.org/2000/svg";
const SECTIONS = ["tokens", "spaces", "hands", "numbers"];
const boards = new WeakMap(); // svg -> {scene, hints, selected, words, sps}

/** Whether the reader wants nothing to move by itself. */
export const still = () =>
  document.documentElement.dataset.motion === "none" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;

export function el(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value != null) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function board(svg) {
  let b = boards.get(svg);
  if (!b) {
    const sps = new Map(
      [...svg.querySelectorAll(".sp")].map((sp) => {
        const [x, y] = sp.dataset.at.split(" ").map(Number);
        const corners = [...sp.firstElementChild.getAttribute("d").matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(
          (m) => [Number(m[1]), Number(m[2])],
        );
        return [sp.id.slice(3), { sp, x, y, corners }];
      }),
    );
    b = {
      scene: { tokens: {}, spaces: {} },
      hints: [],
      selected: null,
      sps,
      words: JSON.parse(svg.dataset.words || "{}"),
    };
    b.points = svg.dataset.map === "points"; // places and roads, drawn as web/boards/on_points.py does; else cells
    b.spots = JSON.parse(svg.dataset.spots || "null"); // where signs lie in a cell: Spots of web/boards/cells.py
    [b.letters, b.briefs] = JSON.parse(svg.dataset.letters || "[{}, {}]"); // what is lettered instead of a label
    b.how = new Map(); // piece -> how it stands where it stands, as classes
    if (b.points) b.harbour = harbourOf(svg, b.sps);
    b.scale = NOMINAL;
    b.ties = svg.querySelector(".ties");
    b.tokens = svg.querySelector(".tokens");
    b.lots = [...svg.querySelectorAll(".lot")].map((lot) => [
      lot.dataset,
      ...lot.dataset.at.split(" ").map(Number),
    ]);
    b.figures = [...svg.querySelectorAll("[data-section]")];
    b.marks = svg.querySelector(".marks");
    b.under = svg.querySelector(".hl-under");
    b.over = svg.querySelector(".hl-over");
    b.way = svg.querySelector(".way");
    boards.set(svg, b);
  }
  return b;
}

const HALF = { plain: 10, key: 12, fortress: 14, capital: 15, zone: 17 }; // as in web/boards/points.py

/** The map as army cards find it: PointPlan.harbour of web/boards/points.py. */
function harbourOf(svg, sps) {
  const inland = [...sps].filter(([, { sp }]) => sp.dataset.shape !== "box");
  const [sheet, ...panels] = JSON.parse(svg.dataset.panels);
  return harbour(
    new Map(inland.map(([id, { sp, x, y }]) => [id, [x, y, HALF[sp.dataset.shape]]])),
    new Map(
      inland
        .filter(([, { sp }]) => sp.dataset.nameAt)
        .map(([id, { sp }]) => [id, JSON.parse(sp.dataset.nameAt)]),
    ),
    inland.flatMap(([, { sp, x, y }]) =>
      [sp.dataset.pill, sp.dataset.badges].map((step) => {
        const [dx, dy] = step.split(" ").map(Number);
        return [Math.trunc(x + dx), Math.trunc(y + dy)];
      }),
    ),
    panels,
    sheet,
  );
}

const part = (svg, id) => svg.querySelector(`#${CSS.escape(id)}`);
const use = (id, attributes = {}) => el("use", { href: `#${id}`, ...attributes });
export const shift = (x, y, scale = 1) =>
  `translate(${+x.toFixed(1)} ${+y.toFixed(1)})` + (scale === 1 ? "" : ` scale(${scale})`);

// ---- counters: the same parts in the same order as counter() of web/boards/on_cells.py and on_points.py

/** The id of the first part that is there. */
const first = (svg, ...ids) => ids.find((id) => part(svg, id));

function shownFlags(svg, token) {
  const bands = (flag) => (["elite", "moved"].includes(flag) ? 0 : 1);
  const known = (token.flags || []).filter((flag) => first(svg, `s-${token.kind}-${flag}`, `s-${flag}`));
  known.sort((a, b) => bands(a) - bands(b) || (a === "moved") - (b === "moved"));
  return (token.reduced ? ["reduced"] : []).concat(known);
}

/** The letters of a name; beside it, where there is one, its short form for small counters. */
function lettered(words, { look, most, fit, brief, ...place }) {
  const forms = [[words, brief ? "full" : ""], ...(brief ? [[brief, "brief"]] : [])];
  return forms.map(([each, form]) => {
    const isLong = [...each].length > most;
    return el(
      "text",
      {
        class: ["label", look, form].filter(Boolean).join(" "),
        ...place,
        textLength: isLong ? fit : null,
        lengthAdjust: isLong ? "spacingAndGlyphs" : null,
      },
      each,
    );
  });
}

function face(svg, token, id) {
  const b = board(svg);
  const bodyId = first(svg, `c-${token.kind}-${token.side}`) ?? `c-${token.side}`,
    body = part(svg, bodyId)?.dataset ?? {};
  const flags = shownFlags(svg, token).map((flag) => first(svg, `s-${token.kind}-${flag}`, `s-${flag}`));
  if (b.points) return [el("g", {}, ...(body.look === "tag" ? card : loose)(svg, token, id, bodyId, flags))];
  const parts = [],
    { on, look, places, label = " -20", long: most = 7, fit = 54, strength = "-24.6 24.4" } = body,
    [lx, ly] = label.split(" "),
    [x, y] = strength.split(" ");
  if (places)
    // a unit of blocks, as many as its strength, over a pill
    parts.push(
      ...JSON.parse(places)[token.strength].map((transform) => use(bodyId, { transform })),
      use(`p-${token.kind}`),
    );
  else parts.push(use(bodyId));
  if (token.facing && part(svg, `f-${token.kind}`))
    parts.push(use(`f-${token.kind}`, { class: "facing", transform: b.spots.turns[token.facing] }));
  const told = token.label || token.name || "",
    words = places ? `${token.label ?? ""} · ${token.strength}` : look ? told : (b.letters[told] ?? told),
    brief = look ? undefined : b.briefs[told];
  if (label) parts.push(...lettered(words, { look, most, fit, brief, x: lx || null, y: ly, fill: on }));
  if (part(svg, `i-${token.kind}`)) parts.push(use(`i-${token.kind}`));
  if (token.strength != null && !places && strength)
    parts.push(el("text", { class: look ? `strength ${look}` : "strength", x, y }, String(token.strength)));
  if (token.reduced) parts.push(use(flags.shift())); // under what is printed in its corner
  const printed = first(svg, ...(token.reduced ? [`v-${id}-reduced`] : []), `v-${id}`);
  if (printed) parts.push(use(printed));
  parts.push(...flags.map((flag) => use(flag)));
  return parts;
}

const LEAST_CARD = 66; // as CARD in web/boards/on_points.py
const cardWidth = (token) =>
  Math.max(LEAST_CARD, Math.floor([...(token.label || token.name || "")].length * 5.6 + 0.5) + 24);

/** An army card: name and sign of its power on a band, hat, battle value, command value boxed. */
function card(svg, token, id, body, flags) {
  const wide = cardWidth(token),
    left = wide > LEAST_CARD ? { transform: shift((LEAST_CARD - wide) / 2, 0) } : {};
  const parts = [
    use(body, { transform: `scale(${+(wide / LEAST_CARD).toFixed(3)} 1)` }),
    use(`g-${token.side}`, { transform: shift(wide / 2 - 8, -11.2) }),
    ...lettered(token.label || token.name || "", {
      look: "tag",
      most: 99,
      x: -wide / 2 + 5,
      y: "-7.1",
      fill: part(svg, body)?.dataset.on,
    }),
    use(`i-${token.kind}`, left),
  ];
  if (token.strength != null)
    parts.push(el("text", { class: "strength tag", x: -wide / 2 + 23, y: "13.4" }, String(token.strength)));
  if (part(svg, `v-${id}`)) parts.push(use(`v-${id}`, left));
  return [...parts, ...flags.map((flag) => use(flag, left))];
}

/** Soldiers: their strength on a disc. */
function loose(svg, token, id, body, flags) {
  const parts = [use(body)],
    on = part(svg, body)?.dataset.on;
  if (token.strength != null)
    parts.push(
      el("text", { class: "strength disc", y: "4.8" }, String(token.strength)),
      el("text", { class: "strength seated", y: "4.8", fill: on }, String(token.strength)),
    );
  return [...parts, ...flags.map((flag) => use(flag))];
}

const fullName = ({ name = "", label = "" }) => (name.includes(label) ? name : `${name} ${label}`.trim());

function drawToken(svg, b, id, token, was) {
  let node = part(svg, `u-${id}`);
  if (!token) {
    b.how.delete(id);
    return node?.remove();
  }
  if (!node) {
    node = el("g", { id: `u-${id}`, display: "none" }, el("title"), el("g", { class: "face" }));
    b.tokens.append(node);
  }
  dress(b, node, id);
  if (token.at) node.dataset.space = token.at;
  else delete node.dataset.space;
  const look = (each) => JSON.stringify({ ...each, at: undefined });
  if (was && look(was) === look(token)) return;
  node.firstElementChild.textContent = fullName(token);
  node.lastElementChild.replaceChildren(...face(svg, token, id));
}

/** The classes of a counter: side, kind, how it stands, and whether it is taken up. */
function dress(b, node, id) {
  const { side, kind } = b.scene.tokens[id];
  const told = ["token", side, kind, b.how.get(id), b.selected === id && "selected"];
  node.setAttribute("class", told.filter(Boolean).join(" "));
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

const leads = (b, id) => (b.scene.tokens[id].flags || []).includes("commander");

const inCorner = (svg, token) => part(svg, `i-${token.kind}`)?.dataset.corner === "yes";

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

/** All pieces of a map of places: cards and discs in their berths, soldiers on the card of their commander. */
function placeAll(svg, b, animate) {
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
function rescale(svg, z) {
  const b = board(svg);
  if (!b.points) {
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
function layer(svg, b, ids) {
  const nodes = ids.map((id) => part(svg, `u-${id}`));
  const above = (node, k) =>
    !k || nodes[k - 1].compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (!nodes.every(above)) b.tokens.append(...nodes);
}

/** Counters off the map that wait in a box beside it. */
function placeInLots(svg, b) {
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

/** The figures of the scene beside the map, and the pointers that show when a figure has their value. */
function drawFigures(b) {
  for (const figure of b.figures) {
    const told = String(b.scene.numbers?.[figure.dataset.section]?.[figure.dataset.name] ?? "");
    const { value } = figure.dataset;
    if (value === undefined) {
      if (figure.textContent !== told) figure.textContent = told;
    } else if (told === value) figure.removeAttribute("display");
    else figure.setAttribute("display", "none");
  }
}

/** The counters of a cell: units in its middle, leaders beside them. */
/** The counters of a cell from below: its units, then its leaders. */
function inLayers(svg, b, ids) {
  const corner = ids.filter((id) => inCorner(svg, b.scene.tokens[id]));
  return [...ids.filter((id) => !corner.includes(id)), ...corner];
}

function place(svg, b, space, ids, animate) {
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

const CORNERS = { se: 135, ne: 45, nw: 315, sw: 225 }; // as in web/boards/on_cells.py

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
function clearNames(svg, b) {
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
  const wanted = nodes.map((node) => JSON.parse(node.dataset.wants)),
    half = 30 * (parseFloat(svg.style.getPropertyValue("--counter")) || 1);
  nameSpots(wanted, fronts, bodies, half, b.scale).forEach((spot, k) => {
    if (!spot) return nodes[k].setAttribute("display", "none");
    nodes[k].removeAttribute("display");
    nodes[k].setAttribute("x", spot[0]);
    return nodes[k].setAttribute("y", spot[1]);
  });
}

/** How many units stand on a cell, if more than one. */
function drawCount(svg, b, space) {
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

const unitsOn = (svg, b, space) => stack(b, space).filter((id) => !inCorner(svg, b.scene.tokens[id]));

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

function putAway(b, node, id) {
  b.how.delete(id);
  dress(b, node, id);
  node.querySelector(".face > g")?.removeAttribute("transform");
  node.setAttribute("display", "none");
  node.removeAttribute("transform");
}

// ---- spaces

/** Who holds a place, in his colours, with a pip of its home when that is another. */
function drawHolder(svg, b, space) {
  const { home, shape } = b.sps.get(space).sp.dataset;
  const owner = b.scene.spaces[space]?.owner;
  const pip = home && owner !== home ? [use(`p-${home}`, { transform: "translate(9.5 8.5)" })] : [];
  part(svg, `n-${space}`).replaceChildren(use(`n-${shape}-${owner ?? "none"}`), ...pip);
}

/** What a mark of a place looks like: in the colour of a side, with a number, or a card that lasts. */
function badge(svg, mark, value) {
  const known = first(svg, `k-${mark}-${value}`);
  if (known) return [use(known)];
  if (!part(svg, `k-${mark}`) && value === 1 && part(svg, "k-lasting")) return [use("k-lasting")];
  const shape = part(svg, `k-${mark}`) ? use(`k-${mark}`) : el("circle", { r: 8.5, class: "plain-badge" });
  return [shape, el("text", { y: 4.2 }, String(value))];
}

/** Flags and badges of a space; a mark of a place whose value is another place lies half-way to it, drawn once. */
function drawMarks(svg, b, space) {
  part(svg, `m-${space}`)?.remove();
  if (!b.sps.has(space)) return;
  if (b.points) drawHolder(svg, b, space);
  const { x, y, sp } = b.sps.get(space),
    { owner, marks = {} } = b.scene.spaces[space] ?? {},
    parts = [];
  const [dx, dy] = b.points ? sp.dataset.badges.split(" ").map(Number) : b.spots.mark,
    step = b.points ? 24 * Math.sign(dx) : 17;
  if (owner && !b.points)
    parts.push(use(`o-${owner}`, { transform: shift(x + b.spots.owner[0], y + b.spots.owner[1]) }));
  let k = 0;
  for (const [mark, value] of Object.entries(marks)) {
    const other = b.points && b.sps.get(value);
    if (!other)
      parts.push(
        el(
          "g",
          { class: "badge", transform: shift(x + dx + step * k++, y + dy) },
          el("g", { class: "sign" }, ...badge(svg, mark, value)),
        ),
      );
    else if (space < value)
      parts.push(use("k-between", { transform: shift((x + other.x) / 2, (y + other.y) / 2) }));
  }
  if (parts.length) b.marks.append(el("g", { id: `m-${space}` }, ...parts));
  if (!b.points) hideBadges(svg, b, space);
}

/** Badges lie under small counters: told by a class of the marks of a cell where some stand. */
function hideBadges(svg, b, space) {
  const marks = part(svg, `m-${space}`);
  if (stack(b, space).length) marks?.setAttribute("class", "taken");
  else marks?.removeAttribute("class");
}

const said = (b, word) => b.words[word] ?? String(word).replaceAll("_", " ");

function spokenToken(b, t) {
  const told = [
    t.side,
    (t.name ?? "").includes(t.label ?? "") ? "" : t.label,
    t.name === said(b, t.side) ? "" : t.name,
    t.kind,
    t.strength ?? "",
    t.facing,
    t.reduced ? "reduced" : "",
    ...(t.flags || []),
  ];
  return told
    .filter((word) => word !== "" && word != null)
    .map((word) => said(b, word))
    .join(" ");
}

function spoken(b, space, here) {
  const w = (word) => said(b, word);
  const parts = [b.sps.get(space).sp.dataset.name, ...here.map((token) => spokenToken(b, token))];
  const live = b.scene.spaces[space];
  if (live?.owner) parts.push(`${w("held")} ${w(live.owner)}`);
  for (const [mark, value] of Object.entries(live?.marks || {})) parts.push(`${w(mark)} ${w(value)}`);
  for (const hint of b.hints)
    if (hint.space === space)
      parts.push(
        w(hint.kind) +
          (hint.cost == null ? "" : `, ${w("cost")} ${hint.cost}`) +
          (hint.pill ? `, ${hint.pill}` : ""),
      );
  return parts.join("; ");
}

/** The counters on a space in the scene's order; discs, which come and go, behind them by id. */
function stack(b, space) {
  const here = Object.keys(b.scene.tokens).filter((id) => b.scene.tokens[id].at === space);
  if (!b.points) return here;
  const isDisc = ({ kind, side }) =>
    part(b.tokens.ownerSVGElement, `c-${kind}-${side}`)?.dataset.look === "disc";
  const discs = here.filter((id) => isDisc(b.scene.tokens[id]));
  return [...here.filter((id) => !discs.includes(id)), ...discs.sort()];
}

function say(b, space) {
  const { sp } = b.sps.get(space);
  sp.setAttribute(
    "aria-label",
    spoken(
      b,
      space,
      stack(b, space).map((id) => b.scene.tokens[id]),
    ),
  );
}

// ---- scenes

/** Show a scene. Only what differs from the scene shown before is touched. */
export function draw(svg, scene, { animate = false } = {}) {
  const b = board(svg);
  const old = b.scene;
  b.scene = scene;
  const touched = new Set();
  for (const id of new Set([...Object.keys(old.tokens), ...Object.keys(scene.tokens)])) {
    const was = old.tokens[id],
      token = scene.tokens[id];
    if (was === token) continue;
    drawToken(svg, b, id, token, was);
    if (was?.at) touched.add(was.at);
    if (token?.at) touched.add(token.at);
    else if (token) putAway(b, part(svg, `u-${id}`), id);
  }
  for (const space of new Set([...Object.keys(old.spaces), ...Object.keys(scene.spaces)])) {
    if (old.spaces[space] === scene.spaces[space]) continue;
    drawMarks(svg, b, space);
    touched.add(space);
  }
  for (const space of touched) {
    if (!b.sps.has(space))
      throw new Error(`The scene speaks of space ${space}, which this board does not have.`);
    if (!b.points) {
      place(svg, b, space, stack(b, space), animate);
      hideBadges(svg, b, space);
    }
    drawCount(svg, b, space);
    say(b, space);
  }
  if (touched.size) {
    if (b.points) placeAll(svg, b, animate);
    else clearNames(svg, b);
  }
  placeInLots(svg, b);
  drawFigures(b);
  if (b.selected && !scene.tokens[b.selected]?.at) select(svg, null);
  if (touched.size) {
    closeFan(svg);
    svg.dispatchEvent(new CustomEvent("board:drawn"));
  }
}

/** A scene after changes, or before them; the same as `applied` of domain/kernel/scene.py. Never alters `scene`. */
export function applied(scene, changes, backwards = false) {
  const result = { ...scene };
  for (const section of SECTIONS) result[section] = { ...scene[section] };
  for (const [section, key, old, now] of backwards ? [...changes].reverse() : changes) {
    const value = backwards ? old : now,
      other = backwards ? now : old;
    if (section === "") result[key] = value;
    else if (value === null) delete result[section][key];
    else if (other === null) result[section][key] = value;
    else {
      const merged = { ...result[section][key], ...value };
      for (const name of Object.keys(merged)) if (merged[name] === null) delete merged[name];
      result[section][key] = merged;
    }
  }
  return result;
}

/** Apply changes to the scene shown. Returns the new scene. */
export function patch(svg, changes, { backwards = false, animate = false } = {}) {
  const scene = applied(board(svg).scene, changes, backwards);
  draw(svg, scene, { animate });
  return scene;
}

// ---- highlights

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

const TICKS = "M-22-11V-22H-11M11-22H22V-11M22 11V22H11M-11 22H-22V11";

/** Places: a ring under the pieces, told apart by line form, and the cost on a pill away from the counters. */
function ringPlaces(b, hints, under, over) {
  for (const { space, kind, cost, pill } of hints) {
    const { x, y, sp } = b.sps.get(space);
    const [px, py] = sp.dataset.pill.split(" ").map(Number);
    const ring = (name) =>
      kind === "act" ? el("path", { d: TICKS, class: name }) : el("circle", { r: 20, class: name });
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

const costDisc = (at, kind, cost) =>
  el(
    "g",
    { class: "hl-cost", transform: shift(...at) },
    el(
      "g",
      { class: "sign" },
      el("circle", { r: 9.5, class: `hl-disc ${kind}` }),
      el("text", { y: 4.4 }, String(cost)),
    ),
  );

const FRAMED = ["risk", "fight", "act"];

/** Cells: one outline round all that can be reached, frames told apart by line form, the cost on a disc. */
function frameCells(b, hints, under, over) {
  for (const [kind, ...joined] of [["zone"], ["safe", "risk"]]) {
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
    if (cost != null && !pill) over.push(costDisc([x, y + (isLow ? b.spots.cost : 0)], kind, cost));
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

/** Take up a counter (halo, and above its stack), or let go with null. */
export function select(svg, piece) {
  const b = board(svg),
    before = b.scene.tokens[b.selected]?.at;
  svg.querySelector(".token .halo")?.remove();
  svg.querySelector(".token.selected")?.classList.remove("selected");
  b.selected = piece;
  if (before && !b.points) layer(svg, b, inLayers(svg, b, stack(b, before)));
  if (!piece) return;
  const node = part(svg, `u-${piece}`);
  if (!node) return; // a place, or a piece that is not on the board
  node.classList.add("selected");
  if (!b.points) b.tokens.append(node);
  const token = b.scene.tokens[piece],
    wide = part(svg, `c-${token.kind}-${token.side}`)?.dataset.look === "tag" ? cardWidth(token) : LEAST_CARD,
    transform = wide > LEAST_CARD ? `scale(${+(wide / LEAST_CARD).toFixed(3)} 1)` : null;
  (b.points ? node.querySelector(".face > g") : node.lastElementChild).prepend(
    use(first(svg, `s-${token.kind}-selected`) ?? "s-selected", { class: "halo", transform }),
  );
}

/** A counter by itself, as a picture. */
export function portrait(svg, id) {
  const b = board(svg),
    half = b.points ? 54 : 44;
  return el(
    "svg",
    {
      viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`,
      "aria-hidden": "true",
      "font-family": b.tokens.getAttribute("font-family"),
      "font-weight": 600,
    },
    el("g", { class: "token" }, el("g", { class: "face" }, ...face(svg, b.scene.tokens[id], id))),
  );
}

// ---- a stack laid out: its counters in a row above the board, each a button

function closeFan(svg) {
  svg.closest(".board")?.querySelector(".board-fan")?.remove();
}

/** Arrows walk the row, Escape folds it again; a counter that is pressed is taken up. */
function openFan(svg, space) {
  closeFan(svg);
  const b = board(svg),
    fan = document.createElement("div");
  const back = () => {
    closeFan(svg);
    focus(svg, space);
  };
  fan.className = "board-fan";
  fan.setAttribute("role", "toolbar");
  fan.setAttribute("aria-label", `${said(b, "stack")}: ${b.sps.get(space).sp.dataset.name}`);
  for (const id of stack(b, space).reverse()) {
    const button = document.createElement("button"),
      token = b.scene.tokens[id];
    Object.assign(button, { type: "button", tabIndex: fan.firstChild ? -1 : 0, title: fullName(token) });
    button.setAttribute("aria-label", spokenToken(b, token));
    button.dataset.piece = id;
    button.append(portrait(svg, id));
    button.addEventListener("click", () => {
      back();
      choose(svg, space, id);
    });
    fan.append(button);
  }
  fan.addEventListener("keydown", (event) => {
    const row = [...fan.children],
      step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") back();
    else if (step) row.at((row.indexOf(event.target) + step) % row.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const box = svg.closest(".board");
  fan.style.width = `${box.clientWidth - 70}px`; // of the box: the board itself may be far wider
  box.prepend(fan);
  fan.firstChild.focus({ preventScroll: true });
}

/** Is this a cell where units lie on each other, and not a place that the counter in hand may go to? */
const isStack = (svg, b, space) => !b.points && unitsOn(svg, b, space).length > 1 && !isTarget(b, space);

// ---- choosing

/** May the counter in hand, or what has no counter, go to this space or do something there? */
const isTarget = (b, space) =>
  b.hints.some((hint) => hint.space === space && !["act", "zone"].includes(hint.kind));

function tell(svg, piece, target, pressed = null, isWayPoint = false) {
  const detail = { piece, target, ...(pressed ? { pressed } : {}), ...(isWayPoint ? { isWayPoint } : {}) };
  svg.dispatchEvent(new CustomEvent("board:choose", { bubbles: true, detail }));
}

function choose(svg, space, piece) {
  const b = board(svg);
  if (isTarget(b, space) || !piece) return tell(svg, b.selected, space, b.selected ? null : piece);
  select(svg, b.selected === piece ? null : piece);
  return tell(svg, b.selected, null);
}

/** The next piece of a space for the keyboard, front one first; null after the last, undefined if there is none. */
function nextPiece(b, space) {
  const ids = b.points
    ? stack(b, space)
        .sort()
        .sort((a, z) => leads(b, z) - leads(b, a))
    : stack(b, space).reverse();
  if (!ids.length) return undefined;
  return (b.tried = ids[ids.indexOf(b.tried) + 1] ?? null);
}

function press(svg, space) {
  const b = board(svg);
  if (isTarget(b, space)) return choose(svg, space);
  if (isStack(svg, b, space)) return openFan(svg, space);
  const piece = nextPiece(b, space);
  if (piece !== null) return choose(svg, space, piece);
  select(svg, null);
  return tell(svg, null, null);
}

function walk(svg, from, key) {
  const b = board(svg);
  const [ux, uy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const here = b.sps.get(from);
  let best = null,
    least = Infinity;
  for (const [space, { x, y }] of b.sps) {
    const dx = x - here.x,
      dy = y - here.y,
      d = Math.hypot(dx, dy);
    const cos = d && (dx * ux + dy * uy) / d;
    if (cos < Math.cos((55 * Math.PI) / 180)) continue;
    if (d / cos ** 2 < least) [best, least] = [space, d / cos ** 2];
  }
  return best;
}

function focus(svg, space) {
  const b = board(svg);
  b.tried = null;
  svg.querySelector('.sp[tabindex="0"]')?.setAttribute("tabindex", "-1");
  const { sp } = b.sps.get(space);
  sp.setAttribute("tabindex", "0");
  sp.focus();
}

/** The spaces that fit, nearest to the counter in hand first, without its own; with nothing in hand as they are on
 *  the board. */
function inOrder(b, fits) {
  const own = b.scene.tokens[b.selected]?.at,
    here = b.sps.get(own),
    found = [...b.sps.keys()].filter((space) => space !== own && fits(space));
  const far = (space) => Math.hypot(b.sps.get(space).x - here.x, b.sps.get(space).y - here.y);
  return here ? found.sort((a, z) => far(a) - far(z)) : found;
}

/** A space as the script finds it on the board: {sp, x, y, corners}. */
export const spot = (svg, space) => board(svg).sps.get(space);

export const isOnPoints = (svg) => board(svg).points;

/** The counter in hand, or null. */
export const selected = (svg) => board(svg).selected;

/** Which way a facing looks, in degrees clockwise from the north. */
export const turnOf = (svg, facing) => parseInt(board(svg).spots.turns[facing].slice(7), 10);

/** A facing in words. */
export const facingWords = (svg, facing) => said(board(svg), facing);

/** Every space and what it is called. */
export const spaces = (svg) =>
  new Map([...board(svg).sps].map(([space, { sp }]) => [space, sp.dataset.name.split(",")[0]]));

/** Brings a space into sight and puts the focus on it. */
export function go(svg, space) {
  see(svg, [space]);
  focus(svg, space);
}

/** Goes to the next (1) or previous (-1) space that fits; by itself one that something can be done with. */
export function step(svg, by, fits = null) {
  const b = board(svg),
    targets = new Set(b.hints.filter(({ kind }) => kind !== "zone").map(({ space }) => space));
  const order = inOrder(b, fits ?? ((space) => targets.has(space))),
    now = order.indexOf(svg.ownerDocument.activeElement?.closest?.(".sp")?.id.slice(3));
  const first = by > 0 || b.selected ? 0 : -1,
    to = order.at(now < 0 ? first : (now + by) % order.length);
  if (to) go(svg, to);
}

function onKey(svg, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const b = board(svg);
  const from = event.target.closest(".sp")?.id.slice(3);
  if (!from) return;
  const { key } = event;
  if (key === "Escape" && b.selected) {
    select(svg, null);
    tell(svg, null, null);
  } else if (key === "Enter" && event.shiftKey && isTarget(b, from)) tell(svg, b.selected, from, null, true);
  else if (key === "Enter" || key === " ") press(svg, from);
  else {
    const to = key.startsWith("Arrow") && !event.shiftKey ? walk(svg, from, key) : undefined;
    if (to === undefined) return;
    if (to) focus(svg, to);
  }
  event.preventDefault();
}

function pressed(svg, event) {
  const token = event.target.closest(".token"),
    space = token?.dataset.space ?? event.target.closest(".sp")?.id.slice(3);
  if (!space) return;
  focus(svg, space);
  closeFan(svg);
  if (event.shiftKey && board(svg).selected && isTarget(board(svg), space))
    return tell(svg, board(svg).selected, space, null, true);
  if (isStack(svg, board(svg), space)) openFan(svg, space);
  else choose(svg, space, token?.id.slice(2));
}

/** Make a .board box work; gives back its live layer for draw, patch, highlight. `scene` is the scene it already shows,
 *  `whole` opens the board with all of it in sight. */
export function mount(box, scene = null, hints = [], { whole = false } = {}) {
  const svg = box.querySelector(".board-live");
  const b = board(svg);
  for (const node of b.tokens.children) b.how.set(node.id.slice(2), [...node.classList].slice(3).join(" "));
  if (scene) [b.scene, b.hints] = [scene, hints];
  box.classList.add("mounted");
  svg.addEventListener("board:scale", (event) => rescale(svg, event.detail));
  watch(box, svg, { spots: b.spots, words: b.words, whole });
  explain(svg, new Set(hints.map((hint) => hint.kind)));
  svg.addEventListener("click", (event) => pressed(svg, event));
  svg.addEventListener("keydown", (event) => onKey(svg, event));
  return svg;
}
