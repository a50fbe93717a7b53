// Presses: what a press on the board or on a card means: it takes up a counter, sends the one in hand, uses the card
// that is up, or answers the question. What the menu offers there is ordered by pressing the menu's own button.
//
//   choose(event)             the board tells of a press ("board:choose", see board.js)
//   dropped(piece, spot)      a counter was dragged there, or onto a tab by which it turns
//   mayCarry(card), laid(card, spot)   whether a card may be dragged, and it was dropped there: whether it is played
//   playsAlone(button, raise)      whether the press on a card gives its only use, or raise() raises it
import * as board from "./board.js";
import { SHOWN_OF_PIECE, asksAbout, cannotGo, capital, copied, lay, noUse, reveal } from "./asked.js";
import * as finality from "./finality.js";
import * as folds from "./folds.js";
import * as forecast from "./forecast.js";
import * as hand from "./hand.js";
import { goStraight, hasOrders, hold, ordersOf, reachOf, unpin } from "./held.js";
import { goThrough, goes, order, orderBy } from "./march.js";
import { isSending } from "./news.js";
import { canAct, foldOf, isLesson, isSame, live, now, onBoard, table } from "./now.js";
import { attackFrom, drawEdges, isTarget, reached, wayAt } from "./offers.js";
import { isQuick } from "./quick.js";
import * as reach from "./reach.js";
import { add } from "./series.js";
import { turnTo } from "./turns.js";

const SHOWN_WHERE_NARROW = 2; // so many answers of one place stand in the prompt of a narrow page

export async function choose(event) {
  const detail = await meant(event.detail);
  if (!detail) return;
  const { pressed, from } = detail,
    { tokens } = now.scene;
  const use = useAt(detail);
  if (use) return void orderBy(use, detail.target ?? tokens[pressed ?? detail.piece]?.at, from);
  // with nothing in hand a press on a counter takes it up, though something without a counter may go to its place
  const takesUp = !now.chosen && pressed && canAct(pressed);
  const { piece, target } = takesUp ? { piece: pressed, target: null } : detail;
  if (detail.isWayPoint && wayAt(target)?.comes) return void goThrough(target);
  if (now.chosen && target === tokens[now.chosen]?.at) return void hold(now.isOffered ? now.chosen : null);
  if (!piece && !target && (unpin() || goStraight())) return board.select(live(), now.chosen);
  if (target && isSpentAt(target, from, piece)) return;
  if (now.isOffered && pressed === now.chosen) return void hold(now.chosen);
  const answerIs = target ? null : answerOf(piece);
  if (answerIs) return void orderBy(answerIs, tokens[piece]?.at);
  if (now.chosen && (target || piece) && !canAct(target ? null : piece)) return staysInHand(target, piece);
  hand.lower();
  hold(canAct(piece) ? piece : null);
}

/** The press as it is meant; null where that is not known, or has become another thing meanwhile. A counter that cannot
    act is pressed for its place, which the board knows for a target when the orders of the one in hand are here. */
async function meant(detail) {
  const { piece, target } = detail,
    at = now.scene.tokens[piece]?.at,
    isForPlace = !target && now.chosen && at && !canAct(piece);
  if (isForPlace) board.select(live(), now.chosen);
  if ((target || isForPlace) && !(await knowsReach())) return null;
  return isForPlace && isTarget(at) ? { piece: now.chosen, target: at } : detail;
}

/** Waits until it is known what the counter in hand can do and reach, and what of it cannot be taken back; whether the
    press still means what it meant. */
async function knowsReach() {
  const piece = now.chosen,
    { moment } = table().dataset;
  const [far] = piece ? await Promise.all([reached() ?? reachOf(piece), ordersOf(piece)]) : [null];
  return far !== undefined && now.chosen === piece && table().dataset.moment === moment && hasOrders(piece);
}

/** What the card that is up does with the counter or at the place that was pressed, if that is one thing. */
const useAt = (spot) => usesAt(spot).find(({ length }) => length === 1)?.[0] ?? null;

/** What it does with the counter, and what at the place. */
function usesAt({ piece, pressed, target }) {
  const actor = pressed ?? piece,
    of = (key, value) => (value ? hand.uses().filter(({ dataset }) => dataset[key] === value) : []);
  return [of("piece", actor), of("target", target ?? now.scene.tokens[actor]?.at)];
}

/** The place is ordered to if a way or a button leads there; whether the press is spent. */
function isSpentAt(target, from, piece) {
  if (goes(target, from) || reach.passes()) return true;
  const actor = piece || now.chosen || (from && attackFrom(target, from)?.piece);
  const fits = onBoard().filter((b) => b.dataset.target === target && (!actor || b.dataset.piece === actor));
  if (fits.length > 1) severalFit(target, fits);
  else if (fits[0]?.matches("input")) add(fits[0]);
  else if (fits.length) orderBy(fits[0], target, from);
  return fits.length > 0;
}

/** The order of a counter where the question is which counter: each has one, that leads nowhere. */
function answerOf(piece) {
  const all = [...document.querySelectorAll(".orders button[name=order]")].filter(
    (each) => each.dataset.piece && !each.closest(".hand, #piece-answers"),
  );
  const isWhich =
    new Set(all.map(({ dataset }) => dataset.piece)).size === all.length &&
    all.every(({ dataset }) => !dataset.target || dataset.target === now.scene.tokens[dataset.piece]?.at) &&
    !folds.waiting().length;
  if (all.length < 2 || !isWhich || now.isTouch || isLesson()) return null;
  return all.find(({ dataset }) => dataset.piece === piece) ?? null;
}

/** A press where the counter in hand cannot go says so, and the counter stays in hand. */
function staysInHand(target, piece) {
  unpin();
  board.select(live(), now.chosen);
  cannotGo(now.chosen, target ?? now.scene.tokens[piece].at);
}

/** A counter that was dragged is ordered as by a press; where nothing can be done the prompt says so. */
export async function dropped(piece, { target, from, facing }) {
  await Promise.all([reachOf(piece), ordersOf(piece)]);
  if (reach.passes()) await reachOf(piece); // it was held over a space before its reach was known
  if (now.chosen !== piece || !hasOrders(piece)) return;
  if (facing) turnTo(facing);
  else if (reach.passes()?.target === target) order(reach.passes());
  else if (isTarget(target)) choose({ detail: { piece, target, from } });
  else if (target !== now.scene.tokens[piece]?.at) cannotGo(piece, target);
}

/** A card of a battle that is set is taken back by a press. */
export const mayCarry = (card) => !hand.isCovered() && !card.dataset.set;

/** A card that was dropped on one of its answers gives that. On the board it does what a press there does; one that
    has a single use, which needs no place, is played anywhere there. */
export function laid(card, { answer, piece, target, from }) {
  const uses = hand.uses(),
    [only] = uses;
  if (hand.raisedCard() !== card || !uses.length) return false; // the prompt says that it cannot be played
  if (answer) answer.click();
  if (answer) return true;
  const use = useAt({ pressed: piece, target }),
    several = usesAt({ pressed: piece, target }).find(({ length }) => length) ?? [];
  if (use) orderBy(use, target, from);
  else if (several.length) severalFit(target, several);
  else if (target && uses.length === 1 && !hasPlace(only)) return !isSending() && unlessFinal(only, () => {});
  else return noUse(card, target);
  return true;
}

const hasPlace = ({ dataset }) => Boolean(dataset.target || now.scene.tokens[dataset.piece]?.at);

/** Several answers come to the same place: each stands in the prompt, and those that differ in where the counter
    faces then have a tab there. Where they are too many for the prompt, the list opens. */
function severalFit(target, fits) {
  const far = reached(),
    ends = far ? reach.ends(far, target) : [],
    { faces, several } = table().dataset;
  const { name = "" } = foldOf(now.chosen)?.dataset ?? {},
    hasTabs = ends.length === fits.length,
    most = matchMedia("(max-width: 1099px)").matches ? SHOWN_WHERE_NARROW : SHOWN_OF_PIECE;
  if (fits[0].matches("input") || (!hasTabs && fits.length > most)) return reveal(fits[0]);
  const shown = hasTabs ? ends : [];
  if (!lay(fits.map((button) => inShort(copied(button, name), shown)))) return reveal(fits[0]);
  now.pinned = { target, from: null, ends: shown };
  forecast.clear();
  if (now.chosen) board.way(live(), [now.chosen, target]);
  drawEdges();
  const words = (hasTabs ? faces : several).replace("{piece}", name);
  return asksAbout(words.replace("{place}", board.spaces(live()).get(target)));
}

/** Of an answer that has a tab only the facing is told: the question tells the rest. */
function inShort(button, ends) {
  const way = ends.find(({ orders: [only] }) => isSame(only, button.value));
  if (!way) return button;
  button.classList.add("faces");
  button.dataset.facing = way.facing;
  button.firstElementChild.firstChild.data = capital(board.facingWords(live(), way.facing));
  return button;
}

/** The only use of a card that needs no second press is given at once if it can be taken back, else the card is
    raised. A finger that taps a card wants to read it, and a lesson tells of each press. */
export function playsAlone(button, raise) {
  return !(now.isTouch || isLesson() || isSending()) && unlessFinal(button, raise);
}

function unlessFinal(button, raise) {
  const { moment } = table().dataset;
  (isQuick() ? Promise.resolve(false) : finality.asked(table(), button.value)).then((isFinal) => {
    if (moment !== table().dataset.moment) return;
    if (isFinal) raise();
    else button.click();
  });
  return true;
}
