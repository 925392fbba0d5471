// The goal of the question, or the position's value.

import { el, field } from "../page/dom.js";

/** The choice that is no goal. */
const VALUE = "";

/** The choice of a question: the value, or one of the goals; those that take a number have a field for it. */
export class GoalChoice {
  #select;
  #number = el("input", { type: "number", value: 3, step: 1, class: "short" });
  #numberField;
  #onchange;
  #goals = [];

  constructor(onchange) {
    this.#onchange = onchange;
    this.#select = el("select", { onchange: () => this.#adjust() });
    this.#numberField = field("N", this.#number);
    this.element = el("div", { class: "goal stack" }, field("Question", this.#select), this.#numberField);
  }

  /** Offer the goals of a state; the chosen one stays if it is among them. */
  show(goals) {
    const forms = (some) => some.map(({ form }) => form).join("\n");
    if (this.#select.options.length && forms(goals) === forms(this.#goals)) return;
    const before = this.#select.value;
    this.#goals = goals;
    this.#select.replaceChildren(
      group("Value", [{ form: VALUE, words: "Win, draw or loss?" }]),
      group("Goal of the player on move", goals),
    );
    this.#select.value = goals.some(({ form }) => form === before) ? before : VALUE;
    this.#adjust();
  }

  #adjust() {
    this.#numberField.hidden = !this.#chosen?.number;
    this.#onchange();
  }

  get #chosen() {
    return this.#goals.find(({ form }) => form === this.#select.value);
  }

  /** Whether the value is asked for, and no goal. */
  get isValue() {
    return this.#select.value === VALUE;
  }

  /** Whether any of the goals, or the chosen one, can be asked for in the fewest moves. */
  get offersShortest() {
    return this.#goals.some(({ shortest }) => shortest);
  }

  get hasShortest() {
    return Boolean(this.#chosen?.shortest);
  }

  /** Choose the first goal that can be asked for in the fewest moves. */
  chooseShortest() {
    this.value = this.#goals.find(({ shortest }) => shortest).form;
  }

  /** The goal as the server takes it; nothing if the value is asked for. */
  get value() {
    const chosen = this.#chosen;
    if (!chosen) return null;
    return chosen.number ? `${chosen.name} ${this.#number.value.trim() || "N"}` : chosen.form;
  }

  set value(goal) {
    const [name, number] = (goal || VALUE).split(" ");
    const takesNumber = number !== undefined;
    const wanted = this.#goals.find((each) => each.name === name && each.number === takesNumber);
    if (!wanted && name !== VALUE) return;
    this.#select.value = wanted ? wanted.form : VALUE;
    if (takesNumber) this.#number.value = number;
    this.#adjust();
  }
}

function group(label, goals) {
  return el("optgroup", { label }, ...goals.map(({ form, words }) => el("option", { value: form, text: words })));
}
