// Every key of the page; the help dialog lists them from here. They work but for fields to type in and open dialogs.

/** The shortcuts, given the parts of the page they work on. */
export function shortcuts({ tabs, setup, play, search, proof, help }) {
  const walking = (action) => (key) => proof.ready && proof.do(() => action(proof.walk, key));
  const steps = ["setup", "play", "search", "proof"];
  const everywhere = [
    { keys: ["1", "2", "3", "4"], words: "Position, Play, Search, Proof", action: (key) => tabs.open(steps[Number(key) - 1]) },
    { keys: ["b"], words: "go to the board", action: () => document.querySelector('.square[tabindex="0"]')?.focus() },
    { keys: ["o"], words: "open a certificate", action: () => (tabs.open("proof"), proof.files.open()) },
    { keys: ["c"], words: "copy a link to the position", action: copyLink },
    { keys: ["d"], words: "switch theme", action: () => document.getElementById("theme").click() },
    { keys: ["?"], words: "this help", action: () => help() },
  ];
  const positions = [
    { keys: ["u"], words: "take back", action: () => setup.takeBack() },
    { keys: ["e"], words: "place pieces, or play moves", action: () => setup.hand.toggle() },
    { keys: ["v"], words: "the values of the moves", action: () => setup.askValues() },
  ];
  const games = [
    { keys: ["h"], words: "hint", action: () => play.hint() },
    { keys: ["u"], words: "take back", action: () => play.takeBack() },
    { keys: ["v"], words: "show or hide the values of the moves", action: () => play.toggleValues() },
    { keys: ["n"], words: "new game", action: () => play.leave() },
  ];
  const searches = [
    { keys: ["s"], words: "solve, or find the value", action: () => search.ask() },
    { keys: ["x", "Escape"], words: "stop", action: () => search.stop() },
  ];
  const proofs = [
    { keys: ["ArrowUp", "ArrowDown"], words: "select a move in the list", action: walking(choose) },
    { keys: ["ArrowRight", "Enter"], words: "play it", action: walking(forward) },
    { keys: ["ArrowLeft"], words: "take it back", action: walking((walk) => walk.up()) },
    { keys: ["[", "]"], words: "the previous reply, the next reply", action: walking(sideways) },
    { keys: ["Home"], words: "go to the start", action: walking((walk) => walk.go([])) },
    { keys: ["End"], words: "go to the end of the longest line", action: walking((walk) => walk.toEnd()) },
    { keys: ["/"], words: "go to or find", action: () => proof.ready && proof.find.focus() },
    { keys: ["w"], words: "why not another move?", action: () => proof.ready && proof.why.focus() },
    { keys: ["t"], words: "go to the tree", action: () => proof.ready && proof.tree.focus() },
  ];
  const parts = [positions, games, searches, proofs];
  return [...everywhere, ...parts.flatMap((part, index) => part.map((each) => ({ ...each, step: steps[index] })))];
}

async function forward(walk) {
  const next = walk.moves[walk.selected];
  if (next) await walk.down(next.move);
}

function choose(walk, key) {
  walk.point(walk.selected + (key === "ArrowDown" ? 1 : -1));
}

function sideways(walk, key) {
  return walk.aside(key === "]" ? 1 : -1);
}

function copyLink() {
  const visible = [...document.querySelectorAll(".copy-link")].find((button) => button.offsetParent !== null);
  visible?.click();
}

/** Call actions by keys: `{keys, words, step, action}`; `step` is where they work, nothing means everywhere. */
export function listen(shortcuts, currentStep) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const found = shortcuts.find(
      ({ keys, step }) => keys.includes(event.key) && (!step || step === currentStep()),
    );
    if (!found || (event.key === "Enter" && event.target.closest("button, a, summary, label"))) return;
    event.preventDefault();
    found.action(event.key);
  });
}

function typing(target) {
  return Boolean(target.closest?.("textarea, select, input:not([type=radio]):not([type=checkbox]):not([type=file])"));
}
