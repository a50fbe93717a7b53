// Quick: whether orders are given by one press, whatever they lead to: a switch of the menu, kept in the browser.
//
//   quick()     begins: shows the switch
//   isQuick()   whether it is on; a lesson is quick by itself
import { isLesson } from "./now.js";

export function quick() {
  const box = document.getElementById("quick");
  if (!box) return;
  box.closest("label").hidden = false;
  box.checked = isQuick();
  document.addEventListener("click", ({ target }) => {
    if (target.id === "quick") localStorage.setItem("quick", target.checked ? "on" : "off");
  });
}

export const isQuick = () => isLesson() || localStorage.getItem("quick") === "on";
