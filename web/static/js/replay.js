// Replay: the board in step with the events. Rows hold reversible changes of the scene; every 64th is a
// keyframe. A near jump walks the changes, a far one begins at the keyframe. Nothing is asked of the
// server while scrubbing.
import * as board from "./board.js";
import { chart } from "./charts.js";
import { keys } from "./keys.js";
import { picture } from "./picture.js";

const root = document.getElementById("replay");
const data = root.dataset;
const last = Number(data.last);
const LINES = 19;
const SWINGS = 24; // the largest changes of the chosen chart that count as swings
const NEAR = 64;
const PLAYED_ON = 3000; // milliseconds until the page asks again how far a turning point is played out
const words = JSON.parse(data.words);
const DARK = matchMedia("(prefers-color-scheme: dark)");

let rows = [];
let keyframes = []; // [version, scene], in order
let scene = null; // the scene that is shown
let at = Number(data.at);
let wanted = null; // coalesces input into one step per frame
let timer = null;
let plot = null;
let shownFrom = -1;
let addressing = null;
let addressed = location.hash; // what the address said when this page last read or wrote it
let swings = new Set();
let asked = ""; // the address of the chart that was chosen last

/** One of the page's own sentences, filled in. */
const told = (key, fields = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => fields[name]);
/** A turn as the title numbers it: a year, where its turns are years. */
const called = (turn) => words.turns[turn] ?? turn;
const part = (id) => document.getElementById(id);
const live = () => document.querySelector("#board .board-live");
const slider = part("slider");
const rowOf = (version) => rows[version - 1];

async function start() {
  const found = await (await fetch(data.timeline)).json();
  rows = found.rows;
  keyframes = Object.entries(found.keyframes)
    .map(([version, each]) => [Number(version), each])
    .sort((a, b) => a[0] - b[0]);
  if (live()) board.mount(live().closest(".board"), sceneAt(at));
  for (const hidden of document.querySelectorAll(
    ".scrub, .figure, .script-only, #copy-link, [data-go=play], [data-picture]",
  ))
    hidden.hidden = false;
  const linked = Number(/^#e(\d+)$/.exec(location.hash)?.[1]);
  show(linked || at, true);
  slider.addEventListener("input", () => go(Number(slider.value)));
  part("transport").addEventListener("submit", (event) => event.preventDefault());
  part("transport").addEventListener("click", pressed);
  keys(KEYS);
  addEventListener("hashchange", () => {
    addressed = location.hash;
    const to = Number(/^#e(\d+)$/.exec(addressed)?.[1]);
    if (to && to !== at) go(to);
  });
  document.addEventListener("replay:go", (event) => go(event.detail));
  part("copy-link").addEventListener("click", copyLink);
  part("fork")?.addEventListener("click", fork);
  root.dataset.ready = "1";
  part("group").addEventListener("change", draw);
  part("x").addEventListener("change", () => {
    const address = new URL(location.href);
    address.searchParams.set("x", part("x").value);
    history.replaceState(null, "", address);
    draw();
  });
  new ResizeObserver(centre).observe(part("log")); // notes that arrive take room from it
  for (const button of document.querySelectorAll("[data-picture]"))
    button.addEventListener("click", () =>
      picture(live().closest(".board"), `${data.title}-${at}`, button.dataset.picture),
    );
  await draw();
  await turningPoints();
}

/** What moved the win chance, in words, once the chart is drawn. */
async function turningPoints() {
  const place = part("turning");
  if (!place) return;
  const answer = await fetch(place.dataset.from);
  if (answer.status === 200 && !place.contains(document.activeElement)) place.innerHTML = await answer.text();
  root.dataset.judged = "1";
  if (place.querySelector("[data-running]")) setTimeout(turningPoints, PLAYED_ON);
}

/** Draws the chosen chart; after that only the cursor moves. */
async function draw() {
  const address = new URL(data.figure, location.href);
  for (const name of ["group", "x"]) address.searchParams.set(name, part(name).value);
  asked = address.href;
  const figure = await (await fetch(address)).json();
  if (asked !== address.href) return; // another one was chosen meanwhile
  plot = await chart(part("figure"), figure, data.plotly, go);
  swings = new Set(figure.layout.meta?.swings ?? largest(part("group").value));
  plot.onMove(placeCursor);
  placeCursor();
  root.dataset.charted = part("x").value;
}

// ---- scenes

function sceneAt(version) {
  const [from, keyframe] = keyframes.findLast(([each]) => each <= version);
  let found = keyframe;
  for (let v = from + 1; v <= version; v += 1) found = board.applied(found, rowOf(v).changes);
  return found;
}

/** The present scene moved to `version`, and drawn. */
function move(version) {
  if (Math.abs(version - at) <= NEAR && scene) {
    const changes = [];
    if (version > at) for (let v = at + 1; v <= version; v += 1) changes.push([rowOf(v).changes, false]);
    else for (let v = at; v > version; v -= 1) changes.push([rowOf(v).changes, true]);
    for (const [each, backwards] of changes) scene = board.applied(scene, each, backwards);
    if (live() && changes.length === 1)
      board.patch(live(), changes[0][0], { backwards: changes[0][1], animate: speed() <= 4 });
    else if (live()) board.draw(live(), scene);
  } else {
    scene = sceneAt(version);
    if (live()) board.draw(live(), scene);
  }
}

// ---- showing

/** Goes to an event at the next frame; of many wishes in one frame the last one counts. */
function go(version) {
  const idle = wanted === null;
  wanted = Math.max(1, Math.min(last, version));
  if (idle)
    requestAnimationFrame(() => {
      const to = wanted;
      wanted = null;
      show(to);
    });
}

function show(version, first = false) {
  const to = Math.max(1, Math.min(last, version));
  if (first) {
    scene = sceneAt(to);
    if (live()) board.draw(live(), scene);
  } else move(to);
  at = to;
  const row = rowOf(at);
  if (live() && touched(row).length) board.see(live(), touched(row));
  slider.value = at;
  slider.setAttribute(
    "aria-valuetext",
    told(data.hidden ? "spoken_so_far" : "spoken", { ...row, at, last, turn: called(row.turn) }),
  );
  part("count").textContent = data.hidden ? at : `${at} / ${last}`;
  part("event-number").textContent = told("event", { at });
  part("event-text").textContent = row.text;
  describe(row);
  list();
  placeCursor();
  part("at-now").value = at;
  for (const link of document.querySelectorAll("[data-key=x], #fork, #simulate"))
    link.href = link.href.replace(/at=\d+/, `at=${at}`);
  if (!timer) keepAddress();
  beside();
  root.dispatchEvent(new CustomEvent("replay:shown", { bubbles: true, detail: at }));
}

// ---- beside the board: the battle, the sides and their hands, once the slider rests

const moments = new Map();
let looking = null;

function beside() {
  clearTimeout(looking);
  looking = setTimeout(async () => {
    const version = at,
      place = part("at-event");
    if (place.firstElementChild?.dataset.at === String(version)) return;
    if (!moments.has(version)) {
      const answer = await fetch(`${data.moment}&at=${version}`);
      if (answer.status === 200) moments.set(version, await answer.text());
    }
    if (version !== at || !moments.has(version)) return;
    place.innerHTML = moments.get(version);
    seeBattle();
  }, 120);
}

/** Where nothing moved the board shows the battle that the event is a part of. */
function seeBattle() {
  const spaces = part("at-event").querySelector(".reckoning")?.dataset.spaces.split(" ").filter(Boolean);
  if (live() && spaces?.length && !touched(rowOf(at)).length) board.see(live(), spaces);
}

/** The spaces that an event changed, and those where the counters that it moved stand now. */
function touched(row) {
  const found = row.changes
    .map(([section, id]) => (section === "spaces" ? id : section === "tokens" && scene.tokens[id]?.at))
    .filter(Boolean);
  return found.length > 6 ? [] : found; // a set-up or the end of a round touches them all
}

function describe(row) {
  const where = part("event-where");
  where.textContent = `${told(row.round ? "round" : "turn", { ...row, turn: called(row.turn) })}${row.undone ? ` · ${told("undone")}` : ""} `;
  if (row.rule) where.append(ruleLink(row.rule));
  const shown = row.dice && (row.dice.faces ?? row.dice.values);
  if (shown && row.dice.sides <= 6) where.append(dice(shown));
  if (shown) where.append(` ${told("rolled", { dice: shown.join(", "), told: row.dice.told })}`);
}

function dice(values) {
  const faces = document.createElement("span");
  [faces.className, faces.ariaHidden] = ["dice", "true"];
  faces.append(...values.map((value) => Object.assign(document.createElement("b"), { textContent: value })));
  return faces;
}

function ruleLink(rule) {
  const link = document.createElement("a");
  const [anchor, text] = rule.startsWith("#")
    ? [
        `card-${rule.slice(1)}`,
        /^#\d+$/.test(rule) ? told("card", { card: rule.slice(1) }) : told("the_card"),
      ]
    : [rule, `§${rule}`];
  [link.className, link.href, link.textContent] = ["rule", `${data.rules}#${anchor}`, text];
  return link;
}

/** The lines around the playhead: only the current line's class moves while the window stays. */
function list() {
  const from = Math.max(1, Math.min(at - Math.floor(LINES / 2), last - LINES + 1));
  const log = part("log");
  const moved = from - shownFrom,
    until = Math.min(last, from + LINES - 1);
  shownFrom = from;
  if (moved === 1) {
    log.firstElementChild.remove();
    log.append(line(rowOf(until)));
  } else if (moved === -1) {
    log.lastElementChild.remove();
    log.prepend(line(rowOf(from)));
  } else if (moved) log.replaceChildren(...rows.slice(from - 1, until).map(line));
  log.querySelector(".now")?.classList.remove("now");
  const now = log.querySelector(`[data-version="${at}"]`);
  now?.classList.add("now");
  requestAnimationFrame(centre);
}

/** The current line stands in the middle of the log. */
function centre() {
  const log = part("log"),
    now = log.querySelector(".now");
  if (now) log.scrollTop = now.offsetTop - (log.clientHeight - now.offsetHeight) / 2;
}

/** The address names the event once the slider rests: browsers take milliseconds to change it. */
function keepAddress() {
  clearTimeout(addressing);
  addressing = setTimeout(() => {
    if (location.hash !== addressed) return; // a link was followed meanwhile: its event comes next
    history.replaceState(null, "", `#e${at}`);
    addressed = location.hash;
  }, 120);
}

function line(row) {
  const item = document.createElement("li");
  item.className =
    `line${row.undone ? " undone" : ""}${row.follow_up ? " follow-up" : ""}${row.version === at ? " now" : ""}` +
    (row.seat ? ` side-${String(row.seat).replace(/[^a-z0-9]+/g, "-")}` : "");
  item.dataset.version = row.version;
  const [number, text] = [document.createElement("a"), document.createElement("span")];
  [number.className, number.href, number.textContent] = ["no", `#e${row.version}`, row.version];
  [text.className, text.textContent] = ["text", `${row.text} `];
  if (row.rule) text.append(ruleLink(row.rule));
  item.append(number, text);
  return item;
}

function placeCursor() {
  if (!plot) return;
  const cursor = part("cursor");
  cursor.style.transform = `translateX(${plot.x(at) - 1}px)`;
  cursor.hidden = !plot.inside(at);
}

// ---- going

const speed = () => (timer ? Number(part("speed").value) : 1);

function next(mark, back = false) {
  for (let v = at + (back ? -1 : 1); v >= 1 && v <= last; v += back ? -1 : 1) if (matches(v, mark)) return v;
  return back ? 1 : last;
}

/** The events after which the measures of a chart changed most, in all. */
function largest(group) {
  const measures = Object.entries(JSON.parse(data.measures))
    .filter(([name]) => group === "all" || name === group)
    .flatMap(([, each]) => each);
  const now = {},
    sizes = [];
  for (const { version, measures: found } of rows) {
    let size = 0;
    for (const name of measures) {
      if (found?.[name] === undefined) continue;
      if (name in now) size += Math.abs(found[name] - now[name]);
      now[name] = found[name];
    }
    if (size) sizes.push([size, version]);
  }
  return sizes
    .sort(([a, first], [b, second]) => b - a || first - second)
    .slice(0, SWINGS)
    .map(([, version]) => version);
}

function matches(version, mark) {
  if (mark === "swing") return swings.has(version);
  if (mark === "turn") return version > 1 && rowOf(version).turn !== rowOf(version - 1).turn;
  return rowOf(version).mark === mark;
}

function play() {
  if (timer) return pause();
  if (at === last) show(1);
  let due = performance.now();
  timer = setInterval(() => {
    const every = 1000 / speed();
    const steps = Math.floor((performance.now() - due) / every); // skips frames rather than queueing them
    if (steps < 1) return;
    due += steps * every;
    show(at + steps);
    if (at === last) pause();
  }, 16);
  part("transport").querySelector("[data-go=play] span").textContent = told("pause");
}

function pause() {
  clearInterval(timer);
  timer = null;
  part("transport").querySelector("[data-go=play] span").textContent = told("play");
  keepAddress();
}

const MOVES = {
  first: () => go(1),
  last: () => go(last),
  back: () => go(at - 1),
  next: () => go(at + 1),
  play,
  battle: () => go(next("battle")),
  turn: () => go(next("turn")),
  swing: () => go(next("swing")),
};

function pressed(event) {
  const button = event.target.closest("[data-go]");
  if (!button) return;
  event.preventDefault();
  MOVES[button.dataset.go]();
}

const step = (event) => (event.shiftKey ? 10 : 1);
const KEYS = {
  ArrowLeft: (event) => go((wanted ?? at) - step(event)),
  ArrowRight: (event) => go((wanted ?? at) + step(event)),
  Home: () => go(1),
  End: () => go(last),
  " ": play,
  b: () => go(next("battle")),
  B: () => go(next("battle", true)),
  t: () => go(next("turn")),
  T: () => go(next("turn", true)),
  s: () => go(next("swing")),
  S: () => go(next("swing", true)),
  f: () => part("fork")?.click(),
};

// ---- sharing and forking

async function copyLink() {
  await navigator.clipboard.writeText(new URL(`#e${at}`, location.href).href);
  part("copy-link").textContent = told("copied");
  setTimeout(() => {
    part("copy-link").textContent = told("copy");
  }, 1500);
}

function fork(event) {
  event.preventDefault();
  part("fork-version").value = at;
  part("fork-at").textContent = at;
  part("fork-dialog").showModal();
}

part("as")?.addEventListener("change", (event) => {
  const url = new URL(location.href);
  url.searchParams.set("as", event.target.value);
  location.assign(url);
});
DARK.addEventListener("change", () => location.reload());
start();
