// Asked: the prompt speaks of the counter or the card in hand. Its first line says what to do with that, its few answers
// stand beside it, and what cannot be done is said there.
//
//   asksAbout(text)      the first line says so; null gives the question back
//   isWarned(what)       whether the first line says already that the answer loses this; it says so from now on
//   answersOf(details)   the answers of the counter in hand, of its fold, that need no place to press
//   answerForPin(way, give, label)   what is pinned is ordered by a green button too, by give()
//   lay(answers)         these answers stand there, with the button that puts back what is in hand; false where the page
//                        has no place for them
//   copied(button, name)   an answer of the list for the prompt, without the name of its counter
//   capital(text)
//   refused(message, role, isAdvice)   a notice above the question
//   unreachable()        the server was not heard: such a notice says so
//   cannotGo(piece, target)   says why a counter went back, with the paragraph that the question stands on
//   noUse(card, target)  says why a card went back: false
//   reveal(button)       opens the list at this answer
//   keepFocus(), bar()   where the element that had the focus is gone, the prompt has it: keys go on from there
import * as board from "./board.js";
import { fit } from "./fit.js";
import { foldOf, live, now, table } from "./now.js";

export const SHOWN_OF_PIECE = 4; // so many answers of the counter in hand stand in the prompt
let question = null; // [element, its own words]

export const bar = () => document.getElementById("prompt");
const own = () => document.getElementById("piece-answers");

export function asksAbout(text) {
  const place = document.getElementById("asked");
  if (question && question[0] !== place) question = null;
  if (place && text !== null) {
    question ??= [place, place.innerHTML];
    place.textContent = text;
  } else if (question) {
    place.innerHTML = question[1];
    question = null;
  }
  fit();
  keepFocus();
}

export function isWarned(what) {
  const words = table().dataset.sure.replace("{what}", capital(what));
  if (document.getElementById("asked")?.textContent === words) return true;
  asksAbout(words);
  return false;
}

/** What the counter in hand can do without a place to press: few as they are. */
export function answersOf(details) {
  const form = own(),
    { chosen, isOffered } = now;
  if (!form) return asksAbout(null);
  const here = now.scene.tokens[chosen]?.at,
    all = [...(details?.querySelectorAll("button[name=order]") ?? [])],
    still = all.filter(({ dataset }) => !dataset.target || dataset.target === here);
  const shown = still.length <= SHOWN_OF_PIECE ? still : [];
  form.querySelector(".own").replaceChildren(...shown.map((button) => copied(button, details.dataset.name)));
  form.querySelector(".put-back").hidden = !chosen || isOffered || Boolean(document.getElementById("up"));
  return asksAbout(
    chosen && details && !isOffered ? table().dataset.holding.replace("{piece}", details.dataset.name) : null,
  );
}

export function answerForPin(way, give, label = null) {
  if (!own()) return;
  const { to, attack, twice, once, passed } = table().dataset,
    place = board.spaces(live()).get(way.target),
    button = document.createElement("button");
  Object.assign(button, { type: "button", id: "go", className: "primary" });
  button.append(label ?? span((way.kind === "fight" ? attack : to).replace("{place}", place)));
  button.addEventListener("click", give);
  lay([button]);
  asksAbout((way.isPassed ? passed : way.final ? twice : once).replace("{place}", place));
}

export function lay(answers) {
  const form = own();
  if (!form) return false;
  form.querySelector(".own").replaceChildren(...answers);
  form.querySelector(".put-back").hidden = false;
  return true;
}

const span = (text) => Object.assign(document.createElement("span"), { textContent: text });

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export function copied(button, name) {
  const copy = button.cloneNode(true),
    label = copy.firstElementChild.firstChild;
  const short = label.data.startsWith(`${name}: `) ? label.data.slice(name.length + 2) : label.data;
  label.data = capital(short);
  delete copy.dataset.target; // the board presses the one in the list
  return copy;
}

export function refused(message, role = "alert", isAdvice = false) {
  const place = document.querySelector("#prompt .problem") ?? document.createElement("p");
  Object.assign(place, { className: isAdvice ? "problem advice" : "problem", textContent: message });
  place.setAttribute("role", role);
  document.querySelector("#prompt .notices").prepend(place);
  return place;
}

export function unreachable() {
  refused(table().dataset.unreachable, "status").dataset.passes = "1";
}

export function cannotGo(piece, target) {
  const { nowhere, noway } = table().dataset,
    place = board.spaces(live()).get(target),
    name = foldOf(piece)?.dataset.name ?? now.scene.tokens[piece].name;
  isBack((place ? noway : nowhere).replace("{piece}", name).replace("{place}", place));
}

export function noUse(card, target) {
  const { nouse, unused } = table().dataset,
    place = target && board.spaces(live()).get(target);
  isBack((place ? nouse : unused).replace("{card}", nameOf(card)).replace("{place}", place));
  return false;
}

/** With the paragraph that the question stands on. */
function isBack(words) {
  const rule = document.querySelector("#prompt .about a"),
    said = refused(words, "status");
  said.dataset.passes = "1";
  if (rule) said.append(" ", rule.cloneNode(true));
}

/** What a card of the hand is called. */
export const nameOf = (card) =>
  (card.querySelector(".called") ?? card.querySelector(".face .sr")).textContent;

export function reveal(button) {
  for (let fold = button.closest("details"); fold; fold = fold.parentElement.closest("details"))
    fold.open = true;
  button.focus();
}

export function keepFocus() {
  const has = document.activeElement;
  if (!has || has === document.body || !has.checkVisibility()) bar()?.focus({ preventScroll: true });
}
