// Carry: a card that is dragged from the hand is up while it is in the air, with its places lit and its answers in the
// prompt. Dropped there it is played as by a press; dropped elsewhere it glides back, and stays up.
//
//   carry({may, drop})
//       may(card)        whether the card may be dragged
//       drop(card, {answer, target, from, piece})   it was dropped: on an answer of its own, on the board, or on nothing;
//                        gives whether it is played
//   putBack(isRenewed)   the hand is covered: what is in the air of it is out of sight at once; or it is renewed, then
//                        so is a card that is no longer in it
//   a fold of its answers opens when the card is held over it; a finger takes a card upwards: sideways it shifts the tray
import { GLIDE, LEAST, REST, spotAt } from "./drag.js";
import { still } from "./svg.js";

const ANSWER = ".hand .card[open] > .uses button[name=order]";
const FOLD = ".hand .card[open] > .uses .more:not([open]) > summary";

let held = null, // {card, ghost, pointer, x, y, edge, timer, over}: `edge` is the box that the card was taken from
  isSpent = false; // the press that ends a drag is no press on what lies there

export function carry({ may, drop }) {
  document.addEventListener("pointerdown", (event) => {
    isSpent = false;
    const card = event.target.closest?.(".hand .card > summary")?.parentElement;
    if (held || event.button || !event.isPrimary || !card || !may(card)) return;
    held = { card, ghost: null, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    if (!event.buttons) return letGo(); // it was let go outside the window
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < LEAST) return;
    if (!held.ghost) begin();
    held.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    unfold(event);
  });
  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.pointer) return;
    if (!held.ghost) return void (held = null);
    letGo(drop(held.card, spotOf(event)));
    isSpent = true; // the answer itself was pressed by the drop
    setTimeout(() => (isSpent = false)); // a finger's drag ends without a press
  });
  document.addEventListener("pointercancel", ({ pointerId }) => pointerId === held?.pointer && letGo());
  document.addEventListener("dragstart", (event) => held && event.preventDefault());
  document.addEventListener("keydown", ({ key }) => key === "Escape" && held && letGo());
  document.addEventListener("click", spent, true);
}

export function putBack(isRenewed = false) {
  if (held && !(isRenewed && held.card.isConnected)) letGo(true);
}

/** What the drop orders may be pressed by the page meanwhile. */
function spent(event) {
  if (!isSpent || !event.isTrusted) return;
  isSpent = false;
  event.stopPropagation();
  event.preventDefault();
}

const under = ({ clientX, clientY }, part) =>
  document.elementFromPoint(clientX, clientY)?.closest(part) ?? null;

const spotOf = (event) => ({ answer: under(event, ANSWER), ...spotAt(event.clientX, event.clientY) });

function begin() {
  const { card } = held,
    face = card.querySelector("summary"),
    edge = face.getBoundingClientRect(),
    ghost = document.createElement("div"),
    copy = document.createElement("div");
  copy.className = "card";
  copy.append(face.cloneNode(true));
  ghost.className = `carried cards ${card.closest(".hand").matches(".low") ? "low" : ""}`;
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { width: `${edge.width}px`, height: `${edge.height}px` });
  ghost.append(copy);
  document.body.append(ghost);
  card.open = true;
  document.body.classList.add("carrying");
  card.classList.add("lifted");
  Object.assign(held, { ghost, edge });
}

/** A hand that rests over a fold wants to see what is in it. */
function unfold(event) {
  const fold = under(event, FOLD);
  if (fold === held.over) return;
  clearTimeout(held.timer);
  held.over = fold;
  if (fold) held.timer = setTimeout(() => (fold.parentElement.open = true), REST);
}

/** What is played is gone; else it glides back to where it was taken from. */
function letGo(isGone = false) {
  if (!held) return; // its drop has renewed the hand
  const { card, ghost, timer, edge } = held;
  clearTimeout(timer);
  held = null;
  document.body.classList.remove("carrying");
  card.classList.remove("lifted");
  if (!ghost) return;
  if (isGone || still()) return ghost.remove();
  const to = { translate: `${edge.left + edge.width / 2}px ${edge.top}px` };
  ghost
    .animate([{ translate: ghost.style.translate }, to], { duration: GLIDE, easing: "ease-out" })
    .finished.finally(() => ghost.remove());
}
