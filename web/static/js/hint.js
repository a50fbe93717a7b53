// Hint: what the computer would order in the asker's place, where the table allows it. It is said in the prompt and lit on
// the table, and never ordered by itself; the next order, whoever gives it, puts it out.
//
//   ask(form, said)   asks the server; `said(text, isRefused)` puts the sentence into the page
//   forget()          the position is another one
import { spotlight } from "./spotlight.js";

let light = null;
let due = []; // what is hinted at

export async function ask(form, said) {
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    headers: { Accept: "application/json" },
  });
  const told = await answer.json();
  if (!told.order) return said(told.message, true);
  due = [told];
  light ??= spotlight({ orders: () => due, isGentle: true });
  light.renew();
  return said(told.said, false);
}

export function forget() {
  due = [];
  light?.renew();
}
