// Live: follows a game's stream, says when its position has changed, and shows who is there.
//
//   follow(address, stamp, moved)   moved(news) is called for every position other than `stamp`;
//                                   returns {stop(), seen(stamp)}
// When streams cannot be had, the page is asked again every five seconds.

import { present } from "./presence.js";

const PAUSE = 5000;

export function follow(address, stamp, moved) {
  let last = stamp;
  let source = null;
  let timer = null;

  const heard = (message) => {
    const news = JSON.parse(message.data);
    if (news.stamp === last) return;
    last = news.stamp;
    moved(news);
  };
  const open = () => {
    const url = new URL(address, location.href);
    url.searchParams.set("since", last);
    url.searchParams.set("talk", document.getElementById("talk")?.dataset.stamp ?? "");
    source = new EventSource(url);
    source.addEventListener("moved", heard);
    source.addEventListener("talk", (message) => document.dispatchEvent(new CustomEvent("talk", { detail: JSON.parse(message.data) })));
    source.addEventListener("present", (message) => present(JSON.parse(message.data)));
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;   // it reconnects by itself
      timer = setTimeout(open, PAUSE);
      moved(null);
    };
  };
  open();
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  return {
    seen(now) { last = now; },
    stop() { clearTimeout(timer); source.close(); },
  };
}
