// Whether the server is running. The page says so when it stops, and when it is back.

import { api, lost } from "../api.js";
import { announce, el } from "./dom.js";
import { takeBackLost } from "./problem.js";

const OFTEN = 4000;
const SOONEST = 1000;
const LATEST = 10000;
const USUAL_PORT = "8281";

const WORDS = {
  gone: () => [
    el("strong", { text: "The server has stopped" }),
    " or cannot be reached. Restart it with ",
    el("code", { text: command() }),
    ". This page keeps its contents and reconnects.",
  ],
  locked: () => [
    el("strong", { text: "The server needs another token." }),
    " It may have been restarted. Open the address printed by ",
    el("code", { text: "pnyx web" }),
    ".",
  ],
};

function command() {
  const port = location.port || "80";
  return port === USUAL_PORT ? "pnyx web" : `pnyx web --port ${port}`;
}

/** Ask now and then whether the server is there, and at once when a request has failed. */
export function watchServer() {
  // The element always exists, or screen readers would not announce changes in it.
  const place = document.getElementById("server-gone");
  let known = "there";
  let wait = SOONEST;
  let timer = 0;
  let asking = false;
  let leaving = false;

  const soon = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(look, delay);
  };

  const look = async () => {
    if (asking || document.hidden) return;
    asking = true;
    const state = await api.serverState();
    asking = false;
    if (leaving) return;
    wait = state === "there" ? SOONEST : Math.min(2 * wait, LATEST);
    if (state !== known) show(state);
    soon(state === "there" ? OFTEN : wait);
  };

  const show = (state) => {
    known = state;
    place.replaceChildren(...(state === "there" ? [] : [el("p", {}, ...WORDS[state]())]));
    if (state !== "there") return;
    takeBackLost();
    // What was not even begun begins anew.
    if (document.querySelector("#board[data-waiting]")) location.reload();
    else announce("The server is back.");
  };

  lost.on(() => soon(0));
  addEventListener("online", () => soon(0));
  document.addEventListener("visibilitychange", () => soon(0));
  // Requests that fail because the reader goes to another page say nothing about the server.
  addEventListener("pagehide", () => (leaving = true));
  addEventListener("pageshow", () => (leaving = false));
  soon(OFTEN);
}
