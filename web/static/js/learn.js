// Learn: a lesson's spotlight lights what is to be pressed next for its step (`data-orders` of the coach), dims the rest
// and keeps presses off it. The server takes only the step's order in any case.
import { spotlight } from "./spotlight.js";

const coach = () => document.getElementById("coach");
const light = spotlight({ orders: () => JSON.parse(coach()?.dataset.orders || "[]"), drawn: place });

/** On a small screen the coach's card stands where it covers nothing that is to be pressed. */
function place(holes) {
  const card = coach();
  if (!card) return;
  card.classList.remove("low");
  const at = card.getBoundingClientRect();
  const isCovered = holes.some(
    (hole) => hole.left < at.right && hole.right > at.left && hole.top < at.bottom && hole.bottom > at.top,
  );
  card.classList.toggle("low", isCovered);
}

/** Everything else is inert. */
function keepOff(event) {
  const { target } = event,
    lit = light.lit();
  if (!event.isTrusted || !lit.length || !target.closest?.("#table")) return; // the board presses buttons itself
  if (target.closest("#coach") || lit.some((each) => each.accepts(target))) return;
  if (target.closest(".board-tools, a, .strip")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type === "click") light.again();
}

for (const kind of ["pointerdown", "mousedown", "click", "dblclick", "contextmenu"])
  document.addEventListener(kind, keepOff, true);
