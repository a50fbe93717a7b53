// A simulation that runs: its progress is asked for every second; when it ends the page shows what it found.

const page = new URL(location.href);
const address = `${page.pathname.replace(/\/$/, "")}/progress`;

async function look() {
  const answer = await fetch(address).catch(() => null); // the server may be starting again: ask later
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("progress");
  const shown = document.getElementById("progress");
  if (!["waiting", "running"].includes(fresh.dataset.state)) return void location.reload();
  const held = shown.contains(document.activeElement);
  shown.replaceWith(fresh);
  if (held) fresh.querySelector("button")?.focus();
}
setInterval(look, 1000);
