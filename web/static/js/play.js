// Play: sends the page's own forms without leaving the page, follows the game, lets the board
// press the same buttons. Everything works with scripts off as well.
import * as board from "./board.js";
import { follow } from "./live.js";
import { keys } from "./keys.js";
import { odds } from "./odds.js";
import { add, counts, ready, standing } from "./series.js";
import { signal } from "./signal.js";

const IDLE = 60_000;
const PARTS = ["prompt", "side", "hand", "undo", "track", "when", "signal"];
let due = null;      // when a nudge may be given
let stream = null;
let chosen = null;   // the counter that was taken up on the board
let busy = false;

const table = () => document.getElementById("table");
const buttons = () => [...document.querySelectorAll(".orders button[name=order]"), ...counts()];
const live = () => document.querySelector("#board .board-live");
const sceneOf = (root) => JSON.parse(root.querySelector("#scene").textContent);

function start() {
  const box = document.querySelector("#board .board");
  if (box) board.see(board.mount(box, sceneOf(document), hints()), hints().map((hint) => hint.space));
  stream = follow(table().dataset.stream, table().dataset.stamp, (news) => { if (!busy) refresh(news); });
  document.addEventListener("submit", submit);
  document.addEventListener("board:choose", choose);
  document.addEventListener("click", filter);
  keys(KEYS);
  odds(table(), () => sceneOf(document), (order) => live() && board.way(live(), order ? [order.piece, order.target] : []));
  document.addEventListener("toggle", open, true);
  ready();
  if (table().dataset.shared) watchIdle();
  awaitNudge();
}

// ---- the page

async function refresh(news) {
  const answer = await fetch(table().dataset.page, { headers: { Accept: "text/html" } });
  const counted = standing();
  await show(answer);
  ready(counted);
  const last = news?.events?.filter((each) => !each.quiet).at(-1);
  if (last) document.getElementById("news").textContent = last.text;
}

async function show(answer) {
  const text = await answer.text();
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("table");
  if (!next || next.dataset.handover || document.body.className !== page.body.className) {
    if (answer.ok) location.assign(answer.url);
    else document.querySelector("main").replaceWith(page.querySelector("main"));
    return;
  }
  const focus = document.activeElement?.id;
  for (const id of PARTS) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (!old || !fresh || old.open || old.outerHTML === fresh.outerHTML) continue;
    for (const kept of old.querySelectorAll("details[data-keep][open]")) fresh.querySelector(`#${CSS.escape(kept.id)}`)?.setAttribute("open", "");
    old.replaceWith(fresh);
  }
  table().dataset.stamp = next.dataset.stamp;
  table().dataset.page = next.dataset.page;
  stream.seen(next.dataset.stamp);
  document.getElementById("scene").textContent = page.getElementById("scene").textContent;
  chosen = null;
  if (live()) {
    board.draw(live(), sceneOf(document), { animate: true });
    board.select(live(), null);
    board.highlight(live(), hints());
  }
  if (focus) document.getElementById(focus)?.focus();
  signal();
  ready();
  awaitNudge();
}

/** Looks again when somebody may be nudged. */
function awaitNudge() {
  clearTimeout(due);
  const wait = document.querySelector("[data-nudge-in]")?.dataset.nudgeIn;
  if (wait) due = setTimeout(() => refresh(null), Number(wait) + 500);
}

async function submit(event) {
  const form = event.target;
  if (form.method !== "post" || !form.closest("#table, #undo, #when") || form.id === "away") return;
  event.preventDefault();
  if (busy) return;
  busy = true;
  form.closest("#when")?.removeAttribute("open");
  const body = new FormData(form, event.submitter);
  try {
    await show(await fetch(withLog(form.action), { method: "POST", body: new URLSearchParams(body), headers: { Accept: "text/html" } }));
  } catch (problem) {
    document.getElementById("news").textContent = table().dataset.unreachable;
    throw problem;
  } finally {
    busy = false;
  }
}

/** The address with the parts and the lines of the log that are shown now. */
function withLog(address) {
  const url = new URL(address), shown = new URL(table().dataset.page, location.href).searchParams;
  for (const name of ["log", "lines", "only"]) if (shown.has(name)) url.searchParams.set(name, shown.get(name));
  return url;
}

/** Other lines of the log, without leaving the page. */
async function filter(event) {
  const link = event.target.closest("a[data-filter]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await show(await fetch(link.href, { headers: { Accept: "text/html" } }));
  document.getElementById(link.id)?.focus();
}

// ---- the board presses buttons

function hints() {
  const scene = sceneOf(document);
  const found = new Map();
  for (const button of buttons()) {
    const { piece, target, kind, cost } = button.dataset;
    const at = scene.tokens[piece]?.at;
    if (chosen ? piece !== chosen : false) continue;
    if (!chosen && at && button.matches("button")) { if (!found.has(at)) found.set(at, { space: at, kind: "act" }); continue; }
    if (target) found.set(target, { space: target, kind, ...(cost ? { cost: Number(cost) } : {}) });
  }
  return [...found.values()];
}

function choose(event) {
  const { pressed } = event.detail;
  // with nothing in hand a press on a counter takes it up, though something without a counter may go to its place
  const takesUp = !chosen && pressed && buttons().some((b) => b.dataset.piece === pressed);
  const { piece, target } = takesUp ? { piece: pressed, target: null } : event.detail;
  if (target) {
    const fits = buttons().filter((b) => b.dataset.target === target && (!(piece || chosen) || b.dataset.piece === (piece || chosen)));
    if (fits.length === 1) return fits[0].matches("input") ? add(fits[0]) : fits[0].click();
    if (fits.length > 1) { reveal(fits[0]); return; }
  }
  chosen = piece && buttons().some((b) => b.dataset.piece === piece) ? piece : null;
  const details = chosen && document.querySelector(`details.piece[data-piece="${CSS.escape(chosen)}"]`);
  for (const other of document.querySelectorAll("details.piece")) other.open = other === details;
  if (details) details.scrollIntoView({ block: "nearest" });
  board.select(live(), chosen);
  board.highlight(live(), hints());
}

function reveal(button) {
  for (let fold = button.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  button.focus();
}

function open(event) {
  if (!event.target.matches?.("details.piece") || !event.target.open || !live()) return;
  chosen = event.target.dataset.piece;
  board.select(live(), chosen);
  board.highlight(live(), hints());
}

// ---- keys

const KEYS = {
  u: () => document.querySelector("#undo button")?.click(),
  r: () => document.querySelector(".tools a[href$='/replay']")?.click(),
  n: () => document.querySelector("#nobody button")?.click(),
  l: () => document.getElementById("log")?.querySelector("a")?.focus(),
  h: () => document.getElementById("hand").classList.toggle("folded"),
  Escape: up,
};

/** One level up: first the counter that was taken up, then the last choice of a draft. */
function up() {
  if (live()) board.way(live());
  if (!chosen) return void document.querySelector("#up button")?.click();
  for (const other of document.querySelectorAll("details.piece")) other.open = false;
  chosen = null;
  board.select(live(), null);
  board.highlight(live(), hints());
}

// ---- several people at one screen: an untouched page hides the hand, if this browser was told so

function watchIdle() {
  const wanted = () => localStorage.getItem("hide") === "on";
  const away = () => { if (wanted()) document.querySelector("#away button")?.click(); };
  let timer = setTimeout(away, IDLE);
  const again = () => { clearTimeout(timer); timer = setTimeout(away, IDLE); };
  for (const kind of ["pointerdown", "keydown", "pointermove"]) addEventListener(kind, again, { passive: true });
  document.addEventListener("visibilitychange", () => { if (document.hidden) away(); });
  const box = document.getElementById("hide");
  if (!box) return;
  box.closest("label").hidden = false;
  box.checked = wanted();
  box.addEventListener("change", () => { localStorage.setItem("hide", box.checked ? "on" : "off"); again(); });
}

start();
