// Folds: of a long menu the page knows how many orders each counter has; these come when its fold is opened, or when the
// counter is taken up.
//
//   waiting()                   the counters whose orders are not here
//   number(piece)               how many orders such a counter has; 0 for others
//   fill(table, piece, address)   puts the orders of such a counter into its fold, from the address that tells the list
//                               with this fold laid out: a promise, of whether they are there
const LATER = "details.piece[data-later]";
const asked = new WeakMap(); // fold -> the promise

export const waiting = () => [...document.querySelectorAll(LATER)].map(({ dataset }) => dataset.piece);

const foldOf = (piece) => piece && document.querySelector(`${LATER}[data-piece="${CSS.escape(piece)}"]`);

export const number = (piece) => Number(foldOf(piece)?.dataset.later ?? 0);

export function fill(table, piece, address) {
  const fold = foldOf(piece);
  if (!fold) return Promise.resolve(true);
  if (!asked.has(fold))
    asked.set(
      fold,
      filled(table, fold, address).finally(() => asked.delete(fold)),
    );
  return asked.get(fold);
}

async function filled({ dataset }, fold, address) {
  const { moment, token } = dataset,
    found = await told(address, fold.dataset.piece);
  if (!found || !fold.isConnected) return false; // the position is another one by now
  for (const field of found.querySelectorAll("input[name=token]")) field.value = token;
  for (const field of found.querySelectorAll("input[name=moment]")) field.value = moment;
  const [summary, link] = fold.children,
    hasFocus = link === document.activeElement;
  link.replaceWith(found.querySelector("form"));
  if (hasFocus) summary.focus();
  delete fold.dataset.later;
  return true;
}

/** The fold with its orders; null where they are not told. */
async function told(address, piece) {
  const fresh = document.createElement("template"),
    answer = await fetch(address).catch(() => null); // no network
  if (!answer?.ok || !answer.headers.get("Content-Type")?.includes("json")) return null;
  fresh.innerHTML = (await answer.json()).parts?.choices ?? "";
  return fresh.content.querySelector(`details.piece:not([data-later])[data-piece="${CSS.escape(piece)}"]`);
}
