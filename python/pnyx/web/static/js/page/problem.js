// Problems are told where they arise.

import { announce, el } from "./dom.js";
import { sentence } from "./words.js";

/** A place for a message, under the control it is about. */
export function problemPlace() {
  return el("p", { class: "problem", role: "alert", hidden: true });
}

/** Say what went wrong, or nothing any more. */
export function tell(place, problem = null) {
  const words = problem === null ? "" : sentence(typeof problem === "string" ? problem : problem.message);
  place.textContent = words;
  place.hidden = !words;
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
    announce(place.textContent);
    return false;
  }
}
