// Learn: a lesson's spotlight lights what is to be pressed next for its step (`data-orders` of the coach), dims the rest
// and keeps presses off it. The server takes only the step's order in any case.
import { GAP, covered } from "./covers.js";
import { spotlight } from "./spotlight.js";

const LEAST = 130; // a lower card cannot be read

const coach = () => document.getElementById("coach");
const light = spotlight({ orders: () => JSON.parse(coach()?.dataset.orders || "[]"), drawn: place });

/** The coach's card stands where it covers nothing that is to be pressed, and nothing of the battle's panel. Where it
    would in both its places it is no higher than the room in one of them: its text can be scrolled. */
function place(holes) {
  const card = coach(),
    battle = document.querySelector("#battle:not([hidden])")?.getBoundingClientRect();
  if (!card) return;
  card.style.removeProperty("max-height");
  const kept = battle ? [...holes, battle] : holes,
    isIn = (isLow, boxes) => (card.classList.toggle("low", isLow), covered(card, boxes));
  if (!isIn(false, kept).length || !isIn(true, kept).length) return;
  for (const [isLow, boxes] of [
    [true, kept],
    [false, kept],
    [true, holes],
  ]) {
    const below = isIn(isLow, boxes),
      room = below.length ? roomBeside(card, below, isLow) : Infinity;
    if (room >= LEAST) return void (room < Infinity && (card.style.maxHeight = `${Math.floor(room)}px`));
  }
}

/** How high the card may be where it stands. */
function roomBeside(card, boxes, isLow) {
  const { top, bottom } = card.getBoundingClientRect();
  return isLow
    ? bottom - Math.max(...boxes.map((each) => each.bottom)) - GAP
    : Math.min(...boxes.map((each) => each.top)) - top - GAP;
}

/** Everything else is inert. */
function keepOff(event) {
  const { target } = event,
    lit = light.lit();
  if (!event.isTrusted || !lit.length || !target.closest?.("#table")) return; // the board presses buttons itself
  const meant = lit.find((each) => each.accepts(target));
  if (target.closest("#coach") || (meant && (meant.means ?? target).contains(target))) return;
  if (!meant && target.closest(".board-tools, a, .strip")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type !== "click") return;
  if (meant) meant.means.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  else light.again();
}

for (const kind of ["pointerdown", "mousedown", "click", "dblclick", "contextmenu"])
  document.addEventListener(kind, keepOff, true);
