// Hand: a press raises a card, and its uses stand in the prompt; in a battle a press sets it, or takes it back if
// it is set. A hand that nobody has touched for a while at a shared screen is covered; one press shows it.
//
//   hand({raised, playsAlone})      raised(card | null) is told which card is up; playsAlone(button, raise) says
//                       whether the only use of a card is given by the press on it, or raised by raise()
//   cover(words), isCovered()
//   raisedCard()        the card that is up, or null
//   uses()              its buttons
//   renew(words)        the page has put a new hand in
//   step(event)         the arrow keys walk the hand
import { putBack } from "./carry.js";

let covered = false;

const tray = () => document.getElementById("hand");
const cards = () => [...tray().querySelectorAll(".card")];
export const raisedCard = () => tray()?.querySelector(".card[open]") ?? null;
export const isCovered = () => covered;
export const uses = () => [...(raisedCard()?.querySelectorAll(".uses button[name=order]") ?? [])];

export function hand({ raised, playsAlone }) {
  document.addEventListener("click", (event) => {
    const card = event.target.closest?.(".hand .card > summary")?.parentElement;
    if (card) press(card, event, playsAlone);
  });
  document.addEventListener(
    "toggle",
    (event) => {
      if (!event.target.matches?.(".hand .card")) return;
      if (event.target.open) raised(event.target);
      else if (!raisedCard()) raised(null);
    },
    true,
  );
  document.addEventListener("keydown", walk);
}

/** A card of a battle is set by one press, or taken back; one that has a single use may be played by it; any other is
    raised. */
function press(card, event, playsAlone) {
  const uses = card.querySelectorAll(".uses button[name=order]"),
    only = uses.length === 1 ? uses[0] : null;
  if (only?.dataset.part) {
    event.preventDefault();
    only.click();
  } else if (card.dataset.set) {
    event.preventDefault();
    card.querySelector(".unset")?.click();
  } else if (only && !card.open && playsAlone(only, () => (card.open = true))) event.preventDefault();
}

export function lower() {
  const card = raisedCard();
  if (card?.querySelector(".uses").contains(document.activeElement)) card.querySelector("summary").focus();
  if (card) card.open = false;
  return Boolean(card);
}

function walk(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key],
    card = event.target.closest?.(".hand .card > summary")?.parentElement;
  if (!by || !card) return;
  const all = cards();
  all
    .at((all.indexOf(card) + by) % all.length)
    .querySelector("summary")
    .focus();
  event.preventDefault();
}

/** To the first card, or, from a card, the hand is covered. */
export function toHand(words) {
  if (covered) return uncover();
  if (document.activeElement?.closest?.(".hand")) return cover(words);
  return (tray().querySelector(".card:not(.idle) > summary") ?? tray().querySelector("summary"))?.focus();
}

export function cover(words) {
  if (!tray() || !cards().length) return;
  covered = true;
  putBack();
  lower();
  if (!tray().querySelector(".cover")) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "cover" });
    button.append(
      `${words.covered} `,
      Object.assign(document.createElement("b"), { textContent: words.show }),
    );
    button.addEventListener("click", uncover);
    tray().prepend(button);
  }
  tray().classList.add("covered");
}

function uncover() {
  covered = false;
  tray().classList.remove("covered");
  tray().querySelector(".cover")?.remove();
  tray().querySelector("summary")?.focus();
}

export function renew(words) {
  putBack(true);
  if (covered) cover(words);
}
