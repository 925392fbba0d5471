// A small dialog for clicks that can mean several moves, such as promotions.

import { button, el } from "../page/dom.js";

/** The move the reader chooses, or nothing if the dialog is closed. */
export function choose(question, moves) {
  const dialog = document.getElementById("chooser");
  return new Promise((resolve) => {
    let chosen = null;
    const options = moves.map((move) =>
      button(move.text, () => {
        chosen = move;
        dialog.close();
      }),
    );
    dialog.replaceChildren(
      el("h2", { id: "chooser-title", text: question }),
      el("div", { class: "choices" }, ...options),
      button("Cancel", () => dialog.close(), { class: "quiet" }),
    );
    dialog.addEventListener("close", () => resolve(chosen), { once: true });
    dialog.showModal();
    options[0].focus();
  });
}
