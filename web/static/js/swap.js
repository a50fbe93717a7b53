// Swap: puts into a table's page what the server tells of its parts, its log and whose turn it is.
//
//   swap({id: html}, token)         replaces parts; what was folded open stays so, an open menu waits until it is closed
//   turn({moment, waiting, asked})  whom the game waits for, and the moment that the page's forms are of
//   addLines(list, html, undone)    new lines of the log, oldest first, and [first, last] event of what was taken back

import { settle } from "./logbook.js";

const later = new WeakMap(); // an open menu -> what takes its place when it is closed

export function swap(parts, token) {
  const fresh = document.createElement("template");
  for (const [id, html] of Object.entries(parts)) {
    const old = document.getElementById(id);
    if (!old) continue;
    fresh.innerHTML = html;
    const part = fresh.content.firstElementChild;
    for (const field of part.querySelectorAll("input[name=token]")) field.value = token;
    for (const kept of [old, ...old.querySelectorAll("details")]) {
      if (!kept.matches("details[data-keep][open]")) continue;
      (kept === old ? part : part.querySelector(`#${CSS.escape(kept.id)}`))?.setAttribute("open", "");
    }
    if (!old.open || old.matches("[data-keep]")) {
      old.replaceWith(part);
      continue;
    }
    if (!later.has(old))
      old.addEventListener("toggle", () => old.replaceWith(later.get(old)), { once: true });
    later.set(old, part);
  }
}

export function turn({ moment, waiting, asked }) {
  for (const each of document.querySelectorAll("[data-waiting]"))
    each.classList.toggle("active", waiting.includes(each.dataset.waiting));
  document.getElementById("signal").dataset.asked = asked ? "1" : "";
  document.getElementById("table").dataset.moment = moment;
  stamp(moment);
}

/** Forms that are put in without a moment get the present one, and those that stayed as they are too. */
export function stamp(moment) {
  for (const field of document.querySelectorAll("#table input[name=moment]")) field.value = moment;
}

const MARKS = { battles: ".mark-battle, .mark-capture", cards: ".mark-card", notes: ":not(*)" };

export function addLines(list, html, undone) {
  const fresh = document.createElement("template"),
    marks = MARKS[list.dataset.kind];
  fresh.innerHTML = html;
  settle(list);
  for (const line of Array.from(fresh.content.children)) {
    if (marks && !line.matches(marks)) continue;
    list.querySelector(".mut")?.remove();
    if (marks) line.classList.remove("follow-up");
    const head = list.querySelector(".line");
    if (head && line.matches(".follow-up")) lastOf(head).after(line);
    else list.prepend(line);
  }
  for (const [first, last] of undone) for (const line of list.children) takeBack(list, line, first, last);
}

/** The last line of the command whose first line this is. */
function lastOf(line) {
  while (line.nextElementSibling?.matches(".follow-up")) line = line.nextElementSibling;
  return line;
}

function takeBack(list, line, first, last) {
  const event = Number(line.id.slice(1));
  if (!line.id || event < first || event > last || line.matches(".undone")) return;
  line.classList.add("undone");
  const said = document.createElement("em");
  said.textContent = list.dataset.undone;
  line.querySelector(".text").append(" ", said);
}
