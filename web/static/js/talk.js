// Talk: sends lines and notes without leaving the table, shows what others say as it comes, counts what was
// not read. Everything works with scripts off as well.
import { page, picker, ring, send } from "./notes.js";

const box = document.getElementById("talk");
const KEY = `talk:${box.dataset.game}`; // the newest line or note that was read
const texts = () => [...box.querySelectorAll(".said")];
const newest = () => Math.max(0, ...texts().map((each) => Number(each.dataset.at)));

function count() {
  const seen = Number(localStorage.getItem(KEY));
  const fresh = texts().filter((each) => !each.dataset.mine && Number(each.dataset.at) > seen).length;
  if (box.open) localStorage.setItem(KEY, String(newest()));
  const badge = box.querySelector(".unread");
  badge.hidden = box.open || !fresh;
  badge.firstElementChild.textContent = fresh;
}

function bottom() {
  const list = box.querySelector("#talk-lines ol");
  if (list) list.scrollTop = list.scrollHeight;
}

/** Notes about the position that is shown are drawn; those about others have a link to the replay. */
function rings() {
  const now = document.getElementById("table").dataset.stamp.split("/")[1];
  ring(texts().filter((each) => each.dataset.event === now));
  const noted = JSON.parse(box.querySelector("#talk-notes").dataset.noted).map(([version]) => `e${version}`);
  for (const line of document.querySelectorAll("#log li"))
    line.classList.toggle("noted", noted.includes(line.id));
}

async function load() {
  const found = await page(box.dataset.page);
  for (const id of ["talk-lines", "talk-notes"]) {
    const fresh = found.getElementById(id);
    fresh.elements.back.value = box.querySelector(`#${id}`).elements.back.value;
    box.querySelector(`#${id}`).replaceWith(fresh);
  }
  box.dataset.stamp = box.querySelector("#talk-lines").dataset.stamp;
  count();
  bottom();
  rings();
}

document.addEventListener(
  "submit",
  async (event) => {
    const form = event.target;
    if (!form.closest("#talk") || form.matches(".watchers")) return;
    event.preventDefault();
    event.stopPropagation(); // these are no orders
    if (!(await send(form, event.submitter))) return;
    form.reset();
    await load();
  },
  true,
);
document.addEventListener("talk", (event) => {
  if (event.detail !== box.dataset.stamp) load();
});
box.addEventListener("toggle", () => {
  count();
  bottom();
});
new MutationObserver(() => {
  const version = box.querySelector(".note-here [name=version]");
  const text = box.querySelector(".note-here textarea");
  if (version && !text.value) version.value = document.getElementById("table").dataset.stamp.split("/")[1];
  rings();
}).observe(document.getElementById("table"), { attributeFilter: ["data-stamp"] });
const form = box.querySelector(".note-here form");
if (form) picker(form);
count();
bottom();
rings();
