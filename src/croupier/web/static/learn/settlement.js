// The dealer's felt: every act goes to the server, which judges it and says what it goes by; or another dealer is watched.

import { make } from "../make.js";
import { byId } from "../make.js";
import { dealersFelt } from "./dealers_felt.js";

const page = JSON.parse(byId("page").textContent);
const csrf = document.querySelector('meta[name="csrf"]').content;
const which = { game: page.game, table: page.table, seed: page.seed };
const log = [], stops = [];
let begun = 0, hints = 0, over = false;

const seen = document.querySelector(".house .layout");
if (seen) seen.hidden = true;

async function ask(path, body) {
  try {
    const answer = await fetch(`/api/learn/dealer/${path}`, { method: "POST", headers: { "content-type": "application/json", accept: "application/json", "x-csrf": csrf }, body: JSON.stringify({ ...which, ...body }) });
    const said = await answer.json();
    if (answer.ok) return said;
    say("wrong", said.error || "The house did not understand; reload the page.");
  } catch {
    say("wrong", "No connection. That act was not judged; make it again.");
  }
  return null;
}

const rulings = (numbers) => make("span", { class: "rulings" }, ...numbers.flatMap((number) => [make("a", { href: `/learn/dealer/manual#${number}` }, number), " "]));

function say(kind, words, why) {
  const box = byId("judged");
  box.className = `verdict ${kind}`;
  box.replaceChildren(make("p", { class: "word" }, words), ...(why ? [make("p", {}, `${why.words} `, rulings(why.rulings))] : []));
}

function tell(words, kind) {
  const list = byId("log");
  list.append(make("li", { class: kind }, words));
  list.scrollTop = list.scrollHeight;
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
const seconds = () => (begun ? Math.round((performance.now() - begun) / 1000) : 0);

function finish(score) {
  over = true;
  felt.close();
  byId("took").textContent = clock(score.seconds);
  byId("hint").hidden = true;
  const slips = score.out_of_order + score.wrong;
  byId("score").replaceChildren(
    make("p", { class: "score" }, make("b", {}, `${score.right} of ${score.of}`), ` right at once${hints ? `, with ${hints} shown` : ""}`),
    make("p", {}, `${slips ? `${score.out_of_order} out of order, ${score.wrong} wrong` : "No slip"} · ${clock(score.seconds)}, par ${clock(score.par_s)}.`));
  byId("score").className = `outcome ${score.flawless && !hints ? "right" : "wrong"}`;
  byId("score").hidden = false;
  byId("another").classList.add("main");
}

const VERDICTS = { right: "Right.", "out of order": "Out of order.", wrong: "Not right." };

// The clock runs from the first act to the last.
function run() {
  begun = performance.now();
  const ticking = setInterval(() => {
    if (over) clearInterval(ticking);
    else byId("took").textContent = clock(seconds());
  }, 1000);
}

async function settle(text) {
  if (!begun) run();
  const said = await ask("felt", { acts: [...log, text], seconds: seconds() });
  if (!said) return false;
  log.push(text);
  const { verdict, words, why, chips } = said.last;
  const right = verdict === "right";
  say(right ? "right" : "wrong", `${VERDICTS[verdict]} ${words}.`, right && chips ? { words: `${why.words} Fewer chips would do: ${chips}.`, rulings: why.rulings } : why);
  tell(words, right ? "" : "slip");
  felt.show(said.done);
  if (said.over) finish(said.score);
  return right;
}

async function hint() {
  const said = await ask("felt", { acts: log, hint: true });
  if (!said || !said.hint) return;
  hints += 1;
  say("", `Due is: ${said.hint}.`);
}

// Watching: an act is shown, and is stopped or let pass.
let watching = Promise.resolve();
function watch(stop) {
  watching = watching.then(async () => {
    if (over) return;
    const said = await ask("felt/watch", { stops: stop === null ? [] : [...stops, stop] });
    if (!said) return;
    if (stop !== null) stops.push(stop);
    for (const words of said.words.slice(byId("log").children.length)) tell(words, "");
    felt.show(said.acts);
    if (!said.over) {
      say("", said.words[said.words.length - 1]);
      if (stop && said.alarms) byId("judged").prepend(make("p", { class: "muted" }, `That was right; ${said.alarms} stopped for nothing.`));
      return;
    }
    over = true;
    for (const id of ["pass", "stop"]) byId(id).disabled = true;
    say(said.right ? "right" : "wrong", `${said.said}${said.alarms ? ` ${said.alarms} stopped for nothing.` : ""}`, said.why);
    if (said.said !== "Nothing is wrong.") byId("log").lastElementChild.className = "slip";
    byId("another").classList.add("main");
  });
  return watching;
}

const felt = dealersFelt(byId("felt"), { felt: page.felt, picture: page.picture, status: byId("judged"), tools: byId("watching"), keysFrom: document, act: settle });

if (page.watch) {
  byId("pass").addEventListener("click", () => watch(false));
  byId("stop").addEventListener("click", () => watch(true));
  watch(null);
} else byId("hint").addEventListener("click", hint);

// Which tables there are depends on the game.
const game = byId("felt-game"), table = byId("felt-table");
function offer() {
  for (const option of table.options) option.disabled = !page.kinds.find((kind) => kind.key === option.value).games.includes(game.value);
  if (table.selectedOptions[0].disabled) table.value = page.kinds[0].key;
}
game.addEventListener("change", offer);
offer();
