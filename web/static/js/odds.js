// Odds: what an attack, a march or a siege leads to is shown in the prompt bar when its button or its place on the
// board is pointed at. The server works it out, once for each order and position.
const PAUSE = 150;
const known = new Map();
let timer = null,
  wanted = null,
  value = null; // the order that it gives: what is picked changes it

/** `table` is the element whose data-odds is the address; `scene` gives the scene that is shown; `pointed` is told the
    button; `isTold` says of a space whether the page tells all of it already, `isTaken` whether the page has something
    of its own in the box: then it stays. */
export function odds(table, scene, pointed, isTold = () => false, isTaken = () => false) {
  const tell = (found) => isTaken() || show(found);
  const look = (event) => {
    const button = buttonAt(
      event.type === "focusout" ? (event.relatedTarget ?? document) : event.target,
      scene,
      isTold,
    );
    if (button === wanted && (button?.value ?? null) === value) return;
    wanted = button;
    value = button?.value ?? null;
    pointed(button?.dataset);
    clearTimeout(timer);
    if (!button) return void tell(null);
    timer = setTimeout(() => ask(table, button, tell), PAUSE);
  };
  for (const kind of ["pointerover", "focusin", "focusout", "change"]) document.addEventListener(kind, look);
  document.addEventListener(
    "submit",
    () => {
      clearTimeout(timer);
      wanted = null;
    },
    true,
  ); // of a moment that is past
}

/** The order button that is pointed at, or the first one that the place on the board would press. */
function buttonAt(node, scene, isTold) {
  const button = node.closest?.(".orders button[name=order]");
  if (button) return button;
  const pick = node.closest?.("#pick")?.querySelector("button");
  if (pick) return pick;
  const piece = node.closest?.(".board-live .token"),
    space = piece?.dataset.space ?? node.closest?.(".board-live .sp")?.id.slice(3);
  if (!space || isTold(space)) return null;
  const held = document.querySelector(".token.selected")?.id.slice(2) ?? null,
    { tokens } = scene();
  return (
    [...document.querySelectorAll(`.orders button[data-target="${CSS.escape(space)}"]`)].find(
      ({ dataset }) => (held ? dataset.piece === held : !tokens[dataset.piece]?.at),
    ) ?? null
  );
}

async function ask(table, button, tell) {
  if (!button.form) return; // what came meanwhile took it off the page
  const form = new FormData(button.form),
    address = new URL(table.dataset.odds, location.href);
  address.searchParams.set("seat", form.get("seat"));
  address.searchParams.set("moment", form.get("moment"));
  address.searchParams.set("order", button.value);
  const key = address.href;
  if (!known.has(key)) {
    const answer = await fetch(address);
    known.set(key, answer.ok && answer.status === 200 ? await answer.json() : null);
  }
  if (wanted === button) tell(known.get(key));
}

function show(found) {
  const place = document.getElementById("odds");
  if (!place) return;
  place.hidden = !found;
  place.replaceChildren();
  if (!found) return;
  if (found.win != null) {
    const bar = document.createElement("meter");
    Object.assign(bar, { min: 0, max: 1, value: found.win });
    bar.setAttribute("aria-hidden", "true");
    place.append(bar);
  }
  place.append(found.text);
}
