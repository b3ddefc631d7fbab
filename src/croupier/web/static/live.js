// The live connection: one WebSocket that heals by itself. Each time it begins with the newest state as a whole; then come changes.

export function connect(path, onMessage, onState) {
  let socket, state, timer, wait = 250, stopped = false;
  const again = () => {
    if (stopped) return;
    clearTimeout(timer);
    wait = 250;
    open();
  };
  const open = () => {
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null; // a line that is given up says nothing more
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}${path}?changes=seats&mark=${document.body.dataset.mark || ""}`);
    socket.onopen = () => { state = {}; wait = 250; onState(true); };
    socket.onmessage = (event) => onMessage((state = laid(state, JSON.parse(event.data))));
    socket.onclose = (event) => {
      onState(false);
      // 4401: not our page; 4404: no table for this visitor, who may have signed out in another tab.
      if (event.code === 4401 || event.code === 4404) { location.assign("/"); return; }
      if (!stopped) timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, 4000);
    };
  };
  open();
  // A browser may take a quarter of a minute to see that a line is dead, and longer to see that it is not: it is given up and opened anew.
  addEventListener("offline", () => { if (!stopped) onState(false); });
  addEventListener("online", () => { socket.close(); again(); });
  return { close: () => { stopped = true; socket.close(); } };
}

// Lay what has changed over a state. Of the seats those alone may come that are not as they were; the same cards lie in the round.
function laid(state, { seats_changed: changed, ...fields }) {
  const now = { ...state, ...fields };
  if (!changed) return now;
  const numbers = new Set(changed.map((card) => card.number));
  const over = (cards) => [...cards.filter(({ number }) => !numbers.has(number)), ...changed].sort((one, other) => one.number - other.number);
  return { ...now, seats: over(state.seats), round: { ...now.round, seats: over(state.round.seats) } };
}

const csrf = () => document.querySelector('meta[name="csrf"]').content;
const commandId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// Send one command; a lost answer is asked for again under the same id, which cannot happen twice.
export async function send(path, body) {
  const text = JSON.stringify({ ...body, command: commandId() });
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json", "x-csrf": csrf() }, body: text });
      const said = await answer.json().catch(() => ({}));
      if (answer.ok) return said;
      return { page: said.page, error: said.error || "The house did not understand; reload the page and try again." };
    } catch {
      if (attempt === 4) return { error: "The house cannot be reached. What you asked for may not have happened; the table will show." };
      await new Promise((done) => setTimeout(done, 300 * 2 ** attempt));
    }
  }
}
