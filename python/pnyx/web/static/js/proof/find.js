// Going to a line or a position of the proof, and searching in it.

import { api } from "../api.js";
import { announce, button, el, field } from "../page/dom.js";
import { attempt, problemPlace } from "../page/problem.js";
import { plural } from "../page/words.js";
import { followed, pastedMoves, pastedPosition } from "./lines.js";

export class Find {
  #walk;
  #text = el("input", { type: "search", class: "mono", autocomplete: "off", spellcheck: false });
  #below = el("input", { type: "checkbox" });
  #problem = problemPlace();
  #found = el("div", { class: "found" });

  constructor(walk) {
    this.#walk = walk;
    const form = el(
      "form",
      {
        role: "search",
        onsubmit: (event) => {
          event.preventDefault();
          attempt(this.#problem, () => this.#go(this.#text.value.trim()));
        },
      },
      el("div", { class: "with-button" }, field("Go to, or find", this.#text), el("button", { type: "submit", text: "Go" })),
      el("label", { class: "check" }, this.#below, el("span", { text: "only below this position" })),
    );
    this.#text.placeholder = "a line, a move, a position";
    this.element = el("section", { class: "find", "aria-label": "Search in the proof" }, form, this.#problem, this.#found);
  }

  focus() {
    this.#text.focus();
    this.#text.select();
  }

  async #go(text) {
    this.#found.replaceChildren();
    if (!text) return;
    const words = pastedMoves(text);
    const starts = this.#below.checked ? [this.#walk.line] : [this.#walk.line, []];
    let best = { taken: 0 };
    for (const start of starts) {
      const way = await followed(this.#walk.source, start, words);
      if (way.taken === words.length) return this.#walk.go(way.line);
      if (way.taken > best.taken) best = way;
    }
    await this.#search(text, words, best);
  }

  async #search(text, words, { taken, node }) {
    const below = this.#below.checked ? this.#walk.line : [];
    const { lines, complete } = await api.find(this.#walk.source.id, pastedPosition(text), below);
    if (lines.length === 0 && taken > 0) throw new Error(leaving(words, taken, node));
    const rows = lines.map(({ line, line_text: shown }) =>
      el("li", {}, button(shown || "the start", () => attempt(this.#problem, () => this.#walk.go(line)))),
    );
    const title = lines.length ? found(lines.length, complete) : nothing(text, complete);
    announce(title);
    this.#found.replaceChildren(el("p", { class: "hint", text: title }), el("ul", {}, ...rows));
    // One place that was looked for is where the reader wants to be.
    if (complete && lines.length === 1) await this.#walk.go(lines[0].line);
  }
}

function found(number, complete) {
  const places = plural(number, "place");
  return complete ? places : `The first ${places}; there may be more. A longer text finds fewer.`;
}

function nothing(text, complete) {
  const where = complete ? "is nowhere in the proof" : "was not found in the time there was";
  return `“${text}” ${where}. Moves are written as in the lists above, positions as under “Position”.`;
}

function leaving(words, taken, { moves }) {
  const after = words.slice(0, taken).join(" ");
  const there = moves.slice(0, 6).map((move) => move.text).join(", ");
  const rest = there ? `it goes on with ${there}${moves.length > 6 ? " and others" : ""}` : "the line ends there";
  return `The proof has no ${words[taken]} after ${after}: ${rest}.`;
}
