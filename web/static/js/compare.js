// The compare page: charts drawn when they come into sight; two games' boards in step on one slider.

import * as board from "./board.js";
import { chart } from "./charts.js";
import { zoomTo } from "./view.js";

const address = document.getElementById("charts").dataset.plotly;
const root = document.getElementById("two-games");
const plots = [];
const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      draw(target);
    }
  },
  { rootMargin: "200px" },
);

async function draw(section) {
  const figure = JSON.parse(section.querySelector("script").textContent);
  const moments = section.classList.contains("moments");
  const plot = await chart(section.querySelector(".figure"), figure, address, moments ? go : undefined);
  section.dataset.charted = "1";
  if (!moments) return;
  const head = section.querySelector(".playhead");
  const place = () => {
    head.hidden = !plot.inside(at);
    head.style.transform = `translateX(${plot.x(at) - 1}px)`;
  };
  plots.push(place);
  plot.onMove(place);
  place();
}
for (const section of document.querySelectorAll(".chart:has(.figure)")) seen.observe(section);

// ---- two games

const part = (id) => document.getElementById(id);
const words = root && JSON.parse(part("two-document").textContent);
const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const games = [];
let at = root ? Number(root.dataset.at) : 0;
let wanted = null;

/** One game: its scenes by version out of its timeline (keyframes and changes), and the board they are shown on. */
async function load(place) {
  const found = await (await fetch(words.timelines[place])).json();
  const keyframes = Object.entries(found.keyframes)
    .map(([version, scene]) => [Number(version), scene])
    .sort((a, b) => a[0] - b[0]);
  const box = root.querySelectorAll(".half-board")[place].querySelector(".board");
  const scene = (version) => {
    const [from, keyframe] = keyframes.findLast(([each]) => each <= version);
    let made = keyframe;
    for (let v = from + 1; v <= version; v += 1) made = board.applied(made, found.rows[v - 1].changes);
    return made;
  };
  games[place] = {
    scene,
    last: found.version,
    svg: box && board.mount(box, scene(words.moments[at][place]), [], { whole: true }),
    shown: words.moments[at][place],
  };
}

/** Who holds each space: the sides whose counters stand there, else its owner; as replays/side_by_side.py has it. */
function held(scene) {
  const found = {};
  for (const { at: space, side } of Object.values(scene.tokens))
    if (space) (found[space] ??= new Set()).add(side);
  for (const [space, { owner }] of Object.entries(scene.spaces))
    if (owner && !found[space]) found[space] = new Set([owner]);
  return Object.fromEntries(Object.entries(found).map(([space, sides]) => [space, [...sides].sort()]));
}

function differing(a, b) {
  const spaces = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return spaces
    .map((space) => [space, a[space] ?? [], b[space] ?? []])
    .filter(([, p, q]) => p.join() !== q.join());
}

const el = (name, attributes, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};
const sideClass = (sides) => (sides[0] ?? "nobody").toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** The split fills of web/boards/halves.py. */
function halves(svg, found) {
  const gradients = new Map(),
    drawn = [];
  for (const [space, a, b] of found) {
    const shape = svg.querySelector(`#sp-${CSS.escape(space)}`)?.firstElementChild.getAttribute("d");
    if (!shape) continue;
    const [left, right] = [sideClass(a), sideClass(b)],
      id = `half-${left}-${right}`;
    gradients.set(id, [
      [left, 0],
      [left, 0.5],
      [right, 0.5],
      [right, 1],
    ]);
    drawn.push(el("path", { d: shape, fill: `url(#${id})` }));
  }
  const defined = [...gradients].map(([id, stops]) =>
    el(
      "linearGradient",
      { id },
      ...stops.map(([side, offset]) => el("stop", { offset, class: `side-${side}` })),
    ),
  );
  svg.querySelector(".halves").replaceChildren(...defined, ...drawn);
}

/** Every counter on either board that stands elsewhere or otherwise on the other: [id, there or null, there or null]; as
    replays/side_by_side.py has it: what it has done in its turn makes no difference. */
function standing(a, b) {
  const lasting = ({ flags = [], ...token }) => {
    const kept = flags.filter((flag) => !words.passing.includes(flag));
    return kept.length ? { ...token, flags: kept } : token;
  };
  const on = (scene, id) => (scene.tokens[id]?.at ? lasting(scene.tokens[id]) : null),
    look = (token) => JSON.stringify(Object.entries(token ?? {}).sort());
  return [...new Set([...Object.keys(a.tokens), ...Object.keys(b.tokens)])]
    .sort()
    .map((id) => [id, on(a, id), on(b, id)])
    .filter(([, one, other]) => look(one) !== look(other));
}

/** The frames and lines of web/boards/otherwise.py, of counters that stand `here` and on the other board `there`. */
function frames(svg, found) {
  const framed = new Map(),
    ways = [],
    spot = (space) => board.spot(svg, space);
  for (const node of svg.querySelectorAll(".token")) node.classList.remove("differs", "both");
  for (const [id, here, there] of found) {
    if (!here) continue;
    const node = svg.querySelector(`#u-${CSS.escape(id)}`);
    node?.classList.add("differs");
    node?.classList.toggle("both", there?.at === here.at);
    framed.set(here.at, el("path", { d: spot(here.at).sp.firstElementChild.getAttribute("d") }));
    if (!there || there.at === here.at) continue;
    const [from, to] = [spot(there.at), spot(here.at)];
    ways.push(el("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: "from" }));
    ways.push(el("circle", { cx: from.x, cy: from.y, r: 4 }));
  }
  svg.querySelector(".otherwise").replaceChildren(...framed.values(), ...ways);
}

const facts = (...found) => found.filter(Boolean).join(" · ");

/** How a counter stands, in words; as web/lookback/pairs_of_boards.py says it. */
function how(say, token) {
  if (!token) return words.away;
  const { at: space, facing, strength, reduced, flags = [] } = token;
  return facts(
    words.spaces[space] ?? space,
    facing && say(facing),
    String(strength ?? ""),
    reduced && say("reduced"),
    ...flags.map(say),
  );
}

function tellStanding(found, scenes) {
  const says = games.map(
    ({ svg }) =>
      (word) =>
        svg ? board.spoken(svg, word) : String(word),
  );
  const row = ([, one, other]) => {
    const token = one ?? other,
      say = says[one ? 0 : 1],
      sign = document.createElement("i"),
      line = document.createElement("tr"),
      head = document.createElement("th");
    sign.className = `glyph side-${sideClass([token.side])}`;
    sign.setAttribute("aria-hidden", "true");
    head.scope = "row";
    head.append(sign, " ", [...new Set([token.label, say(token.name ?? "")])].filter(Boolean).join(" "));
    line.append(head);
    line.insertCell().append(how(says[0], one));
    line.insertCell().append(how(says[1], other));
    return line;
  };
  const place = part("standing");
  place.replaceChildren(...found.map(row));
  if (!found.length) Object.assign(place.insertRow().insertCell(), { colSpan: 3, textContent: words.alike });
  const all = new Set(scenes.flatMap(({ tokens }) => Object.keys(tokens).filter((id) => tokens[id].at)));
  part("counters-apart").textContent = filled(words.counters, { number: found.length, all: all.size });
}

const named = (sides) =>
  sides.length ? sides.map((side) => words.sides[side] ?? side).join(", ") : words.nobody;

function list(found) {
  const lines = found.map(([space, a, b]) =>
    filled(words.line, { space: words.spaces[space] ?? space, a: named(a), b: named(b) }),
  );
  part("differing").replaceChildren(
    ...(lines.length ? lines : [words.none]).map((text) =>
      Object.assign(document.createElement("li"), { textContent: text }),
    ),
  );
}

function show(to) {
  at = Math.max(0, Math.min(words.moments.length - 1, to));
  const [a, b, percent, caption] = words.moments[at];
  const scenes = [a, b].map((version, place) => {
    const game = games[place],
      scene = game.scene(version);
    if (game.svg && version !== game.shown) board.draw(game.svg, scene);
    game.shown = version;
    root.querySelector(`[data-event="${place}"]`).textContent = filled(words.event, {
      number: version,
      last: game.last,
    });
    return scene;
  });
  const found = differing(...scenes.map(held));
  const others = standing(...scenes);
  for (const { svg } of games) if (svg) halves(svg, found);
  if (games[0].svg) frames(games[0].svg, others);
  if (games[1].svg)
    frames(
      games[1].svg,
      others.map(([id, here, there]) => [id, there, here]),
    );
  root.querySelector(".pair").classList.toggle("apart", others.length > 0);
  tellStanding(others, scenes);
  list(found);
  const apart = filled(words.apart, { percent });
  const [told, far] = part("two-caption").children;
  [told.textContent, far.textContent] = [caption, apart];
  part("two-slider").value = at;
  part("two-slider").setAttribute("aria-valuetext", filled(words.value, { caption, apart }));
  for (const place of plots) place();
  const link = new URL(location.href);
  link.searchParams.set("at", at);
  history.replaceState(null, "", link);
}

// ---- both boards, one over the other, or one alone

const boxes = () => [...root.querySelectorAll(".half-board .board")];

/** The view that the address names, or that was chosen. */
function look(view) {
  const pair = root.querySelector(".pair"),
    chosen = part("two-view").querySelector(`[value="${CSS.escape(view)}"]`);
  if (!chosen) return;
  chosen.checked = true;
  pair.dataset.view = view;
  const link = new URL(location.href);
  if (view === "pair") link.searchParams.delete("view");
  else link.searchParams.set("view", view);
  history.replaceState(null, "", link);
}

/** Where one board lies over the other, it shows the same part as large. */
function inStep() {
  if (root.querySelector(".pair").dataset.view !== "map") return;
  const [under, over] = boxes(),
    wide = under.querySelector(".board-sheet").getBoundingClientRect().width;
  zoomTo(over, wide / under.clientWidth);
  over.scrollTo(under.scrollLeft, under.scrollTop);
}

function offerViews() {
  const [under, over] = boxes();
  if (!over) return;
  part("two-view").hidden = false;
  part("two-view").addEventListener("change", ({ target }) => look(target.value));
  for (const name of ["board:scale", "scroll"]) under.addEventListener(name, inStep, true);
  new ResizeObserver(inStep).observe(over);
  look(new URL(location.href).searchParams.get("view") ?? "pair");
}

/** Goes to a moment at the next frame; of many wishes in one frame the last one counts. */
function go(moment) {
  const idle = wanted === null;
  wanted = moment;
  if (idle)
    requestAnimationFrame(() => {
      const to = wanted;
      wanted = null;
      show(to);
    });
}

const MOVES = {
  first: () => go(0),
  last: () => go(words.moments.length - 1),
  back: () => go((wanted ?? at) - 1),
  next: () => go((wanted ?? at) + 1),
  difference: () => go(words.first),
};

function key(event) {
  if (
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    event.target.closest("input:not([type=range]), select, textarea, .board-live")
  )
    return;
  const step = event.shiftKey ? 10 : 1;
  const keys = {
    ArrowLeft: () => go((wanted ?? at) - step),
    ArrowRight: () => go((wanted ?? at) + step),
    Home: MOVES.first,
    End: MOVES.last,
    d: () => words.first !== null && MOVES.difference(),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

/** The mark of the first difference stands where the slider's thumb does at that moment. */
function mark() {
  const sign = part("two-mark");
  if (sign)
    sign.style.left = `calc(58px + (100% - 74px) * ${words.first / Math.max(1, words.moments.length - 1)})`;
}

async function start() {
  await Promise.all([load(0), load(1)]);
  root.querySelector(".moment-track").hidden = false;
  mark();
  part("two-slider").addEventListener("input", (event) => go(Number(event.target.value)));
  part("two-transport").addEventListener("submit", (event) => event.preventDefault());
  part("two-transport").addEventListener("click", (event) =>
    MOVES[event.target.closest("[data-go]")?.dataset.go]?.(),
  );
  document.addEventListener("keydown", key);
  show(at);
  offerViews();
  root.dataset.ready = "1";
}
if (root) start();
