// The second step: a game against Pnyx, with hints, values and take-back.

import { announce, button, el, field } from "../page/dom.js";
import { attempt, problemPlace } from "../page/problem.js";
import { count, player, sentence } from "../page/words.js";
import { Match } from "./match.js";
import { Values, chipOf } from "./values.js";

export class PlayPanel {
  #about;
  #session;
  #stage;
  #match = new Match();
  #values = new Values();
  #problem = problemPlace();
  #sides = el("div", { class: "switch", role: "radiogroup", "aria-label": "Who begins" });
  #level;
  #levelHint = el("p", { class: "hint" });
  #start;
  #begin;
  #game;
  #headline = el("h2", { class: "headline", tabIndex: -1 });
  #said = el("p", { class: "said" });
  #hint = el("p", { class: "said hinted", hidden: true });
  #table = el("p", { class: "hint" });
  #wantsValues = el("input", { type: "checkbox", onchange: () => this.#askValues() });
  #wantsLabel = el("label", { class: "check" }, this.#wantsValues, el("span", { text: "Show the value of every move" }));
  #moves = el("ul", { class: "values", "aria-label": "Your moves" });
  #line = el("p", { class: "line-text" });
  #buttons = {};
  #announced = "";

  constructor({ about, session, stage }) {
    this.#about = about;
    this.#session = session;
    this.#stage = stage;
    const levels = about.levels.map(({ name }) => el("option", { value: name, text: player(name) }));
    this.#level = el("select", { onchange: () => this.#levelChosen() }, ...levels);
    this.#level.value = "perfect";
    this.#levelChosen();
    this.#start = button("Start the game", () => this.begin(), { class: "primary" });
    this.#begin = el(
      "div",
      { class: "stack loose" },
      el("p", { class: "hint", text: "The game begins with the position on the board. The tab Position has other games and positions." }),
      el("div", { class: "stack tight" }, el("p", { class: "side-label", text: "You are" }), this.#sides),
      field("How well Pnyx plays", this.#level),
      this.#levelHint,
      el("div", { class: "row" }, this.#start),
    );
    this.#buttons = {
      hint: button("Hint", () => this.hint()),
      back: button("Take back", () => this.takeBack()),
      resign: button("Resign", () => this.#match.resign()),
      again: button("Play again", () => this.#again(), { class: "primary" }),
      leave: button("New game", () => this.leave(), { class: "quiet" }),
    };
    this.#game = el(
      "div",
      { class: "stack loose", hidden: true },
      el("div", { class: "stack tight" }, this.#headline, this.#said, this.#hint),
      el("div", { class: "row play-buttons" }, ...Object.values(this.#buttons)),
      this.#wantsLabel,
      this.#moves,
      this.#line,
      this.#table,
    );
    document.getElementById("play").append(this.#problem, this.#begin, this.#game);
    this.#match.changed.on(() => this.#changed());
    this.#values.changed.on(() => this.#draw());
    session.changed.on(() => this.show());
  }

  /** Show the panel for the position on the board, or the game that is being played. */
  show() {
    const { state, draft } = this.#session;
    if (!this.#match.running && state) {
      const chosen = this.#sides.querySelector(":checked")?.value ?? "first";
      const other = state.players.find((name) => name !== state.turn);
      this.#sides.replaceChildren(
        side("first", `${player(state.turn)}, first`, chosen === "first"),
        side("second", `${player(other)}, second`, chosen === "second"),
      );
      this.#start.disabled = Boolean(draft) || state.outcome !== null;
    }
    this.#draw();
  }

  begin() {
    return this.#do(() => {
      if (this.#session.draft) throw new Error(`There is no legal position yet: ${this.#session.draft.error}`);
      const first = this.#sides.querySelector(":checked").value === "first";
      return this.#match.begin(this.#session.at, { first, level: this.#level.value });
    });
  }

  hint() {
    return this.#do(() => this.#match.hint());
  }

  takeBack() {
    if (this.#match.running) this.#match.takeBack();
  }

  toggleValues() {
    if (this.#match.running) this.#wantsValues.click();
  }

  leave() {
    if (!this.#match.running) return;
    this.#match.leave();
    this.show();
    this.#start.focus({ preventScroll: true });
  }

  #again() {
    const { at, you, level, states } = this.#match;
    return this.#do(() => this.#match.begin(at, { first: states[0].turn === you, level }));
  }

  #do(action) {
    return attempt(this.#problem, action);
  }

  #levelChosen() {
    const { meaning } = this.#about.levels.find(({ name }) => name === this.#level.value);
    this.#levelHint.textContent = sentence(meaning);
  }

  #changed() {
    this.#values.forget();
    this.#draw();
    this.#askValues();
    const said = [this.#said.textContent, this.#hint.textContent, this.#headline.textContent].filter(Boolean).join(" ");
    if (this.#match.running && said !== this.#announced && this.#match.waiting !== "move") announce(said);
    this.#announced = said;
  }

  #askValues() {
    if (!this.#wantsValues.checked || !this.#match.yourTurn || this.#match.waiting) {
      this.#values.forget();
      return;
    }
    this.#do(() => this.#values.ask(this.#match.at, this.#match.line));
  }

  #draw() {
    const match = this.#match;
    this.#begin.hidden = match.running;
    this.#game.hidden = !match.running;
    if (!match.running) {
      const { state, draft } = this.#session;
      for (const part of [this.#headline, this.#said, this.#hint, this.#line, this.#table]) part.textContent = "";
      // Not yet a game: the board is to be seen, not to be pressed.
      if (state) this.#stage.set("play", { state, ...(draft?.svg ? { svg: draft.svg, squares: draft.squares } : {}) });
      return;
    }
    const { state, choice, hinted } = match;
    this.#headline.textContent = heading(match);
    this.#said.replaceChildren(...(choice ? sayings("Pnyx played", choice) : []));
    this.#said.hidden = !choice;
    this.#hint.replaceChildren(...(hinted ? sayings("Hint:", hinted) : []));
    this.#hint.hidden = !hinted;
    this.#table.textContent = aboutTable(match.table);
    this.#line.textContent = state.line_text;
    const { hint, back, resign, again } = this.#buttons;
    hint.hidden = resign.hidden = match.over;
    again.hidden = !match.over;
    this.#wantsLabel.hidden = match.over;
    hint.disabled = !match.yourTurn || match.waiting !== null;
    hint.textContent = match.waiting === "hint" ? "Thinking" : "Hint";
    back.disabled = !match.canTakeBack;
    this.#drawMoves();
    const hintArrow = hinted && state.moves.find(({ move }) => move === hinted.move);
    this.#stage.set("play", {
      state,
      // The squares stay buttons while Pnyx thinks, so that the keyboard keeps its place.
      moves: match.yourTurn ? state.moves : [],
      onmove: ({ move }) => this.#do(() => match.play(move)),
      arrows: hintArrow ? [{ ...hintArrow, kind: "proved" }] : [],
      chips: (selected) => this.#values.chips(state.moves, selected),
    });
  }

  /** Your moves as buttons: with their values, or where there are no squares to click. */
  #drawMoves() {
    const { state, yourTurn } = this.#match;
    const { rows, busy } = this.#values;
    const plain = state.moves.every(({ to }) => !to);
    const listed = rows ? rows.map(({ move }) => state.moves.find((each) => each.move === move)) : state.moves;
    const shown = yourTurn && (rows || plain) ? listed.filter(Boolean) : [];
    const buttons = shown.map(({ move, text }) => {
      const row = this.#values.of(move);
      const press = button("", () => this.#do(() => this.#match.play(move)), { class: "valued" });
      press.append(el("span", { class: "move-text", text }), ...(row ? [chipOf(row)] : []));
      return el("li", {}, press);
    });
    if (busy) buttons.unshift(el("li", { class: "hint", text: "Looking for the values of your moves" }));
    this.#moves.replaceChildren(...buttons);
    this.#moves.hidden = buttons.length === 0;
  }
}

function side(value, words, checked) {
  const input = el("input", { type: "radio", name: "side", class: "unseen", value, checked });
  return el("label", {}, input, el("span", { text: words }));
}

function sayings(words, choice) {
  const kind = choice.value && choice.kind === "proved" ? choice.value : "unknown";
  return [
    `${words} `,
    el("strong", { text: choice.text }),
    " ",
    el("span", { class: `chip ${kind}`, text: choice.words, title: "What is known of this move, for who plays it" }),
  ];
}

function heading(match) {
  const { state, resigned, you } = match;
  if (resigned) return "You resigned";
  if (state.ending) {
    if (state.winner === "draw") return sentence(state.words).replace(/\.$/, "");
    return state.winner === you ? "You have won" : "Pnyx has won";
  }
  return match.yourTurn ? `Your move: you are ${player(you).replace(/^The /, "the ")}` : "Pnyx is thinking";
}

function aboutTable(table) {
  if (table === undefined) return "";
  if (table === null) return "This game is too large for a table: what is not proved is a guess.";
  return `A table of ${count(table)} positions knows the value of every move.`;
}
