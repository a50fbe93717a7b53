// The coach of an ordinary game: what is worth knowing at the question that is open (`data-tells` of #coach) is told
// once to each browser. "Got it" puts it away, and so does going on; one press ends it for good, the menu begins anew.
//
//   coach()   begins, and gives the menu its switch
//   renew()   the page's question may be another one
import { covered } from "./covers.js";

const OFF = "coach",
  TOLD = "coach-told";
let telling = null, // what is being told
  isLow = false; // whether the card stands in the lower of its places

const card = () => document.querySelector("#coach.tip");
const isWanted = () => localStorage.getItem(OFF) !== "off";
const told = () => new Set((localStorage.getItem(TOLD) ?? "").split(" ").filter(Boolean));

export function coach() {
  document.addEventListener("click", press);
  addEventListener("resize", place);
  const box = document.getElementById("coached");
  if (box) {
    box.closest("label").hidden = false;
    box.checked = isWanted();
    box.addEventListener("change", () => (box.checked ? beginAnew() : end()));
  }
  renew();
}

export function renew() {
  const now = card()?.dataset.tells ?? null;
  if (telling && telling !== now) know(telling);
  const isShown = Boolean(now) && isWanted() && !told().has(now);
  if (card()) card().hidden = !isShown;
  if (isShown && telling !== now) isLow = false;
  telling = isShown ? now : null;
  if (!isShown) return;
  card().classList.toggle("low", isLow);
  requestAnimationFrame(place); // the board and the battle's panel have their places by then
}

/** It stays where it is unless it covers more there, of what may be pressed and of the battle, than in its other place. */
function place() {
  const shown = card();
  if (!shown || shown.hidden) return;
  const kept = inSight(),
    count = (low) => (shown.classList.toggle("low", low), covered(shown, kept).length);
  const here = count(isLow);
  if (here && count(!isLow) < here) isLow = !isLow;
  shown.classList.toggle("low", isLow);
}

/** What may be pressed on the board, the places of the battle, and the head of its panel. */
function inSight() {
  const board = document.getElementById("board")?.getBoundingClientRect(),
    panel = document.querySelector("#battle:not([hidden])"),
    theirs = (panel?.dataset.spaces ?? "").split(" ").filter(Boolean);
  const found = [
    ...document.querySelectorAll("#board .board-live .hl-line"),
    ...theirs.map((id) => document.getElementById(`sp-${id}`)),
    panel?.querySelector("header"),
  ];
  return found
    .filter(Boolean)
    .map((each) => each.getBoundingClientRect())
    .filter(
      ({ top, bottom }) => board && (top + bottom) / 2 > board.top && (top + bottom) / 2 < board.bottom,
    );
}

function press({ target }) {
  if (target.id === "coach-told") putAway();
  else if (target.id === "coach-off") end();
}

function know(what) {
  localStorage.setItem(TOLD, [...told().add(what)].join(" "));
}

/** The focus goes on to the question, not to the page. */
function putAway() {
  if (telling) know(telling);
  renew();
  document.getElementById("prompt")?.focus({ preventScroll: true });
}

function end() {
  localStorage.setItem(OFF, "off");
  const box = document.getElementById("coached");
  if (box) box.checked = false;
  putAway();
}

function beginAnew() {
  localStorage.removeItem(OFF);
  localStorage.removeItem(TOLD);
  renew();
}
