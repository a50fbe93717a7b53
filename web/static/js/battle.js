// Battle: the panel of the battle at hand, or of the last one. It opens over the half of the board where the battle is
// not, and keeps that place until it is closed. B opens it again.
//
//   place()    a new panel was put into the page, or the page has just been opened
//   reopen()   shows the panel, or hides it
//   close()    hides it; whether there was one to hide
import { see } from "./board.js";

let closed = null, // the battle whose panel was closed
  opened = null, // the battle that was opened again
  half = null; // [battle, "left" | "right" | "top" | "bottom", the height that is free on a small screen]

const panel = () => document.getElementById("battle");
const box = () => document.getElementById("board")?.getBoundingClientRect();
const NARROW = 760,
  ROOM = 40; // between the panel and the spaces, for the counters that stand on them

export function place() {
  const shown = panel();
  answers();
  if (!shown?.dataset.battle) return;
  const { battle, standing } = shown.dataset;
  if (opened !== battle) opened = null;
  shown.hidden = closed === battle || !(standing || opened === battle);
  const isNew = half?.[0] !== battle;
  if (isNew) half = [battle, freeHalf(shown)];
  fill(shown);
  if (isNew && !shown.hidden) show(shown);
}

/** One glide of the board, if the spaces of a new battle are off the screen or under its panel. */
function show(shown) {
  const svg = document.querySelector("#board .board-live"),
    ids = shown.dataset.spaces.split(" ");
  if (!svg || !boxes(shown).length) return;
  see(svg, ids);
  const first = freeHalf(shown),
    other = { left: "right", right: "left", top: "bottom", bottom: "top" }[first];
  for (const side of [first, other]) {
    half[1] = shown.dataset.half = side;
    const by = hiddenBy(shown, side);
    svg.closest(".board").scrollBy(...(innerWidth < NARROW ? [0, by] : [by, 0]));
    if (!hiddenBy(shown, side, 0)) return; // the edge of the board may be in the way: then the other half
  }
  half[1] = freeHalf(shown);
  half[2] = room(shown, half[1]);
  fill(shown);
}

function fill(shown) {
  shown.dataset.half = half[1];
  if (half[2]) shown.style.setProperty("--room", `${Math.floor(half[2])}px`);
}

/** How high the panel may be above or below the battle where the board cannot make way. */
function room(shown, side) {
  const whole = box(),
    theirs = boxes(shown);
  if (side === "top") return Math.min(...theirs.map((each) => each.top)) - whole.top - 8;
  if (side === "bottom") return whole.bottom - Math.max(...theirs.map((each) => each.bottom)) - 8;
  return null;
}

/** How far the board must go for no space of the battle to lie under the panel in this half. */
function hiddenBy(shown, side, room = ROOM) {
  const mine = shown.getBoundingClientRect(),
    theirs = boxes(shown);
  return {
    left: Math.min(0, Math.min(...theirs.map((each) => each.left)) - mine.right - room),
    right: Math.max(0, Math.max(...theirs.map((each) => each.right)) - mine.left + room),
    top: Math.min(0, Math.min(...theirs.map((each) => each.top)) - mine.bottom - room),
    bottom: Math.max(0, Math.max(...theirs.map((each) => each.bottom)) - mine.top + room),
  }[side];
}

const boxes = (shown) =>
  shown.dataset.spaces
    .split(" ")
    .map((id) => document.getElementById(`sp-${id}`)?.getBoundingClientRect())
    .filter(Boolean);

/** The half of the board in which no space of the battle lies. */
function freeHalf(shown) {
  const whole = box(),
    there = boxes(shown);
  if (!whole || !there.length) return "right";
  const isNarrow = innerWidth < NARROW,
    [from, to] = isNarrow ? ["top", "bottom"] : ["left", "right"];
  const before = Math.min(...there.map((each) => each[from])) - whole[from],
    after = whole[to] - Math.max(...there.map((each) => each[to]));
  return before > after ? from : to;
}

export function reopen() {
  const shown = panel();
  if (!shown?.dataset.battle) return;
  if (!shown.hidden) return void close();
  closed = null;
  opened = shown.dataset.battle;
  place();
}

export function close() {
  const shown = panel();
  if (!shown || shown.hidden) return false;
  closed = shown.dataset.battle;
  opened = null;
  shown.hidden = true;
  return true;
}

/** The answers of the prompt once more, at the foot of the panel. */
function answers() {
  const foot = document.getElementById("battle-answers");
  foot?.replaceChildren(
    ...[...document.querySelectorAll("#actions button[name=order]")].map((button) => {
      const copy = button.cloneNode(true);
      copy.type = "button";
      copy.querySelector("kbd")?.remove(); // the digit stands at the prompt's answer
      for (const name of ["name", "value"]) copy.removeAttribute(name);
      copy.addEventListener("click", () => button.click());
      return copy;
    }),
  );
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#battle-close")) close();
});
