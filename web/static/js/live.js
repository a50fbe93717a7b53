// Live: follows a game's stream, says when its position has changed, and shows who is there.
//
//   follow(address, stamp, moved)   moved(news) is called for every position other than `stamp`;
//                                   returns {stop(), seen(stamp)}
// When streams cannot be had, the page asks what is new now and then, as often as it is told to.

import { present } from "./presence.js";

const PAUSE = 5000;

export function follow(address, stamp, moved) {
  let last = stamp;
  let source = null;
  let timer = null;
  let stopped = false;

  const heard = (news) => {
    if (news.stamp === last) return;
    last = news.stamp;
    moved(news);
  };
  const talked = (detail) => document.dispatchEvent(new CustomEvent("talk", { detail }));
  const asking = (path) => {
    const url = new URL(address, location.href);
    url.pathname = url.pathname.replace(/stream$/, path);
    url.searchParams.set("since", last);
    url.searchParams.set("talk", document.getElementById("talk")?.dataset.stamp ?? "");
    return url;
  };
  const open = () => {
    source = new EventSource(asking("stream"));
    source.addEventListener("moved", (message) => heard(JSON.parse(message.data)));
    // more has changed than a stream tells at once: where the game is, and the page asks for the rest
    source.addEventListener("reload", (message) => heard(JSON.parse(message.data)));
    source.addEventListener("talk", (message) => talked(JSON.parse(message.data)));
    source.addEventListener("present", (message) => present(JSON.parse(message.data)));
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) look(false); // else it reconnects by itself
    };
  };
  const look = async (mayOpen) => {
    let pause = PAUSE;
    try {
      const answer = await fetch(asking("now"));
      if (answer.ok) {
        const news = await answer.json();
        if (stopped) return;
        if (news.moved) heard(news.moved);
        if (news.talk !== null) talked(news.talk);
        present(news.present);
        if (news.room && mayOpen) return open();
        pause = news.again;
      } else if (answer.status < 500 && answer.status !== 429) {
        moved(null); // the page itself says what has become of the game or the seat
      }
    } catch {
      /* the server is away: asked again */
    }
    if (!stopped) timer = setTimeout(look, pause * (1 + Math.random() / 2), true); // not all at once
  };
  open();
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  return {
    seen(now) {
      last = now;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      source.close();
    },
  };
}
