// Drag: a counter that is dragged to a place gives the order that a press there gives; dropped elsewhere it glides back.
//
//   drag(svg, {may, take, rest, drop})
//       may(piece)            whether the counter may be dragged
//       take(piece)           it is taken up
//       rest(piece, target)   it is held over a space for a moment: its way goes through there
//       drop(piece, {target, from, facing})   it was dropped on a space, on a pill, or on a tab by which it turns; null
//                             where nothing is
//   a counter that is dropped goes back to its place; what the drop orders moves it on from there
//   one that lies under others is dragged out of their fan, which opens too when a mouse holds the stack for a moment:
//   then it is taken by leaving the fan from it, without a second press
//
//   LEAST, GLIDE, REST   what else is dragged goes by the same measures (carry.js)
//   spotAt(x, y)         what lies there on the board: {target, from, facing, piece}
import { el, part, still } from "./svg.js";
import { fanOut, isUnderOthers } from "./board.js";
import { attackAt } from "./edges.js";
import { closeFan } from "./fan.js";

export const LEAST = 6; // so many pixels are still a press
export const GLIDE = 160;
export const REST = 450;
const STAY = 100;

/** The space there with the counter that lies on top, the edge that a pill of an attack stands at, the tab. */
export function spotAt(x, y) {
  // what is in the air is above all else, and some counters are pressed wherever their box is
  const under = document.elementsFromPoint(x, y).find((each) => !each.closest(".ghost")),
    edge = under && attackAt(under), // off the window there is nothing
    token = under?.closest(".board-live .token"),
    space = under?.closest(".board-live .sp")?.id.slice(3) ?? token?.dataset.space;
  return {
    target: edge?.target ?? space ?? null,
    from: edge?.from,
    facing: under?.closest(".edge-tab")?.dataset.facing ?? null,
    piece: token?.id.slice(2) ?? null,
  };
}

const inFan = (node) => node?.closest?.(".board-fan button") ?? null;

/** The counter there, on the board or in the fan of its stack. */
const heldAt = (node) => node.closest?.(".token")?.id.slice(2) ?? inFan(node)?.dataset.piece;

export function drag(svg, { may, take, rest, drop }) {
  const box = svg.closest(".board");
  let held = null; // {id, node, ghost, pointer, x, y, timer, opens, fan}: `x` and `y` are where the pointer last came to
  // rest; `opens` is the timer of the fan, `fan` {under, over, timer}: it is open; the button under the pointer, and the
  // one that it has stayed over, whatever it crosses on its way out
  let isSpent = false; // the press that ends a drag is no press on the board

  /** How the screen's pixels lie on the board. */
  const onBoard = ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [x, y];
  };

  box.addEventListener(
    "pointerdown",
    (event) => {
      isSpent = false;
      const id = heldAt(event.target),
        node = id && part(svg, `u-${id}`);
      if (held || event.button || !event.isPrimary || !node) return;
      const opens = event.pointerType === "mouse" && !inFan(event.target) && isUnderOthers(svg, id);
      if (!may(id) && !opens) return;
      held = { id, node, ghost: null, pointer: event.pointerId, x: event.clientX, y: event.clientY };
      if (opens) held.opens = setTimeout(open, REST);
      if (may(id)) event.stopPropagation(); // the board itself is not dragged
    },
    true,
  );
  box.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId !== held?.pointer) return;
      if (!event.buttons) return letGo(null); // it was let go outside the board
      if (held.fan || held.ghost) event.preventDefault(); // nor is it by a stack that cannot act, once its fan is open
      if (held.fan && !takes(event)) return;
      if (!held.ghost) {
        if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < LEAST && !held.fan) return;
        if (!may(held.id)) return letGo(null);
        begin();
      }
      held.ghost.setAttribute("transform", `translate(${onBoard(event).join(" ")})`);
      awaitRest(event);
    },
    true,
  );
  // text of the board that an earlier drag has marked is not what is dragged now
  box.addEventListener("dragstart", (event) => event.preventDefault());
  box.addEventListener("pointerup", end);
  box.addEventListener("pointercancel", ({ pointerId }) => pointerId === held?.pointer && letGo(null));
  box.addEventListener(
    "click",
    (event) => {
      if (!isSpent) return;
      isSpent = false;
      event.stopPropagation();
    },
    true,
  );

  function open() {
    if (!isUnderOthers(svg, held.id)) return; // it has gone on meanwhile
    held.fan = { under: null, over: null, timer: null };
    fanOut(svg, held.id);
  }

  /** Whether the pointer has left the fan after it had stayed over a counter: that is in the air then. */
  function takes({ clientX, clientY }) {
    const { fan } = held,
      under = inFan(document.elementFromPoint(clientX, clientY));
    if (under !== fan.under) {
      clearTimeout(fan.timer);
      fan.under = under;
      if (under) fan.timer = setTimeout(stay, STAY);
    }
    const id = !under && fan.over?.dataset.piece;
    if (!id || !may(id)) return false;
    Object.assign(held, { id, node: part(svg, `u-${id}`) });
    return true;
  }

  function stay() {
    const { fan } = held;
    fan.over?.classList.remove("pointed");
    fan.over = fan.under;
    fan.over.classList.add("pointed");
  }

  function begin() {
    clearTimeout(held.opens);
    clearTimeout(held.fan?.timer);
    held.fan = null;
    closeFan(svg);
    take(held.id);
    box.setPointerCapture(held.pointer);
    held.ghost = el("g", { class: `${held.node.getAttribute("class")} ghost` });
    held.ghost.append(
      ...[...held.node.children].filter((each) => !each.matches("title")).map((each) => each.cloneNode(true)),
    );
    svg.append(held.ghost);
    held.node.classList.add("lifted");
  }

  /** A hand is never quite still: what moves by less than a press rests. */
  function awaitRest({ clientX, clientY }) {
    if (held.timer && Math.hypot(clientX - held.x, clientY - held.y) < LEAST) return;
    clearTimeout(held.timer);
    Object.assign(held, { x: clientX, y: clientY });
    const { id } = held;
    held.timer = setTimeout(() => {
      const { target, from } = spotAt(clientX, clientY);
      if (target && from === undefined) rest(id, target);
    }, REST);
  }

  function end(event) {
    if (event.pointerId !== held?.pointer) return;
    clearTimeout(held.opens);
    if (!held.ghost) return letStand();
    isSpent = true;
    const { id } = held,
      spot = spotAt(event.clientX, event.clientY);
    letGo(onBoard(event));
    drop(id, spot);
  }

  /** Nothing is in the air: the fan that has opened stays, or the counter that was pointed at in it is pressed. */
  function letStand() {
    const { fan } = held;
    held = null;
    if (!fan) return;
    clearTimeout(fan.timer);
    fan.under?.click();
    isSpent = true;
  }

  /** Back to its place, in a glide from where it was dropped. */
  function letGo(from) {
    const { node, ghost, timer, opens, fan } = held;
    for (const each of [timer, opens, fan?.timer]) clearTimeout(each);
    held = null;
    ghost?.remove();
    node.classList.remove("lifted");
    const to = node.getAttribute("transform");
    if (!from || !to || still()) return;
    const css = to.replace(/translate\((\S+) (\S+)\)/, "translate($1px, $2px)");
    node.animate([{ transform: `translate(${from[0]}px, ${from[1]}px)` }, { transform: css }], {
      duration: GLIDE,
      easing: "ease-out",
    });
  }
}
