// The coach of an ordinary game: what is worth knowing at the question that is open (`data-tells` of #coach) is told
// once to each browser. "Got it" puts it away, and so does going on; one press ends it for good, the menu begins anew.
//
//   coach()   begins, and gives the menu its switch
//   renew()   the page's question may be another one
const OFF = "coach",
  TOLD = "coach-told";
let telling = null; // what is being told

const card = () => document.querySelector("#coach.tip");
const isWanted = () => localStorage.getItem(OFF) !== "off";
const told = () => new Set((localStorage.getItem(TOLD) ?? "").split(" ").filter(Boolean));

export function coach() {
  document.addEventListener("click", press);
  const box = document.getElementById("coached");
  if (box) {
    box.closest("label").hidden = false;
    box.checked = isWanted();
    box.addEventListener("change", () => (box.checked ? beginAnew() : end()));
  }
  renew();
}

export function renew() {
  const now = card()?.dataset.tells ?? null;
  if (telling && telling !== now) know(telling);
  const isShown = Boolean(now) && isWanted() && !told().has(now);
  if (card()) card().hidden = !isShown;
  telling = isShown ? now : null;
}

function press({ target }) {
  if (target.id === "coach-told") putAway();
  else if (target.id === "coach-off") end();
}

function know(what) {
  localStorage.setItem(TOLD, [...told().add(what)].join(" "));
}

/** The focus goes on to the question, not to the page. */
function putAway() {
  if (telling) know(telling);
  renew();
  document.getElementById("prompt")?.focus({ preventScroll: true });
}

function end() {
  localStorage.setItem(OFF, "off");
  const box = document.getElementById("coached");
  if (box) box.checked = false;
  putAway();
}

function beginAnew() {
  localStorage.removeItem(OFF);
  localStorage.removeItem(TOLD);
  renew();
}
