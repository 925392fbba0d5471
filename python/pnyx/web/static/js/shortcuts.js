// Every key of the page; the help dialog lists them from here.

/** The shortcuts, given the parts of the page they work on. */
export function shortcuts({ tabs, setup, search, proof, help }) {
  const walking = (action) => (key) => proof.ready && proof.do(() => action(proof.walk, key));
  const steps = ["setup", "search", "proof"];
  const everywhere = [
    { keys: ["1", "2", "3"], words: "Position, Search, Proof", action: (key) => tabs.open(steps[Number(key) - 1]) },
    { keys: ["b"], words: "to the board", action: () => document.querySelector('.square[tabindex="0"]')?.focus() },
    { keys: ["o"], words: "open a certificate", action: () => (tabs.open("proof"), proof.files.open()) },
    { keys: ["c"], words: "copy a link to the position", action: copyLink },
    { keys: ["d"], words: "dark or light", action: () => document.getElementById("theme").click() },
    { keys: ["?"], words: "this help", action: () => help() },
  ];
  const positions = [
    { keys: ["u"], words: "take back", action: () => setup.takeBack() },
    { keys: ["e"], words: "place pieces, or play moves", action: () => setup.toggleHand() },
  ];
  const searches = [
    { keys: ["s"], words: "solve", action: () => search.ask() },
    { keys: ["x", "Escape"], words: "stop", action: () => search.stop() },
  ];
  const proofs = [
    { keys: ["ArrowUp", "ArrowDown"], words: "choose a move of the list", action: walking(choose) },
    { keys: ["ArrowRight", "Enter"], words: "play it", action: walking(forward) },
    { keys: ["ArrowLeft"], words: "take it back", action: walking((walk) => walk.up()) },
    { keys: ["[", "]"], words: "sideways: the reply before, the next", action: walking(sideways) },
    { keys: ["Home"], words: "to the start", action: walking((walk) => walk.go([])) },
    { keys: ["End"], words: "to the end of the longest line", action: walking((walk) => walk.toEnd()) },
    { keys: ["/"], words: "go to, or find", action: () => proof.ready && proof.find.focus() },
    { keys: ["w"], words: "why not another move?", action: () => proof.ready && proof.why.focus() },
    { keys: ["t"], words: "to the tree", action: () => proof.ready && proof.tree.focus() },
  ];
  const parts = [positions, searches, proofs];
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
