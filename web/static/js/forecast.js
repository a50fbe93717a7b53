// Forecast: what the order that is pointed at, or pinned, would lead to, in its place under the unit card.
//
//   show(way, {names, words})   names: space -> what it is called; words: data of the box, templates
//   clear(), isShown()

const box = () => document.getElementById("odds");
let shown = false;

export const isShown = () => shown;

export function clear() {
  if (!shown || !box()) return;
  shown = false;
  box().hidden = true;
  box().replaceChildren();
}

function line(name, className, ...parts) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...parts);
  return node;
}

export function show(way, { names, words }) {
  if (!box()) return;
  const called = (space) => names.get(space) ?? space,
    title = (way.kind === "fight" ? words.attack : words.march).replace("{place}", called(way.target));
  const head = line("p", "head", line("b", "", title));
  if (way.cost) head.append(line("b", "paid", words.paid.replace("{points}", way.cost)));
  const lines = [head, ...along(way, called)];
  if (way.win != null) lines.push(chance(way.win));
  if (way.odds) lines.push(line("p", "odds-line", way.odds));
  if (way.words.length) lines.push(line("p", "fear", way.words.join("; ")));
  if (way.sums?.length) lines.push(sums(way.sums, words));
  if (way.supposed.length) lines.push(line("p", "mut", [...new Set(way.supposed)].join("; ")));
  shown = true;
  box().hidden = false;
  box().replaceChildren(...lines);
}

/** The spaces of the way, each with what the step to it costs: they add up to the whole. */
function along({ spaces, costs, comes }, called) {
  if (spaces.length < 2) return [];
  const steps = line("p", "steps", called(spaces[0])),
    isPlain = comes && costs.length === spaces.length - 1;
  spaces.slice(1).forEach((space, k) => {
    steps.append(` → ${called(space)}`);
    if (isPlain && costs[k]) steps.append(" ", line("b", "", String(costs[k])));
  });
  return [steps];
}

/** What each side brings, line by line: the lines come to the total. A phone's sheet shows the totals, a press on them
    the lines. */
function sums([own, enemy], { attacks, defends }) {
  const side = (name, { rows, total }) =>
    line(
      "dl",
      "",
      ...[{ text: name, adds: String(total), isTotal: true }, ...rows].map(({ text, adds, isTotal }) =>
        line("div", isTotal ? "total" : "", line("dt", "", text), line("dd", "", adds)),
      ),
    );
  const fold = line(
    "details",
    "sums",
    line("summary", "", `${attacks} ${own.total} · ${defends} ${enemy.total}`),
    line("div", "sums-of", side(attacks, own), side(defends, enemy)),
  );
  fold.open = !matchMedia("(max-width: 759px)").matches;
  return fold;
}

function chance(share) {
  const bar = document.createElement("meter");
  Object.assign(bar, { min: 0, max: 1, value: share });
  bar.setAttribute("aria-hidden", "true");
  return bar;
}
