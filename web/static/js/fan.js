// Fan: a stack laid out, its counters in a row above the board, each a button; the first that can act has the focus.
import { fullName, portrait } from "./counters.js";
import { board, stack } from "./sheet.js";
import { said, spokenToken } from "./spaces.js";

/** Whether one lay open. */
export function closeFan(svg) {
  const fan = svg.closest(".board")?.querySelector(".board-fan");
  fan?.remove();
  return Boolean(fan);
}

/** Arrows walk the row, [ and ] those in it that can act and on to other places, Escape folds it again; `back` is called
    when it is folded, `takes(id)` when a counter is pressed. */
export function openFan(svg, space, back, takes) {
  closeFan(svg);
  const b = board(svg),
    fan = document.createElement("div");
  const fold = () => {
    closeFan(svg);
    back();
  };
  fan.className = "board-fan";
  fan.setAttribute("role", "toolbar");
  fan.setAttribute("aria-label", `${said(b, "stack")}: ${b.sps.get(space).sp.dataset.name}`);
  for (const id of stack(b, space).reverse()) {
    const button = document.createElement("button"),
      token = b.scene.tokens[id];
    Object.assign(button, { type: "button", tabIndex: fan.firstChild ? -1 : 0, title: fullName(token) });
    button.setAttribute("aria-label", spokenToken(b, token));
    button.dataset.piece = id;
    button.append(portrait(svg, id));
    button.addEventListener("click", () => {
      fold();
      takes(id);
    });
    fan.append(button);
  }
  const acts = ({ dataset }) => b.may(dataset.piece);
  fan.addEventListener("keydown", (event) => {
    const row = [...fan.children],
      at = row.indexOf(event.target),
      step = { ArrowLeft: -1, ArrowRight: 1 }[event.key],
      next = { "[": row.slice(0, at).findLast(acts), "]": row.slice(at + 1).find(acts) }[event.key];
    if (event.key === "Escape") fold();
    else if (step) row.at((at + step) % row.length).focus();
    else if (next) next.focus();
    else {
      if ("[]".includes(event.key)) fold(); // from its place they go on to the next
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  const box = svg.closest(".board");
  fan.style.width = `${box.clientWidth - 70}px`; // of the box: the board itself may be far wider
  box.prepend(fan);
  ([...fan.children].find(acts) ?? fan.firstChild).focus({ preventScroll: true });
}
