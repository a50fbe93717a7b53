// Explain: the card beside the board tells what the pointer or the focus is on: a counter with all that everybody
// may know of it and what it may do now, a place, or a card of one's own hand.
//
//   explain({table, svg, scene, spoken, chosen, reach, orders})   functions that give what the page shows now
//   renew()                                               the position has changed: pieces are asked about again when one is pointed at
//   tell()                                                says the same again, with what is known by now
import { portrait } from "./counters.js";

const PAUSE = 40;
let page = null,
  known = { version: null, pieces: {} },
  subject = null, // {piece} or {space} or {card}
  timer = null,
  asked = null, // the version that pieces were asked about
  control = null;

const box = () => document.getElementById("explained");

export function explain(found) {
  if (!box()) return;
  page = found;
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, point);
}

const version = () => Number(page.table().dataset.stamp.split("/")[1]);

export function renew() {
  if (!page) return;
  if (subject?.card && !document.querySelector(`.card[data-card="${CSS.escape(subject.card)}"]`))
    subject = null;
  tell();
}

async function ask() {
  control?.abort();
  control = new AbortController();
  try {
    const answer = await fetch(page.table().dataset.pieces, {
      signal: control.signal,
      headers: { Accept: "application/json" },
    });
    if (answer.status === 200) known = await answer.json();
  } catch (problem) {
    asked = null;
    if (problem.name === "AbortError" || problem instanceof TypeError) return; // overtaken, or no network
    throw problem;
  }
  tell();
}

function subjectAt(node) {
  const token = node.closest?.(".board-live .token"),
    card = node.closest?.(".hand .card"),
    space = node.closest?.(".board-live .sp")?.id.slice(3);
  if (token) return { piece: token.id.slice(2) };
  if (card) return { card: card.dataset.card };
  return space ? { space } : null;
}

function point({ target }) {
  const found = subjectAt(target) ?? (page.chosen() ? { piece: page.chosen() } : null);
  if (found?.piece && known.version !== version() && asked !== version()) {
    asked = version();
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  }
  if (!found || JSON.stringify(found) === JSON.stringify(subject)) return;
  subject = found;
  tell();
}

/** Something else is shown for a moment when the pointer lies there: this is what the page itself speaks of. */
export function speakOf(found) {
  subject = found;
  tell();
}

function el(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

export function tell() {
  if (!page) return;
  const parts =
    (subject?.piece && ofPiece(subject.piece)) ||
    (subject?.card && ofCard(subject.card)) ||
    (subject?.space && ofSpace(subject.space));
  box().replaceChildren(...(parts || [el("p", "mut", box().dataset.hint)]));
}

function ofPiece(id) {
  const token = page.scene().tokens[id];
  if (!token) return null;
  const told = known.version === version() ? known.pieces[id] : null,
    words = el("div", "", el("h2", "", called(token, told?.name ?? page.spoken(token.name ?? ""))));
  if (told?.chips.length) words.append(el("div", "chips", ...told.chips.map((chip) => el("span", "", chip))));
  const head = el("div", "head", portrait(page.svg(), id), words);
  return [
    head,
    el("ul", "lines", ...(told?.lines ?? []).map((line) => el("li", "", line))),
    el("dl", "", ...may(id)),
  ];
}

/** Its name with what is printed on it. */
const called = ({ label = "" }, name = "") => (name.includes(label) ? name : `${label} ${name}`.trim());

/** What it may do now, by its menu and by what it can reach. */
function may(id) {
  const { reach: far, attack, turn, place, places, way, ways } = box().dataset,
    found = page.reach(id),
    rows = [];
  const row = (name, words) => rows.push(el("dt", "", name), el("dd", "", words)),
    told = (number, one, many) => (number === 1 ? one : many.replace("{number}", number));
  if (found) {
    const marches = found.ways.filter((way) => way.comes && way.kind !== "fight"),
      spaces = new Set(marches.map((way) => way.target)),
      paid = marches.map((way) => way.cost).filter((cost) => cost);
    if (spaces.size) row(far, told(spaces.size, place, places) + costs(paid));
    const fights = [...found.ways, ...found.acts].filter((way) => way.kind === "fight");
    if (fights.length) row(attack, told(fights.length, way, ways));
    if (found.turns.length) row(turn, told(found.turns.length, way, ways));
  } else {
    const count = page.orders(id);
    if (count) row(box().dataset.now, told(count, way, ways));
  }
  return rows;
}

function costs(paid) {
  if (!paid.length) return "";
  const least = Math.min(...paid),
    most = Math.max(...paid),
    { for: one, between } = box().dataset;
  return `, ${(least === most ? one : between).replace("{least}", least).replace("{most}", most)}`;
}

function ofCard(id) {
  const card = document.querySelector(`.card[data-card="${CSS.escape(id)}"]`);
  if (!card) return null;
  const face = card.querySelector(".face"),
    named = face.querySelector(".called") ?? face.querySelector(".sr"),
    tags = face.querySelector(".tags");
  const whole = card.querySelector(".whole").cloneNode(true);
  const words = el("div", "", el("h2", "", named.textContent));
  if (tags) words.append(el("div", "chips", el("span", "", tags.textContent)));
  return [el("div", "note", words, whole)];
}

function ofSpace(id) {
  const label = document.getElementById(`sp-${id}`)?.getAttribute("aria-label");
  if (!label) return null;
  const [name, ...rest] = label.split("; ");
  return [el("h2", "", name), el("ul", "lines", ...rest.map((line) => el("li", "", line)))];
}
