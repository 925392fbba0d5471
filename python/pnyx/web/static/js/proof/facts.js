// What a proof shows, in a sentence and a few numbers.

import { api } from "../api.js";
import { button, el } from "../page/dom.js";
import { attempt, problemPlace } from "../page/problem.js";
import { count, plural, sentence } from "../page/words.js";

/** The head of the panel; `onback` returns from the proof about another move. */
export class Facts {
  #headline = el("h2", { class: "headline", tabIndex: -1 });
  #numbers = el("p", { class: "hint" });
  #unwritable = el("p", { class: "hint unwritable" });
  #problem = problemPlace();
  #back;
  #second;

  constructor(walk, onback) {
    this.#back = button("", onback, { class: "quiet back", hidden: true });
    this.#second = button("Have the second checker read it too", () => this.#check(walk), { class: "quiet second" });
    const parts = [this.#back, this.#headline, this.#numbers, this.#unwritable, this.#second, this.#problem];
    this.element = el("header", { class: "facts" }, ...parts);
    walk.changed.on(() => this.#show(walk));
  }

  #show({ source, left }) {
    const { sentence: words, nodes, shared, plies, checkers, unwritable } = source.info;
    this.#headline.textContent = words;
    const parts = [plural(nodes, "position")];
    if (shared) parts.push(`${count(shared)} of them reached in several ways`);
    if (plies !== null && plies !== undefined) parts.push(`at most ${plural(plies, "ply", "plies")}`);
    this.#numbers.textContent = `${parts.join(", ")}; ${checked(checkers)}`;
    // The second checker reads files.
    this.#second.hidden = checkers.length > 1 || Boolean(unwritable);
    this.#unwritable.hidden = !unwritable;
    this.#unwritable.textContent = unwritable ? sentence(`No file can be made of this proof: ${unwritable}`) : "";
    const place = left.at(-1);
    this.#back.hidden = !place;
    this.#back.textContent = place ? `Back from the try ${place.words}` : "";
  }

  async #check(walk) {
    const { source } = walk;
    this.#second.disabled = true;
    await attempt(this.#problem, async () => {
      source.info = await api.check(source.id);
      if (source.info.checkers.length < 2) {
        throw new Error("The second checker, which is slower, did not come to an end in the time it has here.");
      }
    });
    this.#second.disabled = false;
    if (walk.source === source) this.#show(walk);
  }
}

function checked(checkers = []) {
  if (checkers.length === 0) return "not checked";
  const names = checkers.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join(" and ");
  return checkers.length === 1 ? `checked, in ${names}` : `checked twice, in ${names}`;
}
