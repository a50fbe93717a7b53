// Fan: a stack laid out, its counters in a row above the board, each a button.
import { fullName, portrait } from "./counters.js";
import { board, stack } from "./sheet.js";
import { said, spokenToken } from "./spaces.js";

export function closeFan(svg) {
  svg.closest(".board")?.querySelector(".board-fan")?.remove();
}

/** Arrows walk the row, Escape folds it again; `back` is called when it is folded, `takes(id)` when a counter is pressed. */
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
  fan.addEventListener("keydown", (event) => {
    const row = [...fan.children],
      step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") fold();
    else if (step) row.at((row.indexOf(event.target) + step) % row.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const box = svg.closest(".board");
  fan.style.width = `${box.clientWidth - 70}px`; // of the box: the board itself may be far wider
  box.prepend(fan);
  fan.firstChild.focus({ preventScroll: true });
}
