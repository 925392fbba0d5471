// The line that led here, every move of it a way back.

import { button, el } from "../page/dom.js";

/** Shows the line of a walk. */
export class LineView {
  #list = el("ol", { class: "line" });

  constructor(walk, go) {
    this.element = el("nav", { class: "line-place", "aria-label": "The line to this position" }, this.#list);
    walk.changed.on(() => this.#show(walk, go));
  }

  #show(walk, go) {
    const { line, texts, node } = walk;
    const numbers = moveNumbers(node.line_text, line.length);
    const steps = [crumb("Start", "", () => go([]), line.length === 0)];
    texts.forEach((text, index) => {
      const here = index === line.length - 1;
      steps.push(crumb(text, numbers[index], () => go(line.slice(0, index + 1)), here));
    });
    this.#list.replaceChildren(...steps);
    this.element.scrollTop = this.element.scrollHeight;
  }
}

function crumb(text, number, go, here) {
  const move = button(text, go, here ? { "aria-current": "location" } : {});
  return el("li", {}, number ? el("span", { class: "move-number", text: number }) : null, move);
}

/** The move numbers that the line's text has before some of its moves. */
function moveNumbers(lineText, length) {
  const numbers = [];
  let pending = "";
  for (const word of (lineText || "").split(/\s+/)) {
    if (/^\d+\.+$/.test(word)) pending = word;
    else if (word) {
      numbers.push(pending);
      pending = "";
    }
  }
  return numbers.length === length ? numbers : [];
}
