// Battle: the panel of the battle at hand, or of the last one. It opens over the half of the board where the battle is
// not, and keeps that place until it is closed, or until something that may be pressed lies below it: then it goes to
// the other half or shrinks to its head, and if that is in the way too it goes. B opens it again.
//
//   place()          a new panel was put into the page, or the page has just been opened
//   makeWay(spaces)  these may be pressed from now on
//   reopen()         shows the whole panel, or hides it
//   close()          hides it; whether there was one to hide
import { beside, glide, see } from "./board.js";
import { fit } from "./fit.js";

let pressable = [], // the spaces that the panel leaves free
  placed = null, // the panel that stands in its place
  headed = null, // the battle whose panel has shrunk to its head
  gone = null, // the battle whose panel had no place
  wanted = null, // the battle whose panel somebody wants to see whole, whatever lies below
  closed = null, // the battle whose panel was closed
  opened = null, // the battle that was opened again
  half = null; // [battle, "left" | "right" | "top" | "bottom", the height that is free on a small screen]

const panel = () => document.getElementById("battle");
const box = () => document.getElementById("board")?.getBoundingClientRect();
const board = () => document.querySelector("#board .board-live");
const NARROW = 760,
  ROOM = 40, // between the panel and the spaces, for the counters that stand on them
  EDGE = 0.15, // so much of a space may lie below the panel: its rim
  OTHER = { left: "right", right: "left", top: "bottom", bottom: "top" };

export function place() {
  const shown = panel();
  answers();
  if (!shown?.dataset.battle) return beside(board());
  const { battle, standing } = shown.dataset;
  if (opened !== battle) opened = null;
  if (document.getElementById("battle-answers")) headed = gone = null; // it asks itself
  shown.hidden = [closed, gone].includes(battle) || !(standing || opened === battle);
  const isNew = half?.[0] !== battle;
  if (isNew) half = [battle, freeHalf(shown)];
  placed = shown;
  fill(shown);
  if (isNew && !shown.hidden) show(shown);
  stepAside(shown);
  settled(); // many answers stand in the panel alone on a page of middle width
}

/** What stands where it is told to by the panel finds its place: the prompt, the overview of the board. */
function settled() {
  fit();
  beside(board());
}

export function makeWay(spaces) {
  pressable = spaces;
  if (!placed || placed !== panel()) return;
  const was = placed.className + placed.hidden + half[1];
  stepAside(placed);
  if (was !== placed.className + placed.hidden + half[1]) settled();
}

/** As it is, else in the other half, else its head alone, else not at all: the first that hides nothing which may be
    pressed, and in the other half nothing of the battle either. A head does not move again. */
function stepAside(shown) {
  const { battle, spaces } = shown.dataset;
  if (shown.hidden || wanted === battle || !hides(shown, pressable)) return;
  const all = [...pressable, ...spaces.split(" ")],
    first = half[1],
    other = OTHER[first];
  const places = [
    [other, false],
    [first, true],
    [other, true],
  ];
  for (const [side, isHead] of headed === battle ? [] : places) {
    draw(shown, side, isHead);
    if (!hides(shown, side === first ? pressable : all)) return;
  }
  gone = battle;
  shown.hidden = true;
}

/** From now on it stands so. */
function draw(shown, side, isHead) {
  half[1] = side;
  headed = isHead ? shown.dataset.battle : null;
  fill(shown);
}

/** Whether one of the spaces lies below the panel, as far as the board shows it. */
function hides(shown, spaces) {
  const mine = shown.getBoundingClientRect(),
    whole = box();
  return spaces.some((id) => {
    const at = document.getElementById(`sp-${id}`)?.getBoundingClientRect();
    return at && overlap(at, mine) && overlap(at, whole);
  });
}

function overlap(at, other) {
  const [rim, edge] = [EDGE * at.width, EDGE * at.height];
  return (
    at.left + rim < other.right &&
    at.right - rim > other.left &&
    at.top + edge < other.bottom &&
    at.bottom - edge > other.top
  );
}

/** One glide of the board, if the spaces of a new battle are off the screen or under its panel. */
function show(shown) {
  const svg = board(),
    ids = shown.dataset.spaces.split(" ");
  if (!svg || !boxes(shown).length) return;
  see(svg, ids);
  const first = freeHalf(shown);
  for (const side of [first, OTHER[first]]) {
    half[1] = shown.dataset.half = side;
    const by = hiddenBy(shown, side);
    glide(svg.closest(".board"), ...(innerWidth < NARROW ? [0, by] : [by, 0]));
    if (!hiddenBy(shown, side, 0)) return; // the edge of the board may be in the way: then the other half
  }
  half[1] = freeHalf(shown);
  half[2] = room(shown, half[1]);
  fill(shown);
}

function fill(shown) {
  shown.dataset.half = half[1];
  shown.classList.toggle("headed", headed === shown.dataset.battle);
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
  if (!shown.hidden && !shown.matches(".headed")) return void close();
  closed = headed = gone = null;
  opened = wanted = shown.dataset.battle;
  place();
}

export function close() {
  const shown = panel();
  if (!shown || shown.hidden) return false;
  closed = shown.dataset.battle;
  opened = wanted = null;
  shown.hidden = true;
  settled();
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

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("#battle-close")) close();
  else if (target.closest?.("#battle-whole")) reopen();
});
