// Clicking on the board of the first step: to play moves, or to put pieces on squares.

import { el } from "../page/dom.js";
import { attempt } from "../page/problem.js";
import { Palette } from "./palette.js";

/** What clicks on the board do, with the controls for it under the board. */
export class Hand {
  #session;
  #stage;
  #values;
  #games;
  #problem;
  #palette;
  #play;
  #place;
  #switch;

  constructor({ about, session, stage, values, problem }) {
    this.#values = values;
    this.#session = session;
    this.#stage = stage;
    this.#problem = problem;
    this.#games = new Map(about.games.map((game) => [game.name, game]));
    this.#palette = new Palette((change) => this.#edit(change));
    this.#play = this.#choice(true);
    this.#place = this.#choice(false);
    this.#switch = el(
      "fieldset",
      { class: "switch" },
      el("legend", { class: "unseen", text: "A click on the board" }),
      el("label", {}, this.#play, el("span", { text: "Play moves" })),
      el("label", {}, this.#place, el("span", { text: "Place pieces" })),
    );
    document.getElementById("under-board").append(el("div", { class: "for-setup stack loose" }, this.#switch, this.#palette.element));
  }

  #choice(checked) {
    return el("input", { type: "radio", name: "hand", class: "unseen", checked, onchange: () => this.show() });
  }

  /** Switch between playing and placing. */
  toggle() {
    if (this.#switch.hidden) return;
    (this.#place.checked ? this.#play : this.#place).click();
  }

  show() {
    const { state, draft } = this.#session;
    const editable = this.#games.get(state.game).editable && state.palette.length > 0;
    this.#switch.hidden = !editable;
    const placing = editable && (this.#place.checked || draft !== null);
    if (placing) this.#place.checked = true;
    this.#palette.element.hidden = !placing;
    if (placing) this.#palette.show(state, draft?.turn || state.turn);
    const picture = draft?.svg ? { svg: draft.svg, squares: draft.squares } : {};
    const hand = placing
      ? { onsquare: (square) => this.#put(square) }
      : { onmove: ({ move }) => attempt(this.#problem, () => this.#session.play(move)) };
    const chips = placing ? () => [] : (selected) => this.#values.chips(state.moves, selected);
    this.#stage.set("setup", { state, ...picture, ...hand, chips });
  }

  #put(square) {
    const { piece, title } = this.#palette.chosen;
    // A second click with the same piece takes it away again.
    const there = this.#stage.board.pieceOn(square);
    this.#edit({ square, piece: there !== undefined && there === title.toLowerCase() ? null : piece });
  }

  #edit(change) {
    attempt(this.#problem, () => this.#session.edit(change));
  }
}
