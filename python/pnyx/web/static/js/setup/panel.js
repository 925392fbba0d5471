// The first step: a game, its options, and a position, by text or by clicking.

import { announce, button, el, field } from "../page/dom.js";
import { attempt, problemPlace, showProblem } from "../page/problem.js";
import { player, plural } from "../page/words.js";
import { Values, chipOf } from "../play/values.js";
import { shareRow } from "../share.js";
import { GameChoice } from "./game.js";
import { Hand } from "./hand.js";

export class SetupPanel {
  #session;
  #problem = problemPlace();
  #text = el("textarea", { rows: 2, spellcheck: false, autocomplete: "off", class: "mono" });
  #undo;
  #movesTitle = el("h2");
  #moves = el("div", { class: "row moves" });
  #values = new Values();
  #ask;
  #choice;

  constructor({ about, session, stage, onask }) {
    this.#session = session;
    const open = (game, options) =>
      this.#try(async () => {
        try {
          await session.open(game, null, options);
        } catch (problem) {
          // The board still shows the previous game.
          if (session.state) this.#choice.keep(session.state.game);
          if (problem.body?.traceback) problem.message = `${game} cannot be opened: ${problem.message}`;
          throw problem;
        }
      });
    this.#choice = new GameChoice(about.games, open);
    this.hand = new Hand({ about, session, stage, values: this.#values, problem: this.#problem });
    this.#ask = button("Values of the moves", () => this.askValues(), { class: "quiet" });
    this.#undo = button("Take back", () => this.takeBack(), { class: "quiet" });
    const form = el(
      "form",
      { onsubmit: (event) => this.#submit(event) },
      field("Position", this.#text),
      el(
        "div",
        { class: "row" },
        el("button", { type: "submit", text: "Show" }),
        button("Start position", () => open(session.game, session.state.options), { class: "quiet" }),
        this.#undo,
      ),
    );
    this.#text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) this.#submit(event);
    });
    const share = shareRow(() => session.state);
    const ask = button("Ask a question", onask, { class: "primary" });
    document.getElementById("setup").append(
      this.#choice.element,
      form,
      this.#problem,
      el("div", { class: "row" }, ask),
      el("div", { class: "ends" }, this.#movesTitle, this.#ask),
      this.#moves,
      share,
    );
    session.changed.on(() => {
      this.#values.forget();
      this.#show();
    });
    this.#values.changed.on(() => this.#showMoves());
  }

  /** Find the values of all moves of the position, and show them as chips. */
  askValues() {
    const { state, draft } = this.#session;
    if (draft || !state?.moves.length || this.#values.busy) return null;
    return this.#try(async () => {
      await this.#values.ask(this.#session.at, []);
      announce(`Values of the moves: ${this.#values.summary}.`);
    });
  }

  takeBack() {
    showProblem(this.#problem);
    this.#session.undo();
  }

  #try(action) {
    return attempt(this.#problem, action);
  }

  #submit(event) {
    event.preventDefault();
    const { game, state } = this.#session;
    const text = this.#text.value.trim();
    this.#try(() => this.#session.open(game, text || null, state.options));
  }

  #show() {
    const { state, draft } = this.#session;
    this.#choice.show(state);
    this.#text.value = this.#session.text;
    this.#text.rows = Math.min(8, Math.max(2, Math.ceil(this.#text.value.length / 60)));
    this.#undo.disabled = !this.#session.canUndo;
    showProblem(this.#problem, draft && `Not a position yet: ${draft.error}`);
    this.#movesTitle.textContent = heading(state, draft);
    this.#showMoves();
  }

  /** The moves, the best first where their values are known. */
  #showMoves() {
    const { state, draft } = this.#session;
    const { rows, busy } = this.#values;
    const moves = draft ? [] : rows ? rows.flatMap((row) => state.moves.filter(({ move }) => move === row.move)) : state.moves;
    this.#ask.hidden = moves.length === 0 || rows !== null;
    this.#ask.disabled = busy;
    this.#ask.textContent = busy ? "Looking for the values" : "Values of the moves";
    this.#moves.replaceChildren(
      ...moves.map((move) => {
        const row = this.#values.of(move.move);
        const press = button(move.text, () => this.#try(() => this.#session.play(move.move)));
        if (row) press.append(chipOf(row));
        return press;
      }),
    );
    this.hand.show();
  }
}

function heading({ outcome, turn, moves }, draft) {
  if (draft) return "No moves yet";
  if (outcome === "draw") return "A draw: the game is over";
  if (outcome) return `${player(outcome)} has won: the game is over`;
  return `${player(turn)} to move: ${plural(moves.length, "move")}`;
}
