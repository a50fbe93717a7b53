// Play: begins a table's page. It sends the page's own forms and follows the game without leaving the page, and lets the
// board press the same buttons; everything works with scripts off as well. The rooms:
//
//   now        what the page shows and what is in hand      news     what the server tells, and what is sent to it
//   offers     what the board shows can be done             march    several orders at a stroke, second presses
//   held       the counter or the card in hand              presses  what a press on the board or a card means
//   asked      the prompt speaks of what is in hand         turns    how a counter faces
//   forms      the page's forms and links                   shortcuts  the keys
import * as battle from "./battle.js";
import * as board from "./board.js";
import { carry } from "./carry.js";
import { coach } from "./coach.js";
import { drag } from "./drag.js";
import { explain } from "./explain.js";
import { keepFitting } from "./fit.js";
import * as folds from "./folds.js";
import * as forecast from "./forecast.js";
import { filter, pick, submit } from "./forms.js";
import * as hand from "./hand.js";
import { hold, offerOnly, raised, takeUpAgain, unfolded } from "./held.js";
import * as idle from "./idle.js";
import * as logbook from "./logbook.js";
import { rested, shown } from "./march.js";
import * as news from "./news.js";
import { buttons, canAct, live, now, say, table } from "./now.js";
import { odds } from "./odds.js";
import { hints, point, wayAt } from "./offers.js";
import { choose, dropped, laid, mayCarry, playsAlone } from "./presses.js";
import { quick } from "./quick.js";
import * as reach from "./reach.js";
import { ready } from "./series.js";
import { shortcuts } from "./shortcuts.js";
import { sight } from "./sight.js";
import { turnTo } from "./turns.js";

const chosen = () => now.chosen;
const scene = () => now.scene;

function start() {
  const told = document.getElementById("scene");
  now.scene = JSON.parse(told.textContent);
  told.textContent = ""; // nothing of a hand stays in the page when it is covered
  const box = document.querySelector("#board .board");
  if (box)
    board.see(
      board.mount(box, now.scene, hints(), { may: canAct }),
      hints().map((hint) => hint.space),
    );
  news.begin(shown);
  listen();
  shortcuts(box ? sight({ table, live, chosen, say }) : () => {});
  pointed(box);
  hand.hand({ raised, playsAlone });
  logbook.fold(document.getElementById("log"));
  keepFitting();
  battle.place();
  ready();
  if (table().dataset.shared) idle.watch(() => table().dataset);
  quick();
  coach();
  if (live()) drag(live(), { may: canAct, take: takenUp, rest: rested, drop: dropped });
  carry({ may: mayCarry, drop: laid });
  takeUpAgain();
  if (live()) offerOnly();
  news.awaitNudge();
}

function listen() {
  document.addEventListener("submit", submit);
  document.addEventListener("change", pick, true); // before the odds are asked for
  document.addEventListener("board:choose", choose);
  document.addEventListener("board:turn", ({ detail }) => turnTo(detail.facing));
  document.addEventListener("pointerdown", (event) => (now.isTouch = event.pointerType === "touch"), true);
  document.addEventListener("click", filter);
  document.addEventListener("toggle", unfolded, true);
  document.addEventListener("toggle", news.asText, true);
}

/** What is pointed at is told: its odds, its way, its card. */
function pointed(box) {
  odds(
    table(),
    scene,
    (order) => live() && !now.pinned && board.way(live(), order ? [order.piece, order.target] : []),
    (space) => Boolean(wayAt(space)),
    () => Boolean(now.pinned) && forecast.isShown(),
  );
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, point);
  if (box)
    explain({
      table,
      svg: live,
      scene,
      spoken: (word) => board.spoken(live(), word),
      chosen,
      reach: (piece) => reach.known(table(), piece),
      orders: (piece) =>
        buttons().filter((button) => button.dataset.piece === piece).length + folds.number(piece),
    });
}

function takenUp(piece) {
  if (now.chosen !== piece) hold(piece);
}

start();
