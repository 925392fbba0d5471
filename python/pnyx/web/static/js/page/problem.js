// Problems are told where they arise.

import { announce, el } from "./dom.js";
import { sentence } from "./words.js";

/** Places that say that the server did not answer. */
const lost = new Set();

/** The server is there again: what was said about its absence no longer holds. */
export function takeBackLost() {
  for (const place of lost) tell(place);
}

/** A place for a message, under the control it is about. */
export function problemPlace() {
  return el("div", { class: "problem", role: "alert", hidden: true });
}

/**
 * Say what went wrong, or nothing any more: words, or an error. What a game written in Python has raised is said as it
 * is, and where it happened can be unfolded.
 */
export function tell(place, problem = null, traceback = problem?.body?.traceback) {
  if (problem?.body?.lost) lost.add(place);
  else lost.delete(place);
  const words = problem === null ? "" : typeof problem === "string" ? problem : problem.message;
  if (traceback) place.replaceChildren(el("strong", { text: words }), whereabouts(traceback));
  else place.textContent = sentence(words);
  place.hidden = !words;
}

function whereabouts(traceback) {
  return el("details", {}, el("summary", { text: "Where it happened" }), el("pre", { text: traceback.trimEnd() }));
}

/** Do something, and tell at this place if it goes wrong. Gives back whether it went well. */
export async function attempt(place, action) {
  tell(place);
  try {
    await action();
    return true;
  } catch (problem) {
    if (problem.name === "AbortError") return false;
    tell(place, problem);
    announce(sentence(problem.message));
    return false;
  }
}
