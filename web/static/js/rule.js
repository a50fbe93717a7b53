// Rule: a link to a paragraph of the rules opens it beside the table, never instead of it.
// The paragraph is cut out of the page of the rules, which the browser keeps.

const panel = document.getElementById("rule"),
  text = document.getElementById("paragraph");
let pages = new Map(), // address of rules → their page, as asked for first
  from = null;

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.rule");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button)
    return;
  event.preventDefault();
  from = link;
  void open(new URL(link.href));
});
panel.querySelector("button").addEventListener("click", shut);
panel.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  shut();
});

async function open(address) {
  const anchor = decodeURIComponent(address.hash.slice(1));
  panel.querySelector("a").href = address.href;
  let found = [];
  try {
    found = cut(await rules(address.pathname), anchor);
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem; // no network: the link to all rules stays
  }
  text.replaceChildren(...(found.length ? found : [text.dataset.gone]));
  panel.show();
  text.scrollTop = 0;
  text.focus();
}

function shut() {
  panel.close();
  (from?.isConnected ? from : document.getElementById("main")).focus();
}

function rules(path) {
  if (!pages.has(path))
    pages.set(
      path,
      fetch(path).then(async (answer) => {
        if (!answer.ok) throw new TypeError(`${answer.status} for ${path}`);
        return new DOMParser().parseFromString(await answer.text(), "text/html");
      }),
    );
  const page = pages.get(path);
  page.catch(() => pages.delete(path)); // asked for again the next time
  return page;
}

/** The paragraph with this anchor and what belongs to it: up to the next heading of its rank. */
function cut(page, anchor) {
  const begin = page.getElementById(anchor)?.closest("h1, h2, h3, h4, h5, p, dt");
  if (!begin) return [];
  const rank = (node) => Number(/^H(\d)$/.exec(node.tagName)?.[1] ?? 9),
    ends = (node) => rank(node) <= rank(begin) && (rank(node) < 9 || node.matches("dt, [id]")),
    found = [begin];
  for (let next = begin.nextElementSibling; next && !ends(next); next = next.nextElementSibling)
    found.push(next);
  return found.map((node) => {
    const copy = document.importNode(node, true);
    for (const each of [copy, ...copy.querySelectorAll("[id]")]) each.removeAttribute("id");
    return copy;
  });
}
