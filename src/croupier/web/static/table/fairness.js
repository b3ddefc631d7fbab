// "Was it fair?": the house's papers against what this browser saw itself, line by line.

import { byId } from "../make.js";
import { findings, verdictOf } from "./fair.js";
import { keptOf } from "./witness.js";

const { reveal } = JSON.parse(byId("page").textContent);
const MARKS = new Map([[true, ["✓", "proved", "win"]], [false, ["✗", "broken", "loss"]], [null, ["–", "not known", "muted"]]]);

function row({ ok, text }) {
  const [mark, meaning, tone] = MARKS.get(ok);
  const item = document.createElement("li");
  item.className = tone;
  const sign = document.createElement("span");
  sign.setAttribute("aria-hidden", "true");
  sign.textContent = mark;
  const heard = document.createElement("span");
  heard.className = "unseen";
  heard.textContent = `${meaning}: `;
  item.append(sign, heard, text);
  return item;
}

byId("check").addEventListener("click", () => {
  // What was kept of the round that was asked for: papers of another one, which may be in order, prove nothing of it.
  const asked = decodeURIComponent(location.pathname.split("/").pop());
  const isShared = location.pathname.startsWith("/shared/"); // there a signature comes after the round's name
  const found = findings(reveal, keptOf(isShared ? asked.slice(0, asked.lastIndexOf(".")) : asked));
  const [tone, words] = verdictOf(found);
  byId("verdict").className = tone;
  byId("verdict").textContent = words;
  byId("findings").replaceChildren(...found.map(row));
});
byId("check").disabled = false;
