// The line that led here, every move of it a way back.

import { button, el } from "../page/dom.js";

/** The element that shows the line of a walk. */
export function lineView(walk, go) {
  const list = el("ol", { class: "line" });
  const element = el("nav", { class: "line-place", "aria-label": "The line to this position" }, list);
  walk.changed.on(() => {
    const steps = [{ text: "Start", number: "" }, ...walk.numbered];
    const { line } = walk;
    list.replaceChildren(
      ...steps.map(({ text, number }, ply) => crumb(text, number, () => go(line.slice(0, ply)), ply === line.length)),
    );
    element.scrollTop = element.scrollHeight;
  });
  return element;
}

function crumb(text, number, go, here) {
  const move = button(text, go, here ? { "aria-current": "location" } : {});
  return el("li", {}, number ? el("span", { class: "move-number", text: number }) : null, move);
}
