// Forms: the page's own forms and links are sent without leaving the page. With scripts off they work as any page's do.
//
//   submit(event), pick(event), filter(event)   for the document: a form, a choice of the prompt, a link to other lines
import { asksAbout, isWarned, refused } from "./asked.js";
import * as hint from "./hint.js";
import { isAnother } from "./march.js";
import { isSending, leave, putIn, send } from "./news.js";
import { table } from "./now.js";
import { isQuick } from "./quick.js";

/** What is picked in the prompt is what its button gives, and loses. */
export function pick({ target }) {
  if (!target.matches("#pick select")) return;
  const button = target.form.querySelector("button"),
    { costs } = target.selectedOptions[0].dataset;
  button.value = target.value;
  if (button.dataset.costs) asksAbout(null); // what was asked of another answer says nothing of this one
  if (costs) button.dataset.costs = costs;
  else delete button.dataset.costs;
}

export async function submit(event) {
  const form = event.target;
  if (form.matches(".ask-hint")) {
    event.preventDefault();
    document.getElementById("menu")?.removeAttribute("open");
    return hint.ask(form, (text, isRefused) => refused(text, isRefused ? "alert" : "status", !isRefused));
  }
  if (form.matches("#away, .leaves")) return leave();
  if (form.method !== "post" || !form.closest("#table, #undo, #when")) return undefined;
  event.preventDefault();
  if (event.submitter?.dataset.costs && !isQuick() && !isWarned(event.submitter.dataset.costs))
    return undefined;
  form.closest("#when")?.removeAttribute("open");
  const body = new URLSearchParams(new FormData(form, event.submitter));
  if (!isSending()) isAnother(body);
  return send(form.action, body);
}

/** Other lines of the log, or numbers that are suggested. */
export async function filter(event) {
  const link = event.target.closest("a[data-filter]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const names = link.dataset.filter,
    isLog = names === "logbook";
  if (isLog) document.getElementById("talk")?.removeAttribute("open");
  const before = table().dataset.page;
  if (isLog) table().dataset.page = link.href; // the lines that are shown from now on
  if (!(await putIn(names, Object.fromEntries(new URL(link.href).searchParams)))) {
    table().dataset.page = before;
    return;
  }
  if (!isLog) table().dataset.asks ??= "1";
  document.getElementById(link.id)?.focus();
}
