// The help dialog behind "?": the keyboard shortcuts, and how to begin.

import { button, el } from "./dom.js";

const NAMES = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
};

const PARTS = [
  [undefined, "Everywhere"],
  ["setup", "Position"],
  ["play", "Play"],
  ["search", "Search"],
  ["proof", "Proof"],
];

/** Fill the dialog from the list of shortcuts. Returns a function that opens it. */
export function helpDialog(shortcuts) {
  const dialog = document.getElementById("help");
  const parts = PARTS.map(([step, title]) =>
    el(
      "section",
      {},
      el("h3", { text: title }),
      el("dl", { class: "keys" }, ...shortcuts.filter((each) => each.step === step).flatMap(entry)),
    ),
  );
  dialog.replaceChildren(
    el("header", { class: "ends" }, el("h2", { id: "help-title", text: "Keyboard" }), button("Close", () => dialog.close())),
    el("div", { class: "key-parts" }, ...parts),
    el("p", {
      class: "hint",
      text:
        "On the board, arrow keys go from square to square, Enter picks up or places a piece, Escape puts it back. In " +
        "the tree, → expands, ← collapses, Enter goes there. A certificate can be dropped anywhere on the page.",
    }),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return () => dialog.showModal();
}

function entry({ keys, words }) {
  const names = keys.map((key) => el("kbd", { text: NAMES[key] || key }));
  return [el("dt", {}, ...names), el("dd", { text: words })];
}
