// Log: what an order led to folds under its line, a march under one line with its whole way, and a battle under the
// line that tells how it ended. Of what folds only that stands there which tells what was lost. Without scripts every
// line does.
//
//   fold(list)    new lines have come, or the page has just been opened
//   settle(list)  every line stands again where it would stand without scripts: before new ones are put in
//
// The lines of a battle that is unfolded stand under its head in the order in which they came about.
const places = new WeakMap(); // a line that was drawn to its battle's head -> where it stood
const open = new Set(); // what the reader has unfolded
const sums = new Map(); // battle -> its sums as they were told

export function fold(list) {
  if (!list) return;
  settle(list);
  for (const [name, lines] of groups(list)) {
    const head = headOf(lines),
      steps = lines.filter((line) => line.matches(".march-step"));
    for (const line of lines) if (line !== head) line.querySelector(":scope > .text > .steps")?.remove();
    if (steps.length) tellWay(head, lines.findLast((line) => line.dataset.way)?.dataset.way);
    if (head.dataset.battle || lines.some((line) => line !== head && !stays(line))) {
      const button = head.querySelector(".steps") ?? folded(head, name);
      button.textContent = steps.length
        ? `${list.dataset.steps} ${1 + steps.length}`
        : head.dataset.battle
          ? list.dataset.battle
          : `+${lines.filter((line) => line !== head && !stays(line)).length}`;
    }
    show(name, lines, head);
  }
}

export function settle(list) {
  for (const line of list.querySelectorAll(":scope > .drawn")) {
    line.classList.remove("drawn");
    places.get(line).replaceWith(line);
  }
}

/** The other lines of an open battle go under its head, whatever commands they came from. */
function draw(lines, head) {
  let last = head;
  for (const line of lines
    .filter((each) => each !== head)
    .sort((one, other) => number(one) - number(other))) {
    const place = document.createComment(line.id);
    places.set(line, place);
    line.replaceWith(place);
    line.classList.add("drawn");
    last.after(line);
    last = line;
  }
}

const number = (line) => Number(line.id.slice(1));

/** The lines by what they belong to: a battle, or the command that they follow from. */
function groups(list) {
  const found = new Map();
  let command = null;
  for (const line of list.querySelectorAll(".line[id]")) {
    if (!line.matches(".follow-up") || !command)
      command = line.dataset.battle ? `b${line.dataset.battle}` : line.id;
    const name = line.dataset.battle ? `b${line.dataset.battle}` : command;
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(line);
  }
  return found;
}

/** The line that stays: how a battle ended, or that it was declared; else the first one. */
function headOf(lines) {
  const told = lines.filter((line) => line.dataset.battle && line.matches(".mark-battle"));
  if (told.length) return told.reduce((one, other) => (number(one) > number(other) ? one : other));
  const own = lines.filter((line) => line.dataset.battle);
  return (own.length ? own : lines).reduce((one, other) => (number(one) < number(other) ? one : other));
}

/** What is lost otherwise than in a battle is told though the rest is folded. */
const stays = (line) => line.matches(".mark-loss") && !line.dataset.battle;

/** A march is told by its whole way. */
function tellWay(head, way) {
  if (way && head.querySelector(".text").firstChild) head.querySelector(".text").firstChild.data = `${way} `;
}

function folded(head, name) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "steps" });
  button.addEventListener("click", () => {
    if (!open.delete(name)) open.add(name);
    fold(head.parentElement);
    head.scrollIntoView({ block: "nearest" });
  });
  const text = head.querySelector(".text"),
    mark = text.querySelector(":scope > em"); // "taken back" stands last, whenever it comes
  if (mark) mark.before(button, " ");
  else text.append(" ", button);
  return button;
}

function show(name, lines, head) {
  const isOpen = open.has(name);
  head.querySelector(".steps")?.setAttribute("aria-expanded", String(isOpen));
  for (const line of lines) {
    line.hidden = line !== head && !isOpen && !stays(line);
    line.classList.toggle("head", line === head);
  }
  if (!head.dataset.battle) return;
  if (isOpen) draw(lines, head);
  reckoning(head, isOpen, Math.max(...lines.filter((line) => line.dataset.battle).map(number)));
}

/** The sums of a battle under its line, as its panel shows them. */
async function reckoning(head, isOpen, last) {
  let place = head.querySelector(":scope > .reckoning");
  if (!isOpen) return void place?.remove();
  if (place) return;
  place = Object.assign(document.createElement("div"), { className: "reckoning" });
  head.append(place);
  const address = `${head.parentElement.dataset.sums}&at=${last}`;
  if (!sums.has(address)) {
    const answer = await fetch(address);
    sums.set(address, answer.ok ? await answer.text() : "");
  }
  place.innerHTML = sums.get(address);
}
