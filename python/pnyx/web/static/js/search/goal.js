// What is asked: a goal of the position, or its value.

import { el, field } from "../page/dom.js";

const MEANINGS = {
  "": "Value: win, draw or loss",
  mate: "Mate",
  "mate-in N": "Mate in a number of moves",
  mated: "Getting mated: the other side mates",
  "mated-in N": "Getting mated in a number of moves",
  win: "A win",
  "draw-or-better": "At least a draw",
  promote: "A promotion",
  "score N": "A score of at least",
};

/** The choice of a goal; those that end in N have a number beside them. */
export class GoalChoice {
  #select;
  #number = el("input", { type: "number", value: 3, step: 1, class: "short" });
  #numberField;
  #shown = "";

  constructor(onchange) {
    this.#select = el("select", { onchange: () => (this.#adjust(), onchange()) });
    this.#numberField = field("N", this.#number);
    this.element = el("div", { class: "goal" }, field("Question", this.#select), this.#numberField);
  }

  /** Offer the goals of a state; the chosen one stays if it is among them. */
  show(goals) {
    const key = goals.join("\n");
    if (key === this.#shown) return;
    const before = this.#select.value;
    this.#shown = key;
    const names = ["", ...goals];
    this.#select.replaceChildren(...names.map((name) => el("option", { value: name, text: MEANINGS[name] || name })));
    this.#select.value = names.includes(before) ? before : "";
    this.#adjust();
  }

  #adjust() {
    this.#numberField.hidden = !this.#select.value.endsWith(" N");
  }

  /** The goal as the server takes it; nothing means the value. */
  get value() {
    const name = this.#select.value;
    if (name === "") return null;
    return name.endsWith(" N") ? `${name.slice(0, -2)} ${this.#number.value.trim() || "N"}` : name;
  }

  set value(goal) {
    const [name, number] = (goal || "").split(" ");
    const known = [...this.#select.options].map((option) => option.value);
    const wanted = number === undefined ? name : `${name} N`;
    if (!known.includes(wanted)) return;
    this.#select.value = wanted;
    if (number !== undefined) this.#number.value = number;
    this.#adjust();
  }
}
