// Boards: pan, zoom, roving focus, counters from scenes, highlights. No game is known here.
//
//   mount(box)                    box = .board element; gives it tools, keys and pointers; returns its live <svg>
//   draw(svg, scene, {animate})   make the live layer show a scene (JSON of domain.kernel.scene)
//   patch(svg, changes, {backwards, animate})   apply [section, key, old, new] changes, as scene.applied does
//   highlight(svg, [{space, kind: "safe"|"risk"|"fight"|"act"|"zone", cost}])
//   way(svg, [piece | space, space, ...], [, cost, ...])   the way along these spaces; none takes it away
//   select(svg, piece | null)
//
// A choice is told by the bubbling event "board:choose", detail {piece, target}: a counter taken up (target null),
// or a space chosen (piece = the counter taken up, or null), or both null when Escape lets go.

const SVG = "http://www.w3.org/2000/svg";
const SECTIONS = ["tokens", "spaces", "hands", "numbers"];
const boards = new WeakMap(); // svg -> {scene, hints, selected, words, sps}

const still = () =>
  document.documentElement.dataset.motion === "none" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;

function el(name, attributes = {}, ...children) {
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
        const [sx, sy] = (sp.dataset.slot ?? sp.dataset.at).split(" ").map(Number);
        return [sp.id.slice(3), { sp, x, y, sx, sy, corners }];
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
    b.spots = JSON.parse(svg.dataset.spots || "{}"); // where signs lie in a cell: Spots of web/boards/cells.py
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

const part = (svg, id) => svg.querySelector(`#${CSS.escape(id)}`);
const use = (id, attributes = {}) => el("use", { href: `#${id}`, ...attributes });
const shift = (x, y, scale = 1) =>
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

function face(svg, token, id) {
  const parts = [];
  const body = first(svg, `c-${token.kind}-${token.side}`) ?? `c-${token.side}`;
  const {
    on,
    look,
    places,
    label = " -14.2",
    long: most = 9,
    fit = 46,
    strength = "-18 21.5",
  } = part(svg, body)?.dataset ?? {};
  const [lx, ly] = label.split(" "),
    [x, y] = strength.split(" ");
  if (token.facing && part(svg, `f-${token.kind}`))
    parts.push(use(`f-${token.kind}`, { class: "facing", transform: board(svg).spots.turns[token.facing] }));
  if (places)
    // a unit of blocks, as many as its strength, over a pill
    parts.push(
      ...JSON.parse(places)[token.strength].map((transform) => use(body, { transform })),
      use(`p-${token.kind}`),
    );
  else parts.push(use(body));
  const words = places ? `${token.label ?? ""} · ${token.strength}` : token.label || token.name || "";
  const long = [...words].length > most;
  if (label)
    parts.push(
      el(
        "text",
        {
          class: look ? `label ${look}` : "label",
          x: lx || null,
          y: ly,
          fill: on,
          textLength: long ? fit : null,
          lengthAdjust: long ? "spacingAndGlyphs" : null,
        },
        words,
      ),
    );
  if (part(svg, `i-${token.kind}`)) parts.push(use(`i-${token.kind}`));
  if (token.strength != null && !places)
    parts.push(el("text", { class: look ? `strength ${look}` : "strength", x, y }, String(token.strength)));
  const flags = shownFlags(svg, token).map((flag) => first(svg, `s-${token.kind}-${flag}`, `s-${flag}`));
  if (token.reduced) parts.push(use(flags.shift())); // under what is printed in its corner
  if (part(svg, `v-${id}`)) parts.push(use(`v-${id}`));
  parts.push(...flags.map((flag) => use(flag)));
  return parts;
}

const fullName = ({ name = "", label = "" }) => (name.includes(label) ? name : `${name} ${label}`.trim());

function drawToken(svg, b, id, token, was) {
  let node = part(svg, `u-${id}`);
  if (!token) return node?.remove();
  if (!node) {
    node = el("g", { id: `u-${id}`, display: "none" }, el("title"), el("g", { class: "face" }));
    b.tokens.append(node);
  }
  node.setAttribute("class", `token ${token.side} ${token.kind}` + (b.selected === id ? " selected" : ""));
  if (token.at) node.dataset.space = token.at;
  else delete node.dataset.space;
  const look = (each) => JSON.stringify({ ...each, at: undefined });
  if (was && look(was) === look(token)) return;
  node.firstElementChild.textContent = fullName(token);
  node.lastElementChild.replaceChildren(...face(svg, token, id));
}

const leads = (b, id) => (b.scene.tokens[id].flags || []).includes("commander");

const inCorner = (svg, token) => part(svg, `i-${token.kind}`)?.dataset.corner === "yes";

const EDGE = 2.4,
  EDGES = 3; // as in web/boards/on_cells.py
const STRIP = 12.8,
  ALONE = 0.72; // as in web/boards/on_points.py

/** Pieces of a place: a group for each side, leaders one behind the other, the commander in front, discs on his tag. */
function placeAround(svg, b, space, ids, animate) {
  const { x, y, sx, sy } = b.sps.get(space);
  const outwards = sx >= x ? 1 : -1;
  const found = [];
  let gone = 0;
  for (const side of [...new Set(ids.map((id) => b.scene.tokens[id].side))].sort()) {
    const mine = ids.filter((id) => b.scene.tokens[id].side === side).sort();
    const isTag = (id) => part(svg, `c-${b.scene.tokens[id].kind}-${side}`)?.dataset.look === "tag";
    const tags = mine.filter(isTag).sort((a, z) => leads(b, z) - leads(b, a));
    const low = sy >= y ? STRIP * Math.max(0, tags.length - 1) : 0;
    for (let k = tags.length - 1; k >= 0; k--) found.push([tags[k], shift(sx + gone, sy + low - STRIP * k)]);
    const near = !gone && !tags.length ? ALONE : 1;
    mine
      .filter((id) => !isTag(id))
      .forEach((id, k) =>
        found.push([
          id,
          shift(
            x + (sx - x) * near + gone + (tags.length ? 14.5 : 0) + 26 * k,
            y + (sy - y) * near + (tags.length ? 5 + low : 0),
          ),
        ]),
      );
    gone += outwards * (tags.length ? 60 : 30);
  }
  layer(
    svg,
    b,
    found.map(([id]) => id),
  );
  for (const [id, transform] of found) moveTo(svg, id, transform, animate);
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
    waiting.forEach((id, k) => moveTo(svg, id, shift(x + 33 * k, y, 0.8), false));
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

function place(svg, b, space, ids, animate) {
  if (b.points) return placeAround(svg, b, space, ids, animate);
  const { x, y } = b.sps.get(space),
    [bx, by] = b.spots.corner;
  const corner = ids.filter((id) => inCorner(svg, b.scene.tokens[id]));
  const units = ids.filter((id) => !corner.includes(id));
  const nudge = corner.length && units.length ? -5 : 0;
  layer(svg, b, [...units, ...corner]);
  units.forEach((id, k) => {
    const step = EDGE * (Math.min(k, EDGES) - Math.min(units.length - 1, EDGES) / 2);
    moveTo(svg, id, shift(x + nudge + step, y + nudge - step), animate);
  });
  corner.forEach((id, k) =>
    moveTo(
      svg,
      id,
      units.length
        ? shift(x + bx - 6 * k, y + by - 32 * k, 0.62)
        : shift(x + (k - (corner.length - 1) / 2) * 32, y, 0.84),
      animate,
    ),
  );
}

/** How many units stand on a cell, if more than one. */
function drawCount(svg, b, space) {
  if (b.points) return;
  part(svg, `q-${space}`)?.remove();
  const { x, y } = b.sps.get(space),
    { length } = unitsOn(svg, b, space);
  if (length > 1)
    svg
      .querySelector(".counts")
      .append(
        el(
          "g",
          { id: `q-${space}`, class: "count", transform: shift(x - 27, y) },
          el("circle", { r: 8, class: "count-disc" }),
          el("text", { y: 4 }, String(length)),
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

function putAway(node) {
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
    step = b.points ? 18 * Math.sign(dx) : 17;
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
          ...badge(svg, mark, value),
        ),
      );
    else if (space < value)
      parts.push(use("k-between", { transform: shift((x + other.x) / 2, (y + other.y) / 2) }));
  }
  if (parts.length) b.marks.append(el("g", { id: `m-${space}` }, ...parts));
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
      parts.push(w(hint.kind) + (hint.cost == null ? "" : `, ${w("cost")} ${hint.cost}`));
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
    else if (token) putAway(part(svg, `u-${id}`));
  }
  for (const space of new Set([...Object.keys(old.spaces), ...Object.keys(scene.spaces)])) {
    if (old.spaces[space] === scene.spaces[space]) continue;
    drawMarks(svg, b, space);
    touched.add(space);
  }
  for (const space of touched) {
    if (!b.sps.has(space))
      throw new Error(`The scene speaks of space ${space}, which this board does not have.`);
    place(svg, b, space, stack(b, space), animate);
    drawCount(svg, b, space);
    say(b, space);
  }
  placeInLots(svg, b);
  drawFigures(b);
  if (b.selected && !scene.tokens[b.selected]?.at) select(svg, null);
  if (touched.size) closeFan(svg);
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

const CORNERS = "M-22-11V-22H-11M11-22H22V-11M22 11V22H11M-11 22H-22V11";

/** Places: a ring under the pieces, told apart by line form, and the cost on a pill away from the counters. */
function ringPlaces(b, hints, under, over) {
  for (const { space, kind, cost } of hints) {
    const { x, y, sp } = b.sps.get(space);
    const [px, py] = sp.dataset.pill.split(" ").map(Number);
    const ring = (name) =>
      kind === "act" ? el("path", { d: CORNERS, class: name }) : el("circle", { r: 20, class: name });
    under.push(
      el("g", { class: "hl-ring", transform: shift(x, y) }, ring("hl-cream"), ring(`hl-line ${kind}`)),
    );
    if (cost != null)
      over.push(
        el(
          "g",
          { class: "hl-cost", transform: shift(x + px, y + py) },
          el("rect", { x: -11, y: -8.5, width: 22, height: 17, rx: 8.5, class: `hl-disc ${kind}` }),
          el("text", { y: 4 }, String(cost)),
        ),
      );
  }
}

const costDisc = (at, kind, cost) =>
  el(
    "g",
    { class: "hl-cost", transform: shift(...at) },
    el("circle", { r: 8.2, class: `hl-disc ${kind}` }),
    el("text", { y: 4 }, String(cost)),
  );

/** Show what can be done now; replaces what was shown before. */
export function highlight(svg, hints) {
  const b = board(svg);
  const lost = hints.find((hint) => !b.sps.has(hint.space));
  if (lost) throw new Error(`A highlight speaks of space ${lost.space}, which this board does not have.`);
  const before = b.hints.map((hint) => hint.space);
  b.hints = hints;
  const under = [],
    over = [];
  for (const kind of b.points ? [] : ["zone", "safe", "risk"]) {
    const d = rim(b, new Set(hints.filter((hint) => hint.kind === kind).map((hint) => hint.space)));
    const lines = kind === "zone" ? [] : ["hl-cream", `hl-line ${kind}`];
    if (d) under.push(...[`hl-tint ${kind}`, ...lines].map((name) => el("path", { d, class: name })));
  }
  if (b.points) ringPlaces(b, hints, under, over);
  else
    for (const { space, kind, cost } of hints) {
      const { x, y } = b.sps.get(space);
      const round = (name) =>
        kind === "fight"
          ? el("circle", { r: 36.5, class: name })
          : el("path", { d: b.spots.ticks, class: name });
      if (kind === "fight" || kind === "act")
        over.push(el("g", { transform: shift(x, y) }, round("hl-cream"), round(`hl-line ${kind}`)));
      if (cost != null) over.push(costDisc([x, y + b.spots.cost], kind, cost));
    }
  b.under.replaceChildren(...under);
  b.over.replaceChildren(...over);
  way(svg);
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

/** Take up a counter (halo), or let go with null. */
export function select(svg, piece) {
  const b = board(svg);
  svg.querySelector(".token .halo")?.remove();
  svg.querySelector(".token.selected")?.classList.remove("selected");
  b.selected = piece;
  if (!piece) return;
  const node = part(svg, `u-${piece}`);
  if (!node) return; // a place, or a piece that is not on the board
  node.classList.add("selected");
  node.lastElementChild.prepend(
    use(first(svg, `s-${board(svg).scene.tokens[piece]?.kind}-selected`) ?? "s-selected", { class: "halo" }),
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
    button.append(
      el(
        "svg",
        {
          viewBox: "-44 -44 88 88",
          "aria-hidden": "true",
          "font-family": b.tokens.getAttribute("font-family"),
          "font-weight": 600,
        },
        el("g", { class: "token" }, el("g", { class: "face" }, ...face(svg, token, id))),
      ),
    );
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
  svg.closest(".board").prepend(fan);
  fan.firstChild.focus({ preventScroll: true });
}

/** Is this a cell where units lie on each other, and not a place that the counter in hand may go to? */
const isStack = (svg, b, space) => !b.points && unitsOn(svg, b, space).length > 1 && !isTarget(b, space);

// ---- choosing

/** May the counter in hand, or what has no counter, go to this space or do something there? */
const isTarget = (b, space) =>
  b.hints.some((hint) => hint.space === space && !["act", "zone"].includes(hint.kind));

function tell(svg, piece, target, pressed = null) {
  const detail = { piece, target, ...(pressed ? { pressed } : {}) };
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

function nextTarget(b, from, step) {
  const order = [...b.sps.keys()],
    at = order.indexOf(from);
  const round =
    step > 0 ? [...order.slice(at + 1), ...order] : [...order, ...order.slice(0, Math.max(0, at))].reverse();
  return round.find((space) => b.hints.some((hint) => hint.space === space && hint.kind !== "zone"));
}

/** Every space and what it is called. */
export const spaces = (svg) =>
  new Map([...board(svg).sps].map(([space, { sp }]) => [space, sp.dataset.name.split(",")[0]]));

/** Brings a space into sight and puts the focus on it. */
export function go(svg, space) {
  see(svg, [space]);
  focus(svg, space);
}

/** Goes to the next (1) or previous (-1) space that something can be done with. */
export function step(svg, by) {
  const to = nextTarget(board(svg), svg.querySelector('.sp[tabindex="0"]')?.id.slice(3), by);
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
  } else if (key === "Enter" || key === " ") press(svg, from);
  else {
    const to = key.startsWith("Arrow") ? walk(svg, from, key) : undefined;
    if (to === undefined) return;
    if (to) focus(svg, to);
  }
  event.preventDefault();
}

// ---- pan and zoom: the box scrolls; zooming changes the width of the sheet, so nothing blurs

/** How wide the sheet is against its box; beside it there is room for the tools. */
function zoomNow(box) {
  const { paddingLeft } = getComputedStyle(box);
  return (
    box.querySelector(".board-sheet").getBoundingClientRect().width /
    (box.clientWidth - parseFloat(paddingLeft))
  );
}

/** Zoom to a factor (1 = as wide as the box), keeping the point (x, y) of the window where it is. */
export function zoomTo(box, zoom, x, y) {
  const sheet = box.querySelector(".board-sheet"),
    edge = box.getBoundingClientRect(),
    was = sheet.getBoundingClientRect();
  x ??= edge.left + edge.width / 2;
  y ??= edge.top + edge.height / 2;
  sheet.style.minWidth = "0";
  sheet.style.width = `${Math.min(5, Math.max(0.4, zoom)) * 100}%`;
  const now = sheet.getBoundingClientRect(),
    grown = now.width / was.width;
  box.scrollBy(now.left - x + (x - was.left) * grown, now.top - y + (y - was.top) * grown);
  scaleCounters(box);
}

/** Brings these spaces into sight where the board is larger than its box; all of the counters if none are named. */
export function see(svg, spaces = []) {
  const box = svg.closest(".board");
  const named = spaces.map((space) => svg.querySelector(`#sp-${CSS.escape(space)}`)).filter(Boolean);
  const parts = named.length ? named : [...svg.querySelectorAll('[id^="u-"]')];
  const edges = parts.map((part) => part.getBoundingClientRect()).filter((edge) => edge.width);
  if (!edges.length) return;
  const frame = box.getBoundingClientRect();
  const side = (name, far) => Math[far](...edges.map((edge) => edge[name]));
  const left = side("left", "min"),
    right = side("right", "max"),
    top = side("top", "min"),
    bottom = side("bottom", "max");
  if (left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom) return;
  box.scrollBy((left + right - frame.left - frame.right) / 2, (top + bottom - frame.top - frame.bottom) / 2);
}

/** Counters never fall under 34 px on the screen. */
function scaleCounters(box) {
  const svg = box.querySelector(".board-live");
  const zoom = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  svg.style.setProperty("--counter-scale", String(Math.min(1.4, Math.max(1, 34 / (50 * zoom || 1)))));
}

function pointers(box, svg) {
  const down = new Map();
  let dragged = false,
    spread = 0;
  box.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoomTo(
        box,
        zoomNow(box) * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)),
        event.clientX,
        event.clientY,
      );
    },
    { passive: false },
  );
  box.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    if (!down.size) dragged = false;
    down.set(event.pointerId, [event.clientX, event.clientY]);
  });
  box.addEventListener("pointermove", (event) => {
    const was = down.get(event.pointerId);
    if (!was) return;
    const now = [event.clientX, event.clientY];
    if (down.size === 1) {
      if (!dragged && Math.hypot(now[0] - was[0], now[1] - was[1]) < 5) return;
      if (!dragged) {
        dragged = true;
        box.classList.add("grabbing");
        box.setPointerCapture(event.pointerId);
      }
      box.scrollBy(was[0] - now[0], was[1] - now[1]);
    }
    down.set(event.pointerId, now);
    if (down.size === 2) {
      const [a, z] = [...down.values()];
      const apart = Math.hypot(a[0] - z[0], a[1] - z[1]);
      if (spread) zoomTo(box, zoomNow(box) * (apart / spread), (a[0] + z[0]) / 2, (a[1] + z[1]) / 2);
      [spread, dragged] = [apart, true];
    }
  });
  const up = (event) => {
    down.delete(event.pointerId);
    spread = 0;
    box.classList.remove("grabbing");
  };
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) box.addEventListener(name, up);
  svg.addEventListener("click", (event) => {
    if (dragged) return void (dragged = false);
    const token = event.target.closest(".token"),
      space = token?.dataset.space ?? event.target.closest(".sp")?.id.slice(3);
    if (!space) return;
    focus(svg, space);
    closeFan(svg);
    if (isStack(svg, board(svg), space)) openFan(svg, space);
    else choose(svg, space, token?.id.slice(2));
  });
}

function tools(box, svg) {
  const bar = document.createElement("div");
  bar.className = "board-tools";
  for (const [sign, name, step] of [
    ["+", "zoom in", 1.25],
    ["−", "zoom out", 0.8],
    ["⤢", "whole board", 0],
  ]) {
    const button = document.createElement("button"),
      title = said(board(svg), name);
    Object.assign(button, { type: "button", textContent: sign, title, ariaLabel: title });
    button.addEventListener("click", () =>
      zoomTo(
        box,
        step
          ? zoomNow(box) * step
          : Math.min(1, (zoomNow(box) * box.clientHeight) / svg.getBoundingClientRect().height || 1),
      ),
    );
    bar.append(button);
  }
  box.prepend(bar);
}

/** Make a .board box work; gives back its live layer for draw, patch, highlight. `scene` is the scene it already shows. */
export function mount(box, scene = null, hints = []) {
  const svg = box.querySelector(".board-live");
  const b = board(svg);
  if (scene) [b.scene, b.hints] = [scene, hints];
  box.classList.add("mounted");
  tools(box, svg);
  pointers(box, svg);
  svg.addEventListener("keydown", (event) => onKey(svg, event));
  new ResizeObserver(() => scaleCounters(box)).observe(box);
  return svg;
}
