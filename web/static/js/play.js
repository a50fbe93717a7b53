// Play: sends the page's own forms without leaving the page, follows the game, lets the board
// press the same buttons. Everything works with scripts off as well.
import * as board from "./board.js";
import { follow } from "./live.js";
import { signal } from "./signal.js";

const IDLE = 60_000;
const PARTS = ["prompt", "side", "hand", "undo", "track", "when", "signal"];
let due = null;      // when a nudge may be given
let stream = null;
let chosen = null;   // the counter that was taken up on the board
let busy = false;

const table = () => document.getElementById("table");
const buttons = () => [...document.querySelectorAll(".orders button[name=order]")];
const live = () => document.querySelector("#board .board-live");
const sceneOf = (root) => JSON.parse(root.querySelector("#scene").textContent);

function start() {
  const box = document.querySelector("#board .board");
  if (box) board.see(board.mount(box, sceneOf(document), hints()), hints().map((hint) => hint.space));
  stream = follow(table().dataset.stream, table().dataset.stamp, (news) => { if (!busy) refresh(news); });
  document.addEventListener("submit", submit);
  document.addEventListener("board:choose", choose);
  document.addEventListener("keydown", key);
  document.addEventListener("toggle", open, true);
  if (table().dataset.shared) watchIdle();
  awaitNudge();
}

// ---- the page

async function refresh(news) {
  const answer = await fetch(table().dataset.page, { headers: { Accept: "text/html" } });
  await show(answer);
  const last = news?.events?.at(-1);
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
    if (old && fresh && !old.open && old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
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
    await show(await fetch(form.action, { method: "POST", body: new URLSearchParams(body), headers: { Accept: "text/html" } }));
  } catch (problem) {
    document.getElementById("news").textContent = table().dataset.unreachable;
    throw problem;
  } finally {
    busy = false;
  }
}

// ---- the board presses buttons

function hints() {
  const scene = sceneOf(document);
  const found = new Map();
  for (const button of buttons()) {
    const { piece, target, kind, cost } = button.dataset;
    const at = scene.tokens[piece]?.at;
    if (chosen ? piece !== chosen : false) continue;
    if (!chosen && at) { if (!found.has(at)) found.set(at, { space: at, kind: "act" }); continue; }
    if (target) found.set(target, { space: target, kind, ...(cost ? { cost: Number(cost) } : {}) });
  }
  return [...found.values()];
}

function choose(event) {
  const { piece, target } = event.detail;
  if (target) {
    const fits = buttons().filter((b) => b.dataset.target === target && (!(piece || chosen) || b.dataset.piece === (piece || chosen)));
    if (fits.length === 1) return fits[0].click();
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

function key(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || (document.documentElement.dataset.keys === "off" && /^\S$/.test(event.key)) || event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === "u") document.querySelector("#undo button")?.click();
  if (event.key === "r") document.querySelector(".tools a[href$='/replay']")?.click();
  if (event.key === "n") document.querySelector("#nobody button")?.click();
  if (event.key === "l") document.getElementById("log")?.querySelector("a")?.focus();
  if (event.key === "h") document.getElementById("hand").classList.toggle("folded");
}

// ---- several people at one screen: an untouched page hides the hand

function watchIdle() {
  const away = () => document.querySelector("#away button")?.click();
  let timer = setTimeout(away, IDLE);
  for (const kind of ["pointerdown", "keydown", "pointermove"]) {
    addEventListener(kind, () => { clearTimeout(timer); timer = setTimeout(away, IDLE); }, { passive: true });
  }
}

start();
