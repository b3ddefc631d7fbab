// One decision after another: a drill, the puzzles of a day, or a test. The server judges; this page only has the cards.

import { tabStorage } from "../storage.js";
import { actionWords } from "../table/words.js";
import { byId, make } from "../make.js";
import { againWords, lay, outsOf, resultOf, valuesOf, verdictWords } from "./verdicts.js";

const page = JSON.parse(document.getElementById("page").textContent);
const api = `/api/learn/play/${page.game.key}`;
const csrf = document.querySelector('meta[name="csrf"]').content;
const sitting = { right: 0, of: 0, counted: 0, toCount: 0 };
let current = null, busy = false;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// While the lab learns the game it answers how far it is; the page says so and asks again.
async function ask(path, body) {
  const options = body ? { method: "POST", headers: { "content-type": "application/json", accept: "application/json", "x-csrf": csrf }, body: JSON.stringify(body) } : { headers: { accept: "application/json" } };
  for (;;) {
    let answer;
    try {
      answer = await fetch(`${api}/${path}`, options);
    } catch {
      say("No connection. Trying again…");
      await pause(2000);
      continue;
    }
    const said = await answer.json();
    if (answer.status === 202) say(`The lab is learning the whole game, once: ${said.progress}`);
    else if (answer.status === 503 || answer.status === 409 && /took this one's place/.test(said.error || "")) say(said.error);
    else if (!answer.ok) throw new Error(said.error || "That cannot be.");
    else return said;
    await pause(1000);
  }
}

function say(words) {
  byId("waiting").textContent = words;
  byId("waiting").hidden = !words;
}

function show(question, words) {
  current = question;
  say("");
  byId("asked").hidden = false;
  lay(byId("own"), question.own);
  lay(byId("board"), question.board);
  lay(byId("up"), question.up);
  byId("middle").hidden = !question.board.length;
  byId("dealer").hidden = !question.up.length;
  byId("hand").textContent = `${words} ${question.hand}`;
  byId("verdict").hidden = true;
  byId("next").hidden = true;
  byId("outs").hidden = true;
  if (question.count) askOuts(question);
  else offer(question);
}

function offer(question) {
  byId("choices").replaceChildren(...question.choices.map((choice) => {
    const button = make("button", { type: "button", class: choice.action.startsWith("bet") || choice.action === "ride" ? "main" : "", "aria-keyshortcuts": choice.key, "data-choice": choice.action }, make("kbd", { "aria-hidden": "true" }, choice.key.toUpperCase()), ` ${actionWords(choice.action)}`);
    button.addEventListener("click", () => choose(choice.action));
    return button;
  }));
}

// Where outs are drilled, their number comes first; then the cards, and then the decision.
function askOuts(question) {
  const number = make("input", { type: "number", name: "number", min: 0, max: 52, step: 1, required: true, inputmode: "numeric", autocomplete: "off" });
  const form = make("form", { class: "counting" }, make("label", {}, question.count, " ", number), make("button", { class: "main" }, "Show the cards"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run(() => count(question, Number(number.value)));
  });
  byId("choices").replaceChildren(form);
  number.focus({ preventScroll: true });
}

async function count(question, number) {
  const outs = await ask("outs", { token: question.token, number });
  say("");
  sitting.toCount += 1;
  sitting.counted += outs.right ? 1 : 0;
  const box = byId("outs");
  box.replaceChildren(make("p", { class: outs.right ? "right" : "wrong" }, make("b", {}, outs.right ? "Right." : `Not ${outs.counted}.`), ` ${outs.words}.`), outsOf(outs));
  box.hidden = false;
  offer(question);
  byId("choices").scrollIntoView({ block: "nearest" });
}

const tallyOf = () => [`${sitting.right} of ${sitting.of} right`, sitting.toCount ? `${sitting.counted} of ${sitting.toCount} counted right` : ""];
const street = (question) => `${question.street[0].toUpperCase()}${question.street.slice(1)}:`;
const capital = (words) => `${words[0].toUpperCase()}${words.slice(1)}`;

function tell(verdict) {
  const box = byId("verdict");
  const words = verdictWords(verdict, page.unit);
  const again = verdict.again_s === null ? "" : make("p", { class: "muted again" }, `It will be asked again ${againWords(verdict.again_s)}.`);
  box.className = `said ${verdict.right ? "right" : "wrong"}`;
  const outs = verdict.outs && byId("outs").hidden ? outsOf(verdict.outs) : "";
  box.replaceChildren(...words, valuesOf(verdict, page.unit), make("p", { class: "rule" }, capital(verdict.rule)), make("p", { class: "reason" }, verdict.reason), outs, again);
  box.hidden = false;
  for (const button of byId("choices").children) {
    button.disabled = true;
    button.classList.toggle("chosen", button.dataset.choice === verdict.chose);
  }
}

function goOn(words, action) {
  const next = byId("next");
  next.replaceChildren(make("kbd", { "aria-hidden": "true" }, "↵"), ` ${words}`);
  next.hidden = false;
  next.onclick = action;
  next.focus({ preventScroll: true });
  const box = byId("verdict");
  if (!box.hidden && next.getBoundingClientRect().bottom > innerHeight) next.scrollIntoView({ block: "end" });
}

async function answer(choice) {
  const verdict = await ask("answer", { token: current.token, choice });
  sitting.of += 1;
  sitting.right += verdict.right ? 1 : 0;
  say("");
  tell(verdict);
  return verdict;
}

// A drill has no end: the next one is drawn while the verdict is read.
const drill = {
  first: new URLSearchParams(location.search).get("position") || "",
  async begin() {
    const query = new URLSearchParams({ street: page.street, class: page.hand_class, position: this.first, count: page.count });
    this.first = "";
    const { question, review } = await ask(`next?${query}`);
    byId("tally").textContent = [review ? "Review" : "", ...(sitting.of ? tallyOf() : []), this.rating || ""].filter(Boolean).join(" · ");
    show(question, street(question));
  },
  async choose(choice) {
    const verdict = await answer(choice);
    this.rating = verdict.rating ? `rating ${verdict.rating}` : "";
    byId("tally").textContent = [...tallyOf(), this.rating, verdict.due ? `${verdict.due} to review` : ""].filter(Boolean).join(" · ");
    goOn("Next", () => run(() => this.begin()));
  },
};

const puzzles = {
  async begin() {
    const day = await ask("puzzles");
    this.all = day.puzzles;
    const first = this.all.findIndex((each) => !each.done);
    this.open(first < 0 ? 0 : first);
  },
  open(at) {
    this.at = at;
    this.tick();
    show(this.all[at].question, street(this.all[at].question));
    byId("tally").textContent = `Puzzle ${at + 1} of ${this.all.length}`;
  },
  tick() {
    byId("ticks").replaceChildren(...this.all.map((each, i) => make("li", { class: [each.done ? "done" : "", i === this.at ? "now" : ""].join(" ").trim() }, make("span", { "aria-hidden": "true" }, each.done ? "✓" : String(each.number)), make("span", { class: "unseen" }, `puzzle ${each.number}${each.done ? ", done" : ""}`))));
  },
  async choose(choice) {
    await answer(choice);
    this.all[this.at].done = true;
    this.tick();
    const left = this.all.findIndex((each) => !each.done);
    if (left >= 0) goOn("Next puzzle", () => this.open(left));
    else {
      byId("tally").textContent = `All done: ${sitting.right} of ${sitting.of} right in this sitting`;
      goOn("Done", () => { location.href = `/learn/play/${page.game.key}`; });
    }
  },
};

// Each decision of a test comes with the answer to the last. What was asked, and the paper as it was then, wait in this
// window until it is handed in: loading the page again goes on where one was.
const test = {
  kept: `test/${page.paper}`,
  begin() {
    this.asked = tabStorage.read(this.kept) || [{ paper: page.paper, question: page.question }];
    this.prepare();
    this.step();
  },
  step() {
    const at = this.asked.length, { question } = this.asked[at - 1];
    tabStorage.write(this.kept, this.asked);
    byId("meter").dataset.part = Math.floor((20 * (at - 1)) / page.of);
    byId("tally").textContent = question ? `Decision ${at} of ${page.of}` : `${page.of} of ${page.of} decided`;
    const back = make("button", { type: "button", class: "quiet", "aria-keyshortcuts": "Backspace", disabled: at === 1 }, "Back");
    back.addEventListener("click", () => this.back());
    if (question) {
      show(question, street(question));
      byId("choices").append(back);
    } else {
      byId("asked").hidden = true;
      say("Every decision is made. Hand it in, or go back and change the last.");
      byId("choices").replaceChildren(back);
      goOn("Hand in", () => run(() => this.handIn()));
    }
  },
  async choose(choice) {
    const { paper } = this.asked[this.asked.length - 1];
    this.asked.push(await ask("test/answer", { paper, choice }));
    this.step();
  },
  back() {
    if (busy) return;
    this.asked.pop();
    this.step();
  },
  // The lab judges ahead while one writes, so that the mark is there at once.
  async prepare() {
    for (let part = 0; part < page.of / 10;) {
      try {
        const answer = await fetch(`${api}/prepare?${new URLSearchParams({ paper: page.paper, part })}`, { headers: { accept: "application/json" } });
        if (answer.status === 200) part += 1;
        else if (answer.status === 202 || answer.status === 503) await pause(1500);
        else return;
      } catch {
        await pause(3000);
      }
    }
  },
  async handIn() {
    byId("choices").replaceChildren();
    byId("next").hidden = true;
    say("Marking…");
    const result = await ask("test", { paper: this.asked[this.asked.length - 1].paper });
    tabStorage.remove(this.kept);
    if (result.certificate) {
      location.href = `/certificates/${result.certificate}`;
      return;
    }
    byId("felt").hidden = true;
    byId("tally").textContent = "";
    const box = byId("verdict");
    box.className = "said result";
    box.replaceChildren(make("p", { class: "word" }, make("b", {}, `${result.right} of ${result.of} right, grade ${result.grade}`), `: a decision cost ${result.cost.toFixed(4)} ${page.unit} on average.`), make("p", { class: "muted" }, "Not kept: you have no name here, so there is no certificate."), ...resultOf(result, page.unit));
    box.hidden = false;
    box.focus();
  },
};

const mode = { drill, puzzles, test }[page.mode];

async function run(what) {
  if (busy) return;
  busy = true;
  try {
    await what();
  } catch (error) {
    say(error.message);
    byId("choices").replaceChildren();
    byId("asked").hidden = true;
    if (page.mode !== "test") goOn("Go on", () => run(() => mode.begin()));
  } finally {
    busy = false;
  }
}

const choose = (choice) => run(() => mode.choose(choice));

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest("form")) return;
  const key = event.key === " " ? "enter" : event.key.toLowerCase();
  const next = byId("next");
  if (key === "enter") {
    if (!next.hidden && event.target !== next && !event.target.closest("a, button")) {
      event.preventDefault();
      next.click();
    }
    return;
  }
  const pressed = [...byId("choices").querySelectorAll("[aria-keyshortcuts]:not(:disabled)")].find((one) => one.getAttribute("aria-keyshortcuts").toLowerCase() === key);
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
});

run(() => mode.begin());
