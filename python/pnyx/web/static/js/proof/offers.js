// Proofs of the latest answer that are not open, each with the way into it.

import { el } from "../page/dom.js";
import { resultRow } from "../search/answer.js";

export class Offers {
  #walk;
  #onwalk;
  #results = [];
  #rows = el("ul", { class: "results" });

  constructor(walk, onwalk) {
    this.#walk = walk;
    this.#onwalk = onwalk;
    const title = el("h2", { text: "The latest answer" });
    this.element = el("section", { class: "offers", hidden: true }, title, this.#rows);
    walk.changed.on(() => this.#show());
  }

  /** Offer the proofs of these results, in place of those before. */
  set(results) {
    this.#results = results.filter(({ proof }) => proof);
    this.#show();
  }

  /** Whether there is nothing to offer. */
  get empty() {
    return this.element.hidden;
  }

  #show() {
    const { source, left } = this.#walk;
    const open = new Set([source, ...left.map((place) => place.source)].map((each) => each?.id));
    const closed = this.#results.filter(({ proof }) => !open.has(proof));
    this.#rows.replaceChildren(...closed.map((result) => resultRow(result, this.#onwalk)));
    this.element.hidden = closed.length === 0;
  }
}
