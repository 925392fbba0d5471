// The steps: one open at a time, by mouse or by arrow keys.

import { Signal } from "./signal.js";

const NAMES = ["setup", "play", "search", "proof"];

export class Tabs {
  /** Emits the name of a step that was opened. */
  opened = new Signal();
  current = "setup";
  #tabs = new Map(NAMES.map((name) => [name, document.getElementById(`tab-${name}`)]));

  constructor() {
    for (const [name, tab] of this.#tabs) {
      tab.addEventListener("click", () => this.open(name));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const next = NAMES[(NAMES.indexOf(name) + step + NAMES.length) % NAMES.length];
        this.open(next);
        this.#tabs.get(next).focus();
      });
    }
  }

  open(name) {
    this.current = name;
    for (const [each, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      document.getElementById(each).hidden = each !== name;
    }
    document.querySelector("main").dataset.tab = name;
    this.opened.emit(name);
  }
}
