// The dealer's keypad. The key that comes next is lit; a key that is not allowed says why.

import { connect, send } from "../live.js";
import { byId } from "../make.js";
import { drawEntry, enter, watchEntry } from "./keypad-entry.js";
import { drawTable, make, secondsLeft } from "./keypad-felt.js";
import { drawNames, watchNames } from "./keypad-names.js";
import { allOf, ask, isOpen } from "./keypad-panel.js";

const LOOK_EVERY_MS = 5000;
const KEYS_IN_A_ROW = 5; // as in keypad.css
let page = JSON.parse(byId("page").textContent);
let underway = null; // what has been sent and waits for its answer: its words, for which version of the table, and its end
let looked = performance.now();
let second = "";

function say(text) {
  byId("say").textContent = text;
}

function show(id, text) {
  const element = byId(id);
  element.hidden = !text;
  if (element.textContent !== text) element.textContent = text;
}

function render() {
  if (byId("step").textContent !== page.step) byId("step").textContent = page.step;
  show("bank-cover", page.bank);
  show("warning", page.warning);
  byId("approval").textContent = page.table.approval;
  show("refused", page.refused);
  show("idle", page.idle);
  if (!page.entry) show("send-off", page.absent ? `Send seat ${page.absent} off` : "");
  const handling = byId("handling");
  handling.hidden = !page.handling.length;
  if (handling.dataset.said !== JSON.stringify(page.handling)) {
    handling.dataset.said = JSON.stringify(page.handling);
    handling.replaceChildren(...page.handling.map((words) => make("li", "", words)));
  }
  byId("pads").style.setProperty("--rows", Math.ceil(page.keys.length / KEYS_IN_A_ROW));
  drawPads(byId("pads"), page.keys, press);
  renderProgressive();
  renderDuty();
  drawTable(page);
  if (page.entry) drawEntry(page);
  else drawNames(page);
  document.body.dataset.version = page.version;
}

function renderProgressive() {
  const pad = page.progressive;
  drawMeters(pad ? pad.meters : []);
  byId("progressive").hidden = !pad || !(page.claims || page.tray_wins.length || page.sensors || page.warning);
  if (!pad) return;
  byId("progressive-state").textContent = page.claims || page.warning ? `Progressive: ${pad.state}` : "Progressive";
  const sensors = page.sensors;
  byId("sensors").textContent = page.claim || !sensors ? page.claim : `${sensors.accepted ? "Accepted" : "Chips on the sensors"}: ${sensors.seats.map((seat) => `seat ${seat}`).join(", ")}`;
  byId("buttons").hidden = !page.claims;
  drawPads(byId("buttons"), pad.buttons, pressButton);
  byId("refuse").hidden = !pad.buttons.some((one) => page.second.includes(one.button) && one.lit);
  byId("sign-refusal").hidden = !page.sign_refusal;
  byId("tray-wins").hidden = !page.tray_wins.length;
  drawPads(byId("tray-wins"), page.tray_wins.flatMap(trayKeys), pressTray);
  if (!page.claims && !page.tray_wins.some((win) => win.verify)) second = "";
}

function drawMeters(meters) {
  const list = byId("progressive-meters"), drawn = JSON.stringify(meters);
  if (list.dataset.drawn === drawn) return;
  list.dataset.drawn = drawn;
  list.hidden = !meters.length;
  list.replaceChildren(...meters.map(([level, amount]) => {
    const meter = make("li", "");
    meter.append(make("span", "level", level), amount);
    return meter;
  }));
}

// A win that the tray pays: its hand button, and beside it the one for the person who verifies.
function trayKeys(win) {
  const hand = { label: win.label, order: win.press, lit: win.lit, on: win.on, why: win.state };
  return win.verify ? [hand, { label: `VERIFY ${win.label}`, order: win.verify, lit: true, says: "a supervisor", second: win.state }] : [hand];
}

async function pressTray(key) {
  if (!key.second) return press(key);
  say("");
  const words = `${key.second}. A supervisor or an executive, who did not press the hand; neither key nor card is needed.`;
  ask({ title: key.label, words, name: second, button: "Verify", then: (who) => remembered(order(key.order, who)) });
}

function renderDuty() {
  const duty = page.on_duty;
  const minutes = Math.max(0, Math.floor((page.now_ms - duty.dealer_since_ms) / 60000));
  byId("dealer").textContent = page.by_machine ? "Dealt by machine" : duty.dealer ? `${duty.dealer} deals, ${minutes} min` : "Nobody is assigned";
  byId("take").hidden = !duty.may_take;
  byId("take").textContent = duty.dealer ? "Take over" : "Take the table";
  byId("hand-over").hidden = !duty.yours;
  byId("assign").hidden = !duty.may_assign;
  byId("relieve").hidden = !duty.may_relieve;
  byId("relieve").textContent = duty.yours ? "Leave" : "Relieve";
  byId("void").hidden = !page.may_void;
  byId("call").hidden = !duty.may_call || Boolean(duty.called);
  byId("miscount").hidden = !duty.miscount || duty.called.includes(duty.miscount);
  byId("called").hidden = !duty.called;
  if (byId("called-words").textContent !== duty.called) byId("called-words").textContent = duty.called;
  byId("answer").textContent = duty.may_answer ? "I am here" : "A supervisor is here";
  byId("withdraw").hidden = !duty.called || !duty.may_call;
}

// Keys are redrawn in place: a key that is replaced under a finger never hears of the press.
function drawPads(place, keys, whenPressed) {
  while (place.children.length > keys.length) place.lastElementChild.remove();
  keys.forEach((key, i) => {
    let pad = place.children[i];
    if (!pad) {
      pad = make("button", "pad");
      pad.type = "button";
      pad.append(make("span", "pad-label"), make("span", "pad-why"));
      // The second click of a double click was meant for the key that was lit before.
      pad.addEventListener("click", (event) => { if (event.detail < 2) whenPressed(pad.key); });
      place.append(pad);
    }
    pad.key = key;
    pad.classList.toggle("lit", key.lit);
    pad.classList.toggle("on", Boolean(key.on));
    pad.classList.toggle("done", Boolean(key.done));
    pad.setAttribute("aria-disabled", String(!key.lit));
    if (key.on !== undefined) pad.setAttribute("aria-pressed", String(key.on));
    pad.title = key.lit ? "" : key.why || "";
    pad.children[0].textContent = key.label;
    pad.children[1].textContent = key.on && key.lit ? "on; again: off" : key.lit ? key.says || "press" : key.why || "";
  });
}

// What is sent goes one after the other: a button that is pressed meanwhile waits for the answer to the one before.
async function inTurn(path, words, body, offered = () => true) {
  while (underway) await underway.done;
  if (!offered()) return {};
  say("");
  const done = send(`/api/staff/tables/${page.table.id}/${path}`, body).then(async (answer) => {
    await refresh();
    return answer;
  }).finally(() => { underway = null; });
  underway = { words, version: page.version, done };
  return done;
}

// What is pressed twice counts once.
const isUnderway = (words) => underway && underway.words === words && underway.version === page.version;
const order = (words, more = {}, offered = undefined) => inTurn("orders", words, { order: words, ...more }, offered);
const button = (words, more = {}) => inTurn("buttons", words, { button: words, ...more });

async function press(key) {
  if (!key.lit) {
    say(`${key.label}: ${key.why}`);
    return;
  }
  if (page.entry) {
    enter(key.order);
    return;
  }
  if (isUnderway(key.order)) return;
  const answer = await order(key.order, { version: page.version });
  if (answer.error) say(answer.error);
}

async function pressButton(one) {
  if (!one.lit) {
    say(one.why ? `${one.label}: ${one.why}` : "");
    return;
  }
  if (page.second.includes(one.button)) {
    say("");
    const words = `${page.claim} A supervisor or an executive, who did not press the hand.`.trim();
    const signed = (more) => remembered(button(one.button, more));
    const isLit = () => page.progressive.buttons.some((pad) => pad.button === one.button && pad.lit);
    ask({ title: one.label, words, name: second, all: allOf(one, page, page.progressive.buttons, signed, isLit, say), then: signed });
    return;
  }
  if (isUnderway(one.button)) return;
  const answer = await button(one.button);
  if (answer.error) say(answer.error);
}

// The next key of the same claim is mostly pressed by the same person, who enters the PIN again.
async function remembered(answering) {
  const answer = await answering;
  if (answer.as) second = answer.as;
  return answer;
}

function plainly(id, words) {
  byId(id).addEventListener("click", async (event) => {
    // Space goes on to the lit key after a click with the mouse.
    if (event.detail) event.currentTarget.blur();
    const pressed = event.currentTarget, asked = words();
    const answer = await order(asked, {}, () => !pressed.hidden && words() === asked);
    if (answer.error) say(answer.error);
  });
}

plainly("take", () => `dealer ${page.you.name}`);
plainly("relieve", () => "relieve");
plainly("withdraw", () => "withdraw call");
plainly("miscount", () => `call ${page.on_duty.miscount}`);
plainly("call", () => `call ${page.on_duty.call_why}`.trim());

byId("answer").addEventListener("click", async () => {
  if (page.on_duty.may_answer) {
    const answer = await order("answer");
    if (answer.error) say(answer.error);
    return;
  }
  ask({ title: "A supervisor is here", words: page.on_duty.called, button: "Answer the call", then: (who) => order("answer", who) });
});

byId("hand-over").addEventListener("click", () => {
  const words = `The next dealer at ${page.table.id}. The keypad is theirs afterwards, and ${page.you.name} is signed out here.`;
  ask({ title: "Hand over", words, button: "Take over", then: async (who) => {
    const answer = await send(`/api/staff/tables/${page.table.id}/dealer`, who);
    if (!answer.error) location.reload();
    return answer;
  } });
});

byId("assign").addEventListener("click", () => {
  const words = `Who deals at ${page.table.id} from now on.`;
  ask({ title: "Assign a dealer", words, button: "Assign", pin: false, then: ({ badge }) => order(`dealer ${badge}`) });
});

byId("void").addEventListener("click", () => {
  const round = page.round ? page.round.id : "";
  const words = `Every wager of round ${round} goes back. A supervisor or an executive.`;
  ask({ title: "Void the round", words, why: "", then: (who, why) => order(`void ${why}`, { about: round, ...who }) });
});

if (!page.entry) byId("send-off").addEventListener("click", () => {
  const seat = page.absent;
  const words = `Whoever sat in seat ${seat} is gone: bets that are not locked come back, and what is left to decide is checked, or folded at the last. A supervisor or an executive.`;
  ask({ title: `Send seat ${seat} off`, words, why: "gone from the table", button: "Send off", then: (who, why) => order(`unseat ${seat} ${why}`, who) });
});

byId("refuse").addEventListener("click", () => {
  const words = `${page.claim} It goes back to the table. A supervisor or an executive.`.trim();
  ask({ title: "Refuse the claim", words, why: "", name: second, then: (who, why) => remembered(button(`refuse ${why}`, who)) });
});

byId("sign-refusal").addEventListener("click", () => {
  const words = `${page.refused} Whoever signs has neither refused it nor dealt the round; its player's dispute is open then.`;
  ask({ title: "Sign: not paid", words, button: "Sign", then: (who) => order(page.sign_refusal, who) });
});

// Space presses the lit key, wherever a finger has been before; Enter does where nothing else has the focus.
function onKey(event) {
  const free = event.target === document.body || byId("pads").contains(event.target);
  const wanted = event.key === " " ? free : event.key === "Enter" && event.target === document.body;
  if (!wanted || isOpen()) return;
  event.preventDefault();
  const lit = page.keys.find((key) => key.lit);
  if (event.type === "keydown" && !event.repeat && lit) press(lit);
  else if (event.type === "keydown" && !event.repeat) say(page.idle);
}
addEventListener("keydown", onKey);
addEventListener("keyup", (event) => { if (event.key === " ") onKey(event); });

async function refresh() {
  const answer = await fetch(`/staff/keypad/${page.table.id}`, { headers: { accept: "application/json" } }).catch(() => null);
  if (!answer || !answer.ok) return;
  const next = await answer.json();
  if (Boolean(next.entry) !== Boolean(page.entry)) location.reload(); // the house has changed where the cards come from
  page = next;
  looked = performance.now();
  render();
}

// Who comes and goes at the players' pages writes nothing at the table: that is looked for now and then.
setInterval(() => {
  const called = page.on_duty.called_since_ms;
  const waited = Math.max(0, Math.floor((page.now_ms + performance.now() - looked - called) / 1000));
  byId("called-for").textContent = called ? `${Math.floor(waited / 60)}:${String(waited % 60).padStart(2, "0")}` : "";
  const left = secondsLeft();
  byId("idle").dataset.left = left === null ? "" : `${Math.ceil(left)} s`;
  if (!document.hidden && !underway && performance.now() - looked > LOOK_EVERY_MS) refresh();
}, 500);

if (page.entry) watchEntry({ say, refresh });
else watchNames({ say, press: (words) => press({ lit: true, order: words }), sent: (body) => inTurn("seats", `seat ${body.seat}`, body) });
connect(`/live/tables/${page.table.id}`, refresh, (up) => { byId("offline").hidden = up; });
render();
