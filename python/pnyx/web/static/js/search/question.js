// The form of a question: goal, limits, algorithm.

import { el, field } from "../page/dom.js";
import { sentence } from "../page/words.js";
import { OptionFields } from "../setup/options.js";
import { GoalChoice } from "./goal.js";

export class Question {
  #about;
  #goal = new GoalChoice(() => this.#goalChosen());
  #shortest = el("input", { type: "checkbox", onchange: () => this.#shortestChosen() });
  #shortestField;
  #limits;
  #algorithm;
  #algorithmHint = el("p", { class: "hint" });
  #options = new OptionFields("Options of the algorithm");

  constructor(about, onsubmit) {
    this.#about = about;
    this.#shortestField = el(
      "label",
      { class: "check" },
      this.#shortest,
      el("span", { text: "Find the shortest win and prove that none is shorter" }),
    );
    this.#limits = limitFields(about.limits);
    const names = about.algorithms.map(({ name }) => el("option", { value: name, text: name }));
    this.#algorithm = el("select", { onchange: () => this.#algorithmChosen() }, ...names);
    if (about.algorithms.some(({ name }) => name === "auto")) this.#algorithm.value = "auto";
    this.submit = el("button", { type: "submit", class: "primary", text: "Find the value" });
    this.element = el(
      "form",
      {
        noValidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          onsubmit();
        },
      },
      this.#goal.element,
      this.#shortestField,
      el("div", { class: "limits stack" }, ...Object.values(this.#limits).map((limit) => limit.field)),
      el(
        "details",
        { class: "options" },
        el("summary", { text: "Algorithm" }),
        field("Algorithm", this.#algorithm),
        this.#algorithmHint,
        this.#options.element,
      ),
      el("div", { class: "row" }, this.submit),
    );
    this.#algorithmChosen();
  }

  /** Offer what can be asked about a state. */
  show(state) {
    this.#goal.show(state.goals);
    this.#shortestField.hidden = !this.#goal.offersShortest;
  }

  set goal(goal) {
    this.#goal.value = goal;
  }

  get goal() {
    return this.#goal.value;
  }

  #goalChosen() {
    if (!this.#goal.hasShortest) this.#shortest.checked = false;
    this.submit.textContent = this.#goal.isValue ? "Find the value" : "Solve";
  }

  #shortestChosen() {
    if (this.#shortest.checked && !this.#goal.hasShortest) this.#goal.chooseShortest();
  }

  #algorithmChosen() {
    const chosen = this.#about.algorithms.find(({ name }) => name === this.#algorithm.value);
    this.#algorithmHint.textContent = sentence(chosen?.description || "");
    this.#options.show(chosen?.options || []);
    this.#limits.threads.input.disabled = !chosen?.parallel;
  }

  /** The question as the server takes it, but for the position. */
  get value() {
    const { seconds, nodes, memory, threads } = this.#limits;
    return {
      goal: this.#goal.value,
      value: this.#goal.isValue,
      shortest: this.#shortest.checked,
      algorithm: this.#algorithm.value,
      algorithm_options: this.#options.values,
      max_seconds: number(seconds),
      max_nodes: number(nodes),
      max_memory_mib: number(memory),
      threads: threads.input.disabled ? 1 : (number(threads) ?? 1),
    };
  }
}

function limitFields(limits) {
  const limit = (words, properties) => {
    const input = el("input", { type: "number", inputMode: "numeric", ...properties });
    return { words, input, field: field(words, input) };
  };
  return {
    seconds: limit("Seconds", { value: Math.min(60, limits.seconds), min: 0, max: limits.seconds, step: "any" }),
    nodes: limit("Nodes", { placeholder: "any", min: 1, step: 1 }),
    memory: limit("Memory, MiB", { value: Math.min(1024, limits.memory_mib), min: 1, max: limits.memory_mib, step: 1 }),
    threads: limit("Threads", { value: 1, min: 1, max: limits.threads, step: 1 }),
  };
}

/** The value of a field: nothing, or a number within its bounds; anything else is an error. */
function number({ words, input }) {
  if (input.validity.badInput) throw new Error(`“${words}” must be a number.`);
  if (input.value.trim() === "") return null;
  const value = Number(input.value);
  const { rangeOverflow, rangeUnderflow, stepMismatch } = input.validity;
  if (rangeOverflow) throw new Error(`“${words}” can be at most ${input.max} on this server, not ${value}.`);
  if (rangeUnderflow || value <= 0) throw new Error(`“${words}” must be more than 0, not ${value}.`);
  if (stepMismatch) throw new Error(`“${words}” must be a whole number, not ${value}.`);
  return value;
}
