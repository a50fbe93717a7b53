// Keys: single letters for what the page offers, the list of them on "?", and "/" to find a space by name.
// None has Ctrl or Alt, none works while somebody types, none at all with data-keys="off" on <html>.
import { go, spaces, step } from "./board.js";

const live = () => document.querySelector("#board .board-live");
const part = (id) => document.getElementById(id);

/** Calls `actions[key](event)`, or `actions["Shift+key"]` if there is one; "?", "/", "." and "," work on every page with a board. */
export function keys(actions) {
  const all = {
    "?": () => part("keys").showModal(),
    "/": () => find(),
    ".": () => live() && step(live(), 1),
    ",": () => live() && step(live(), -1),
    x: () => document.querySelector("[data-key=x]")?.click(),
    ...actions,
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (
      event.target.closest(
        "input:not([type=checkbox], [type=radio], [type=range]), select, textarea, dialog[open]",
      )
    )
      return;
    if (document.documentElement.dataset.keys === "off" && /^\S$/.test(event.key)) return;
    const action =
      (event.shiftKey && all[`Shift+${event.key}`]) ||
      (all[event.key] ?? (event.shiftKey ? undefined : all[event.key.toLowerCase()]));
    if (!action || (event.key === " " && event.target.closest("button, a, summary, [role=button]"))) return;
    if (/^(Arrow|Home|End)/.test(event.key) && !event.shiftKey && event.target.closest(".board-live")) return;
    event.preventDefault();
    action(event);
  });
  part("find-form")?.addEventListener("submit", found);
}

function find() {
  const list = part("find-spaces");
  if (!live() || !list) return;
  if (!list.children.length) list.append(...[...spaces(live()).values()].map((name) => new Option(name)));
  part("find-none").textContent = "";
  part("find-name").value = "";
  part("find").showModal();
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

function found(event) {
  const wanted = plain(part("find-name").value),
    names = [...spaces(live())];
  const hit =
    names.find(([, name]) => plain(name) === wanted) ??
    names.find(([, name]) => plain(name).startsWith(wanted)) ??
    names.find(([, name]) => plain(name).includes(wanted));
  if (hit && wanted) return void setTimeout(() => go(live(), hit[0]));
  event.preventDefault();
  part("find-none").textContent = part("find-none").dataset.words;
}
