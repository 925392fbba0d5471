// Going to a line or a position of the proof, and searching in it.

import { api } from "../api.js";
import { announce, button, el, field } from "../page/dom.js";
import { attempt, problemPlace } from "../page/problem.js";
import { plural } from "../page/words.js";

export class Find {
  #walk;
  #text = el("input", { type: "search", class: "mono", autocomplete: "off", spellcheck: false });
  #below = el("input", { type: "checkbox" });
  #problem = problemPlace();
  #found = el("div", { class: "found stack tight" });

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
      el("div", { class: "with-button" }, field("Go to or find", this.#text), el("button", { type: "submit", text: "Go" })),
      el("label", { class: "check" }, this.#below, el("span", { text: "only below this position" })),
    );
    this.#text.placeholder = "a line, a move, a position";
    this.element = el("section", { class: "find stack", "aria-label": "Search in the proof" }, form, this.#problem, this.#found);
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
      el("li", {}, button(shown || "the start", () => attempt(this.#problem, () => this.#walk.go(line)), { class: "bare" })),
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
  return complete ? places : `The first ${places}; there may be more. Use a longer text to narrow the search.`;
}

function nothing(text, complete) {
  const where = complete ? "is not in the proof" : "was not found within the time limit";
  return `“${text}” ${where}. Write moves as in the lists above, positions as on the Position tab.`;
}

function leaving(words, taken, { moves }) {
  const after = words.slice(0, taken).join(" ");
  const there = moves.slice(0, 6).map((move) => move.text).join(", ");
  const rest = there ? `it continues with ${there}${moves.length > 6 ? " and others" : ""}` : "the line ends there";
  return `The proof has no ${words[taken]} after ${after}: ${rest}.`;
}

/** The moves of a pasted line, without numbers and comments: "1. Rxh7+ Kg6" or "e2e4,e7e5". */
function pastedMoves(text) {
  return text
    .replace(/\{[^}]*\}/g, " ")
    .replace(/(^|[\s,(])\d+\.+(\s*…)?/g, "$1 ")
    .split(/[\s,]+/)
    .map((word) => word.replace(/^…/, ""))
    .filter(Boolean);
}

const FEN = /^[1-8a-zA-Z]+(?:\/[1-8a-zA-Z]+){7} [wb]\b/;

/** The text to find in a proof: of a FEN only the board and the side to move, because programs differ about the rest. */
function pastedPosition(text) {
  return FEN.exec(text)?.[0] ?? text;
}

// Signs for check, mate and praise are often left out or added.
const plain = (text) => text.replace(/[+#!?]+$/, "").replaceAll("0-0", "O-O");

/**
 * Follow words from a node of a proof as far as it has them. Returns the line reached, how many words that took, and
 * the node at its end.
 */
async function followed(source, start, words) {
  let node = await source.node(start);
  let taken = 0;
  for (const word of words) {
    const next = node.moves.find(({ move, text }) => move === word || text === word || plain(text) === plain(word));
    if (!next) break;
    node = await source.node([...node.line, next.move]);
    taken += 1;
  }
  return { line: node.line, taken, node };
}
