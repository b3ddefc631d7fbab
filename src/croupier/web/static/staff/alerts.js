// What needs whoever is signed in, on every page of the staff: the number in the header and in the tab, a sound for
// what is new if the house or this browser wants it, and, at home, the list itself.

import { browserStorage } from "../storage.js";
import { countUp, serverTime } from "./elapsed.js";

const EVERY_MS = 4000;
const badge = document.getElementById("needing");
const list = document.getElementById("alerts");
const sounding = document.getElementById("sound-here");
const bare = document.title.replace(/^\(\d+\) /, "");
let known = null; // nothing rings for what was there when the page came
let drawn = "";
let audio = null;
let houseSound = false;

const wanted = () => (browserStorage.get("alert-sound") || (houseSound ? "on" : "off")) === "on";

// A browser lets a page sound only after somebody has touched it.
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(touch, () => {
    if (!wanted()) return;
    audio = audio || new AudioContext();
    audio.resume();
  });
}

function ring() {
  if (!audio || audio.state !== "running" || !wanted()) return;
  for (const [begins, pitch] of [[0, 880], [0.18, 1175]]) {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const loudness = new GainNode(audio, { gain: 0 });
    const at = audio.currentTime + begins;
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(0.15, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.17);
  }
  document.body.dataset.rang = String(Number(document.body.dataset.rang || 0) + 1);
}

function make(tag, name, ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...children);
  return made;
}

function drawList(alerts) {
  const shape = JSON.stringify(alerts);
  if (!list || shape === drawn) return;
  drawn = shape;
  const focused = list.contains(document.activeElement) ? document.activeElement.closest("li").dataset.key : null;
  list.replaceChildren(...alerts.map((alert) => {
    const since = make("time");
    since.dataset.since = alert.since_ms;
    const way = make("a", "button", "Go there");
    way.href = alert.link;
    way.setAttribute("aria-label", `Go there: ${alert.about}, ${alert.words}`);
    const row = make("li", `alert u${alert.urgency}`, make("span", "when", alert.when, since), make("p", "", make("b", "", alert.about), `: ${alert.words}.`), make("p", "todo", alert.todo), way);
    row.dataset.key = alert.key;
    if (alert.key === focused) queueMicrotask(() => way.focus());
    return row;
  }));
  document.getElementById("quiet").hidden = alerts.length > 0;
}

function show(now) {
  const count = now.alerts.length;
  houseSound = now.sound;
  serverTime(now.now_ms);
  badge.querySelector("b").textContent = count;
  badge.querySelector("span").textContent = count === 1 ? "needs you" : "need you";
  badge.classList.toggle("some", count > 0);
  document.title = count ? `(${count}) ${bare}` : bare;
  const fresh = known ? now.alerts.filter((alert) => !known.has(alert.key)) : [];
  known = new Set(now.alerts.map((alert) => alert.key));
  if (fresh.length) {
    document.getElementById("new-alerts").textContent = fresh.map((alert) => `${alert.about}: ${alert.words}.`).join(" ");
    ring();
  }
  drawList(now.alerts);
  countUp();
  if (sounding) sounding.checked = wanted();
}

async function look() {
  try {
    const answer = await fetch("/api/staff/alerts");
    if (answer.status === 401) return;
    if (answer.ok) show(await answer.json());
  } catch {
    // The house cannot be reached; the next look may find it.
  }
  setTimeout(look, EVERY_MS);
}

if (sounding) {
  sounding.addEventListener("change", () => {
    browserStorage.set("alert-sound", sounding.checked ? "on" : "off");
    if (sounding.checked) {
      audio = audio || new AudioContext();
      audio.resume().then(ring);
    }
  });
}
look();
