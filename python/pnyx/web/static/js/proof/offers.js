// The proofs of the latest answer that are not open, each with a button to open it.

import { el } from "../page/dom.js";
import { resultRow } from "../search/answer.js";

export class Offers {
  #walk;
  #onwalk;
  #results = [];
  #title = el("h2");
  #rows = el("ul", { class: "results" });

  constructor(walk, onwalk) {
    this.#walk = walk;
    this.#onwalk = onwalk;
    this.element = el("section", { class: "offers stack tight", hidden: true }, this.#title, this.#rows);
    walk.changed.on(() => this.#show());
  }

  /** Offer the proofs of these results, in place of those before. */
  set(results) {
    this.#results = results.filter(({ proof }) => proof);
    this.#show();
  }

  /** Whether the proof that is open is of the same answer. */
  get beside() {
    return this.#open().some((id) => this.#results.some(({ proof }) => proof === id));
  }

  /** Whether there is nothing to offer. */
  get empty() {
    return this.element.hidden;
  }

  /** The proof that is open, and those to which one can go back from it. */
  #open() {
    const { source, left } = this.#walk;
    return source ? [source, ...left.map((place) => place.source)].map(({ id }) => id) : [];
  }

  #show() {
    const open = this.#open();
    const closed = this.#results.filter(({ proof }) => !open.includes(proof));
    this.#title.textContent = this.beside ? "Other proofs of this answer" : "Latest answer";
    this.#rows.replaceChildren(...closed.map((result) => resultRow(result, this.#onwalk)));
    this.element.hidden = closed.length === 0;
  }
}
