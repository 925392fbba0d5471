// Joins the parts of the page and opens what its address asks for.

import { readAddress, showJob, showPosition, showProof } from "./address.js";
import { api } from "./api.js";
import { Stage } from "./board/stage.js";
import { helpDialog } from "./page/help.js";
import { attempt } from "./page/problem.js";
import { watchServer } from "./page/server.js";
import { Tabs } from "./page/tabs.js";
import { themeButton } from "./page/theme.js";
import { PlayPanel } from "./play/panel.js";
import { ProofPanel } from "./proof/panel.js";
import { SearchPanel } from "./search/panel.js";
import { Session } from "./session.js";
import { SetupPanel } from "./setup/panel.js";
import { listen, shortcuts } from "./shortcuts.js";

const problem = document.getElementById("page-problem");

async function start() {
  themeButton(document.getElementById("theme"));
  const about = await api.about();
  const tabs = new Tabs();
  const stage = new Stage(document.getElementById("board"));
  const session = new Session();
  const proof = new ProofPanel({
    about,
    stage,
    onopen: () => tabs.open("proof"),
    onwalk: (id) => walkProof(id),
    onuse: ({ game, text, options }) =>
      attempt(problem, async () => {
        await session.open(game, text, options);
        tabs.open("setup");
      }),
  });
  const walkProof = (id, line) =>
    attempt(problem, async () => {
      await proof.walk.open(id, line);
      tabs.open("proof");
    });
  const search = new SearchPanel({ about, session, stage, onwalk: walkProof });
  search.answered.on((results) => proof.offer(results));
  const play = new PlayPanel({ about, session, stage });
  const setup = new SetupPanel({ about, session, stage, onask: () => tabs.open("search") });
  proof.files.acceptDrops(() => tabs.open("proof"));

  tabs.opened.on((step) => {
    stage.open(step);
    if (step === "play") play.show();
    if (step === "proof" && proof.ready) showProof(proof.walk.source.info, proof.walk.line);
    else if (step !== "proof" && session.state) showPosition(session.state, search.question.goal);
  });
  session.changed.on(() => tabs.current !== "proof" && showPosition(session.state, search.question.goal));
  search.running.on((id) => showJob(id));
  proof.walk.changed.on((walk) => tabs.current === "proof" && showProof(walk.source.info, walk.line));

  const all = shortcuts({ tabs, setup, play, search, proof, help: () => openHelp() });
  const openHelp = helpDialog(all);
  document.getElementById("help-button").addEventListener("click", openHelp);
  listen(all, () => tabs.current);

  addEventListener("hashchange", () => {
    const { proof: id, line } = readAddress();
    if (id) walkProof(id, line);
  });
  await open(readAddress(), { about, session, search, tabs, walkProof });
}

async function open(asked, { about, session, search, tabs, walkProof }) {
  const proof = asked.proof ? walkProof(asked.proof, asked.line) : null;
  const known = about.games.some(({ name }) => name === asked.game);
  const game = known ? asked.game : firstGame(about.games);
  try {
    if (asked.game && !known) throw new Error(`This server has no game called “${asked.game}”.`);
    await session.open(game, asked.position, asked.options);
  } catch (problem) {
    const other = about.games.find(({ python }) => !python).name;
    await session.open(game).catch(() => session.open(other));
    throw problem;
  }
  if (asked.goal) search.question.goal = asked.goal;
  await proof;
  if (asked.job) {
    tabs.open("search");
    await search.resume(asked.job);
  }
}

/** What the command line named comes first, and otherwise the first is the smallest; most come for chess. */
function firstGame(games) {
  const [first] = games;
  return first.name === "tic-tac-toe" && games.some(({ name }) => name === "chess") ? "chess" : first.name;
}

watchServer();
attempt(problem, start);
