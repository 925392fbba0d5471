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
  // Options that were sent from these fields and are not answered yet.
  #sent = new Set();

  constructor(games, onchange) {
    this.#games = new Map(games.map((game) => [game.name, game]));
    const choices = games.map(({ name, title }) => el("option", { value: name, text: title }));
    this.#select = el("select", { onchange: () => onchange(this.#select.value, {}) }, ...choices);
    this.#options = new OptionFields("Rules and options", (values) => {
      this.#sent.add(keyOf(this.#select.value, values));
      onchange(this.#select.value, values);
    });
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
    const key = keyOf(game, options);
    // The answer to what these fields sent: what has been typed into them since then stays.
    const answers = this.#sent.delete(key) && this.#options.is(info.options);
    if (key !== this.#shown && !answers) this.#options.show(info.options, options);
    this.#shown = key;
  }
}

function keyOf(game, options) {
  return JSON.stringify([game, Object.entries(options).sort()]);
}
