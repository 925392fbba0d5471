// Which game, with which options.

import { el, field } from "../page/dom.js";
import { sentence } from "../page/words.js";
import { OptionFields } from "./options.js";

export class GameChoice {
  #games;
  #select;
  #description = el("p", { class: "hint" });
  #options;
  #shown = "";

  constructor(games, onchange) {
    this.#games = new Map(games.map((game) => [game.name, game]));
    const choices = games.map(({ name, title }) => el("option", { value: name, text: title }));
    this.#select = el("select", { onchange: () => onchange(this.#select.value, {}) }, ...choices);
    this.#options = new OptionFields("Rules and options", (values) => onchange(this.#select.value, values));
    this.element = el("div", { class: "game" }, field("Game", this.#select), this.#description, this.#options.element);
  }

  /** Choose a game again without opening it, for another one could not be opened. */
  keep(game) {
    this.#select.value = game;
  }

  show({ game, options }) {
    const info = this.#games.get(game);
    this.#select.value = game;
    this.#description.textContent = sentence(info.description);
    const key = JSON.stringify([game, options]);
    if (key === this.#shown) return;
    this.#shown = key;
    // While the reader types, fields with the same values stay as they are.
    if (JSON.stringify(this.#options.values) !== JSON.stringify(options) || !this.#options.is(info.options)) {
      this.#options.show(info.options, options);
    }
  }
}
