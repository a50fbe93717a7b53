// Learn: a lesson's spotlight lights what is to be pressed next for its step (`data-orders` of the coach), dims the rest
// and keeps presses off it. The server takes only the step's order in any case.
import { spotlight } from "./spotlight.js";

const GAP = 8, // between the card and what is lit, for its ring
  LEAST = 130; // a lower card cannot be read

const coach = () => document.getElementById("coach");
const light = spotlight({ orders: () => JSON.parse(coach()?.dataset.orders || "[]"), drawn: place });

/** The coach's card stands where it covers nothing that is to be pressed. Where it would cover something in both its
    places, it stands in the lower one and is no higher than the room there: its text can be scrolled. */
function place(holes) {
  const card = coach();
  if (!card) return;
  card.style.removeProperty("max-height");
  card.classList.remove("low");
  if (!covered(card, holes).length) return;
  card.classList.add("low");
  const below = covered(card, holes),
    room = card.getBoundingClientRect().bottom - Math.max(...below.map(({ bottom }) => bottom)) - GAP;
  if (below.length && room >= LEAST) card.style.maxHeight = `${Math.floor(room)}px`;
}

function covered(card, holes) {
  const at = card.getBoundingClientRect();
  return holes.filter(
    (hole) =>
      hole.left < at.right + GAP &&
      hole.right > at.left - GAP &&
      hole.top < at.bottom + GAP &&
      hole.bottom > at.top - GAP,
  );
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
