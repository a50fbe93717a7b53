// Shortcuts: the keys of a table; keys.js has those of every page with a board.
//
//   shortcuts(sight)   begins; `sight` is what V does
//   up()               one step back: a stack that lies open, what is pinned, what is in hand, the last part of an open
//                      answer, the battle that lies open
import * as battle from "./battle.js";
import * as board from "./board.js";
import { bar, keepFocus } from "./asked.js";
import { answer, green } from "./digits.js";
import * as folds from "./folds.js";
import * as hand from "./hand.js";
import { goStraight, hold, unpin } from "./held.js";
import { keys } from "./keys.js";
import { buttons, live, now, table } from "./now.js";
import { TURN_KEYS } from "./turns.js";

const KEYS = {
  u: () => document.querySelector("#undo button")?.click(),
  U: () => (document.querySelector("#undo .step button") ?? document.querySelector("#undo button"))?.click(),
  r: () => document.querySelector(".tools a[href$='/replay']")?.click(),
  b: () => battle.reopen(),
  i: () => document.querySelector("#hint button:not(:disabled)")?.click(),
  n: () => document.querySelector("#nobody button")?.click(),
  l: () => document.querySelector("#logbook [aria-current]")?.focus(),
  h: () => hand.toHand(table().dataset),
  p: () => bar()?.focus(),
  m: () => live() && board.enter(live()),
  Escape: up,
  "]": () => toPiece(1),
  "[": () => toPiece(-1),
  ...Object.fromEntries([..."123456789"].map((digit) => [digit, () => answer(Number(digit))])),
  ...TURN_KEYS,
};

export function shortcuts(sight) {
  keys({ ...KEYS, v: sight });
  document.addEventListener("keydown", enter);
  document.addEventListener("click", ({ target }) => target.closest?.("#put-back") && up());
}

/** Enter on what is no button itself gives the green answer; who uses keys does not lose the focus. */
function enter({ key, target, defaultPrevented, ctrlKey, altKey, metaKey }) {
  const has = document.activeElement,
    isFree = has === document.body || has === bar();
  if (key !== "Tab") keepFocus();
  if (key !== "Enter" || defaultPrevented || ctrlKey || altKey || metaKey) return;
  if (isFree && !target.closest("dialog")) green()?.click();
}

/** To the next place with a counter that can act. */
function toPiece(by) {
  if (!live()) return;
  const pieces = [...buttons().map(({ dataset }) => dataset.piece), ...folds.waiting()],
    places = new Set(pieces.map((piece) => now.scene.tokens[piece]?.at));
  board.step(live(), by, (space) => places.has(space));
}

export function up() {
  if ((live() && board.fold(live())) || unpin() || goStraight()) return;
  if (live()) board.way(live());
  if (hand.lower()) return;
  if (now.chosen && !now.isOffered) return void hold(null);
  const last = document.querySelector("#up button");
  if (last) last.click();
  else battle.close();
}
