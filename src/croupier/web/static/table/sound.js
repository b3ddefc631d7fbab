// Small sounds, made here and off until asked for: a card, a chip, a win.

import { byId } from "../make.js";
import { browserStorage } from "../storage.js";
import { seatOf } from "./state.js";

let on = browserStorage.get("sound") === "on";
let audio = null;

// A browser lets a page sound only after somebody has touched it.
function speaker() {
  audio ||= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return audio;
}

function fading(gain, at, loud, lasts) {
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
}

function hiss(at, lasts, pitch, loud) {
  const sound = speaker();
  const length = Math.ceil(sound.sampleRate * lasts);
  const buffer = sound.createBuffer(1, length, sound.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = 2 * Math.random() - 1;
  const [source, band, gain] = [sound.createBufferSource(), sound.createBiquadFilter(), sound.createGain()];
  source.buffer = buffer;
  Object.assign(band, { type: "bandpass" });
  band.frequency.value = pitch;
  fading(gain, at, loud, lasts);
  source.connect(band).connect(gain).connect(sound.destination);
  source.start(at);
}

function tone(at, lasts, pitch, loud) {
  const sound = speaker();
  const [source, gain] = [sound.createOscillator(), sound.createGain()];
  source.type = "triangle";
  source.frequency.value = pitch;
  fading(gain, at, loud, lasts);
  source.connect(gain).connect(sound.destination);
  source.start(at);
  source.stop(at + lasts);
}

const SOUNDS = {
  card: (now) => hiss(now, 0.07, 2400, 0.12),
  chip: (now) => [0, 0.05].forEach((after) => tone(now + after, 0.06, 2900 + 500 * (after > 0), 0.05)),
  win: (now) => [523, 659, 784].forEach((pitch, i) => tone(now + 0.09 * i, 0.35, pitch, 0.06)),
};

export function sound(name) {
  if (!on) return;
  document.body.dataset.sound = name;
  SOUNDS[name](speaker().currentTime);
}

export const sounds = {
  step(name, before, felt) {
    const seat = seatOf(felt);
    if (name === "money") sound(seat && seat.net + (seat.meter_paid || 0) > 0 ? "win" : "chip");
    else if (name === "bets" && felt.dealt) sound("chip");
    else if (!["bets", "words", ""].includes(name)) sound("card");
  },
};

const button = byId("sound");
const draw = () => button.setAttribute("aria-pressed", String(on));
button.addEventListener("click", (event) => {
  on = !on;
  browserStorage.set("sound", on ? "on" : "off");
  draw();
  sound("chip");
  if (event.detail) button.blur(); // a mouse leaves the keys with the table
});
draw();
