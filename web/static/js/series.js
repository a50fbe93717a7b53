// Series: how often each of several like choices is made. Their sum must be what the rules ask for.

const form = () => document.getElementById("series");
const sum = () => counts().reduce((total, each) => total + Number(each.value), 0);

/** The number fields of the series. */
export const counts = () => [...document.querySelectorAll("#series input[type=number]")];

/** One more of the choice (or so many), as far as it goes. */
export function add(field, number = 1) {
  field.value = Math.min(field.max, Math.max(0, Number(field.value) + number));
  tell();
}

/** After the page was loaded or shown anew; `kept` is what `standing()` gave before. */
export function ready(kept) {
  if (!form()) return;
  if (kept?.moment === form().moment.value)
    counts().forEach((each, number) => {
      each.value = kept.values[number];
    });
  for (const button of form().querySelectorAll("[data-step]")) button.hidden = false;
  tell();
}

/** The numbers that stand now, and the moment that they belong to. */
export const standing = () =>
  form() && { moment: form().moment.value, values: counts().map((each) => each.value) };

/** Says how many are left, and lets confirm only what fits. */
function tell() {
  const { due, left, over, done } = form().dataset;
  const missing = due - sum();
  const text = missing > 0 ? left : missing < 0 ? over : done;
  form().querySelector("output").textContent = text.replace("{number}", Math.abs(missing));
  form().querySelector(".primary").disabled = missing !== 0;
}

document.addEventListener("input", (event) => {
  if (event.target.closest("#series")) tell();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) add(button.parentElement.querySelector("input"), Number(button.dataset.step));
});
