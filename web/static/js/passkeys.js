// Passkeys: a button that asks the device for one, or to make one, and sends what that says with its form.

const canThis = Boolean(window.PublicKeyCredential && navigator.credentials);

for (const button of document.querySelectorAll("[data-passkey]")) {
  const form = button.form;
  if (canThis) {
    button.disabled = false;
    form.querySelector("[data-without-passkeys]").hidden = true;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const said = form.querySelector("[role=alert]");
      said.textContent = "";
      button.disabled = true;
      try {
        form.elements.answer.value = JSON.stringify(await answered(form, button.dataset));
        form.submit();
      } catch (problem) {
        said.textContent = problem.told || button.dataset.failed;
        button.disabled = false;
      }
    });
  }
}

/** What the device says to what the server asks. */
async function answered(form, { asked, passkey, unreached }) {
  const { isGood, said } = await answer(form, asked).catch(() => refused(unreached));
  if (!isGood) refused(said.message);
  return written(await navigator.credentials[passkey]({ publicKey: read(said) }));
}

/** What the server asks, or why it does not. */
async function answer(form, asked) {
  const found = await fetch(asked, {
    method: "POST",
    body: new FormData(form),
    headers: { Accept: "application/json" },
  });
  return { isGood: found.ok, said: await found.json() };
}

function refused(told) {
  throw Object.assign(new Error(), { told });
}

// Not every browser that knows passkeys reads and writes their JSON itself.

/** What the server asks, its bytes read. */
function read(asked) {
  const named = (each) => ({ ...each, id: bytes(each.id) });
  return {
    ...asked,
    challenge: bytes(asked.challenge),
    user: asked.user && named(asked.user),
    excludeCredentials: asked.excludeCredentials?.map(named),
    allowCredentials: asked.allowCredentials?.map(named),
  };
}

/** What the device shows, its bytes written. */
function written({ id, rawId, type, response }) {
  const told = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const parts = told.filter((part) => response[part]).map((part) => [part, text(response[part])]);
  return { id, rawId: text(rawId), type, response: Object.fromEntries(parts) };
}

function bytes(said) {
  const plain = atob(said.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (each) => each.charCodeAt(0));
}

function text(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
