// Whether the server is there. When it ends the page says so, and takes it back when the server returns.

import { api, lost } from "../api.js";
import { announce, el } from "./dom.js";
import { takeBackLost } from "./problem.js";

const OFTEN = 4000;
const SOONEST = 1000;
const LATEST = 10000;
const USUAL_PORT = "8281";

const WORDS = {
  gone: () => [
    el("strong", { text: "The server has ended" }),
    ", or it cannot be reached. Start it again with ",
    el("code", { text: command() }),
    " and this page goes on; what it shows stays.",
  ],
  locked: () => [
    el("strong", { text: "The server wants another token." }),
    " Perhaps it was started again: open the address that ",
    el("code", { text: "pnyx web" }),
    " has printed.",
  ],
};

function command() {
  const port = location.port || "80";
  return port === USUAL_PORT ? "pnyx web" : `pnyx web --port ${port}`;
}

/** Asks now and then whether the server is there, and at once when a request has failed. */
export class ServerWatch {
  // The place is always there, or screen readers would not be told of what comes into it.
  #place = document.getElementById("server-gone");
  #state = "there";
  #wait = SOONEST;
  #timer = 0;
  #asking = false;
  #leaving = false;

  constructor() {
    lost.on(() => this.#soon(0));
    addEventListener("online", () => this.#soon(0));
    document.addEventListener("visibilitychange", () => this.#soon(0));
    // Requests that fail because the reader goes to another page say nothing about the server.
    addEventListener("pagehide", () => (this.#leaving = true));
    addEventListener("pageshow", () => (this.#leaving = false));
    this.#soon(OFTEN);
  }

  #soon(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), wait);
  }

  async #look() {
    if (this.#asking || document.hidden) return;
    this.#asking = true;
    const state = await api.serverState();
    this.#asking = false;
    if (this.#leaving) return;
    this.#wait = state === "there" ? SOONEST : Math.min(2 * this.#wait, LATEST);
    if (state !== this.#state) this.#show(state);
    this.#soon(state === "there" ? OFTEN : this.#wait);
  }

  #show(state) {
    this.#state = state;
    if (state !== "there") {
      this.#place.replaceChildren(el("p", {}, ...WORDS[state]()));
      return;
    }
    this.#place.replaceChildren();
    takeBackLost();
    // What was not even begun begins anew.
    if (document.querySelector("#board[data-waiting]")) location.reload();
    else announce("The server is back.");
  }
}
