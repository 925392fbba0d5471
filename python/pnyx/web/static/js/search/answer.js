// The answer of a search.

import { button, el } from "../page/dom.js";
import { plural } from "../page/words.js";

/** An answer with its questions; `onwalk` opens a proof, `elsewhere` is the position if it is not the one on the board. */
export function answerView(answer, onwalk, elsewhere = null) {
  const results = answer.results || [];
  return el(
    "section",
    { class: `answer stack loose ${answer.value ?? answer.verdict}`, "aria-label": "The answer" },
    el("h2", { class: "headline", tabIndex: -1, text: answer.headline }),
    elsewhere ? el("p", { class: "hint mono", text: `About ${elsewhere}` }) : null,
    answer.line_text ? el("p", { class: "line-text", text: answer.line_text }) : null,
    answer.advice?.length
      ? el("ul", { class: "advice hint" }, ...answer.advice.map((text) => el("li", { text })))
      : null,
    results.length ? el("ul", { class: "results" }, ...results.map((result) => resultRow(result, onwalk))) : null,
  );
}

/** One question of an answer, with the way into its proof. */
export function resultRow(result, onwalk) {
  const walk = button("Walk through the proof", () => onwalk(result.proof), { class: "primary" });
  return el(
    "li",
    { class: `ends ${result.verdict}` },
    el(
      "div",
      {},
      el("span", { class: "result-headline", text: result.headline }),
      el("span", { class: "hint", text: note(result) }),
    ),
    result.proof ? walk : null,
  );
}

function note({ goal, verdict, certificate_nodes: nodes, lost }) {
  if (verdict === "unknown") return `goal: ${goal}`;
  const kept = lost ? `; the proof could not be stored: ${lost}` : "";
  return `goal: ${goal}; proved and checked, ${plural(nodes, "position")}${kept}`;
}
