// Passkeys: a form that asks the device for one, or to make one, and sends what that says.
const { PublicKeyCredential: kind } = window;
const can = { get: kind?.parseRequestOptionsFromJSON, create: kind?.parseCreationOptionsFromJSON };

for (const form of document.querySelectorAll("[data-passkey]")) {
  const way = form.dataset.passkey;
  if (can[way]) {
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const said = form.querySelector("[role=alert]");
      const button = form.querySelector("button");
      said.textContent = "";
      button.disabled = true;
      try {
        form.elements.answer.value = await answered(form, way);
        form.submit();
      } catch (problem) {
        said.textContent = problem.told || form.dataset.failed;
        button.disabled = false;
      }
    });
  }
}

/** What the device says to what the server asks, as JSON. */
async function answered(form, way) {
  const asked = await fetch(form.dataset.asked, {
    method: "POST",
    body: new FormData(form),
    headers: { Accept: "application/json" },
  });
  const publicKey = await asked.json();
  if (!asked.ok) throw Object.assign(new Error(), { told: publicKey.message });
  const shown =
    way === "get"
      ? await navigator.credentials.get({ publicKey: can.get.call(kind, publicKey) })
      : await navigator.credentials.create({ publicKey: can.create.call(kind, publicKey) });
  return JSON.stringify(shown);
}
