// Options of a game or an algorithm as fields that show their defaults.

import { el, field } from "../page/dom.js";

/** Fields for options, folded away; `values` are those that are set. */
export class OptionFields {
  #inputs = new Map();
  #options = null;
  #title;
  #list;

  constructor(words, onchange = () => {}) {
    this.#title = el("summary", { text: words });
    this.#list = el("div", { class: "fields stack loose" });
    this.element = el("details", { class: "options" }, this.#title, this.#list);
    this.#list.addEventListener("change", () => onchange(this.values));
  }

  /** Whether it shows just these options. */
  is(options) {
    return this.#options === options;
  }

  show(options, values = {}) {
    this.#options = options;
    this.#inputs = new Map(options.map((option) => [option.name, this.#input(option, values[option.name])]));
    this.#list.replaceChildren(
      ...options.map((option) => field(option.name, this.#inputs.get(option.name), option.meaning)),
    );
    this.element.hidden = options.length === 0;
    this.element.open = options.some((option) => values[option.name] !== undefined);
  }

  #input(option, value) {
    const properties = { type: "text", autocomplete: "off", spellcheck: false };
    return el("input", { ...properties, placeholder: option.default || "none", value: value ?? "" });
  }

  /** The options that are set to something. */
  get values() {
    const given = [...this.#inputs].map(([name, input]) => [name, input.value.trim()]);
    return Object.fromEntries(given.filter(([, value]) => value !== ""));
  }
}
