// Time that counts up: every `data-since`, a moment of the server's clock, shows how long ago it was.

let skew = 0;
export const serverTime = (nowMs) => { skew = nowMs - Date.now(); };

export function elapsed(sinceMs) {
  const seconds = Math.max(0, Math.floor((Date.now() + skew - sinceMs) / 1000));
  const two = (number) => String(number).padStart(2, "0");
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)}`;
  return `${Math.floor(seconds / 86400)} d`;
}

export function countUp() {
  for (const place of document.querySelectorAll("[data-since]")) {
    const since = Number(place.dataset.since);
    const text = since ? elapsed(since) : "";
    if (place.textContent !== text) place.textContent = text;
  }
}

setInterval(countUp, 1000);
