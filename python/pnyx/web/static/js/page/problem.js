// Error messages, shown beside the control they belong to.

import { announce, el } from "./dom.js";
import { sentence } from "./words.js";

/** Places that show that the server did not answer. */
const lost = new Set();

/** The server is back: remove the messages about its absence. */
export function takeBackLost() {
  for (const place of lost) showProblem(place);
}

/** A place for a message, under the control it is about. */
export function problemPlace() {
  return el("div", { class: "problem", role: "alert", hidden: true });
}

/**
 * Show a message, or remove it: a text or an error. An exception of a game written in Python is shown as it is, with a
 * traceback that can be expanded.
 */
export function showProblem(place, problem = null, traceback = problem?.body?.traceback) {
  if (problem?.body?.lost) lost.add(place);
  else lost.delete(place);
  const words = problem === null ? "" : typeof problem === "string" ? problem : problem.message;
  if (traceback) {
    const where = el("details", {}, el("summary", { text: "Traceback" }), el("pre", { text: traceback.trimEnd() }));
    place.replaceChildren(el("strong", { text: words }), where);
  } else place.textContent = sentence(words);
  place.hidden = !words;
}

/** Run an action and show its error at this place. Returns whether it succeeded. */
export async function attempt(place, action) {
  showProblem(place);
  try {
    await action();
    return true;
  } catch (problem) {
    if (problem.name === "AbortError") return false;
    showProblem(place, problem);
    announce(sentence(problem.message));
    return false;
  }
}
