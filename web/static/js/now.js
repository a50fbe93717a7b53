// Now: what the page of a table shows at this moment and what its reader has in hand. The rooms of the table (asked,
// offers, held, news, march, presses) share these fields and nothing else.
//
//   now                     the fields below
//   table(), live()         the page's table; the live layer of its board, or null
//   buttons()               every order that can be pressed, and the number fields of a series
//   onBoard()               those that a press on the board may mean: none of a card that is not up
//   foldOf(piece)           the fold that lists the orders of a counter, or null
//   canAct(piece), isAsked()    whether the counter, or anything, has an order
//   isLesson()              everything can be taken back in a lesson: what is lit is pressed once
//   isSame(order, value)    whether a button's value is that order
//   asking(address, query)  an address with what the page shows: the server need only tell what differs
//   say(text)               to who listens to the page
import * as folds from "./folds.js";
import { counts } from "./series.js";

export const now = {
  scene: null, // the scene that is shown
  chosen: null, // the counter that was taken up on the board
  isOffered: false, // it was put in hand by the question, which is about no other
  pinned: null, // {target, from}: what cannot be taken back, or was tapped: a second press orders it; with `order` it is
  // that button's, with `ends` the player chooses of these ways to the target by facing, or by an answer in the prompt
  attacks: [], // the attacks of the menu, with their odds, where nothing else is to be pressed
  isTouch: false, // whether the last press was a finger's
};

export const table = () => document.getElementById("table");
export const live = () => document.querySelector("#board .board-live");
export const buttons = () => [...document.querySelectorAll(".orders button[name=order]"), ...counts()];

export const onBoard = () => buttons().filter((button) => !button.closest(".hand .card:not([open])"));

export const foldOf = (piece) =>
  piece && document.querySelector(`details.piece[data-piece="${CSS.escape(piece)}"]`);

export const canAct = (piece) =>
  piece && (folds.number(piece) > 0 || buttons().some((b) => b.dataset.piece === piece));

export const isAsked = () => buttons().length + folds.waiting().length > 0;

export const isLesson = () => document.body.classList.contains("lesson");

export const isSame = (order, value) =>
  Boolean(value) && JSON.stringify(JSON.parse(value)) === JSON.stringify(order);

export function asking(address, query = {}) {
  const url = new URL(address, location.href),
    { stamp: mine, viewer, asks: isOwn, page } = table().dataset;
  const kept = new URL(page, location.href).searchParams;
  for (const name of ["log", "lines", "only"]) if (kept.has(name)) url.searchParams.set(name, kept.get(name));
  // what a page shows by a choice of its own the server does not keep: then all parts are told
  url.searchParams.set("since", isOwn === "1" ? mine.replace(/[^/]*$/, "") : mine);
  url.searchParams.set("seen", viewer);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

export const say = (text) => {
  document.getElementById("news").textContent = text;
};
