// The verdict of a proof and its size.

import { api } from "../api.js";
import { button, el } from "../page/dom.js";
import { attempt, problemPlace } from "../page/problem.js";
import { count, plural, sentence } from "../page/words.js";

/** The head of the panel; `onback` returns from the proof about another move. */
export function factsView(walk, onback) {
  const headline = el("h2", { class: "headline", tabIndex: -1 });
  const numbers = el("p", { class: "hint" });
  const unsaved = el("p", { class: "hint unwritable" });
  const problem = problemPlace();
  const back = button("", onback, { class: "quiet back", hidden: true });
  const second = button("Verify with the second checker", () => check(), { class: "quiet second" });

  const show = () => {
    const { sentence: words, nodes, shared, plies, checkers, unwritable } = walk.source.info;
    headline.textContent = words;
    const parts = [plural(nodes, "position")];
    if (shared) parts.push(plural(shared, "transposition"));
    if (plies !== null && plies !== undefined) parts.push(`at most ${plural(plies, "ply", "plies")}`);
    numbers.textContent = `${parts.join(", ")}; ${checked(checkers)}`;
    // The second checker reads files.
    second.hidden = checkers.length > 1 || Boolean(unwritable);
    unsaved.hidden = !unwritable;
    unsaved.textContent = unwritable ? sentence(`This proof cannot be saved: ${unwritable}`) : "";
    const place = walk.left.at(-1);
    back.hidden = !place;
    back.textContent = place ? `Back to the proof (from ${place.words})` : "";
  };

  const check = async () => {
    const { source } = walk;
    second.disabled = true;
    await attempt(problem, async () => {
      source.info = await api.check(source.id);
      if (source.info.checkers.length < 2) {
        throw new Error("The second checker, which is slower, did not finish within its time limit.");
      }
    });
    second.disabled = false;
    if (walk.source === source) show();
  };

  walk.changed.on(show);
  return el("header", { class: "facts stack" }, back, headline, numbers, unsaved, second, problem);
}

function checked(checkers = []) {
  if (checkers.length === 0) return "not checked";
  const names = checkers.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join(" and ");
  return checkers.length === 1 ? `checked, in ${names}` : `checked twice, in ${names}`;
}
