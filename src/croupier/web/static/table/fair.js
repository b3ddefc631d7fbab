// The shuffle, done again in the visitor's own browser: commitment, mixed seed, Fisher-Yates.
// It says in JavaScript what croupier.fair says in Python, and shares no code with it.

const K = [];
const START = [];
{
  // The constants of SHA-256: fractional parts of the cube and square roots of the first primes.
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  for (let n = 2; K.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (START.length < 8) START.push(fraction(Math.sqrt(n)));
    K.push(fraction(Math.cbrt(n)));
  }
}

export function sha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 8) >> 6 << 6) + 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const hash = START.slice();
  const w = new Uint32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) >>> 0));
  }
  const out = new Uint8Array(32);
  const outView = new DataView(out.buffer);
  hash.forEach((word, i) => outView.setUint32(4 * i, word));
  return out;
}

function join(...parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { out.set(part, at); at += part.length; }
  return out;
}

export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = block.map((byte) => byte ^ 0x36), outer = block.map((byte) => byte ^ 0x5c);
  return sha256(join(outer, sha256(join(inner, message))));
}

const text = (string) => new TextEncoder().encode(string);
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (string) => Uint8Array.from(string.match(/../g) || [], (pair) => parseInt(pair, 16));

function framed(bytes) {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length);
  return join(length, bytes);
}

export const commitment = (round, seed, dealing) => hex(sha256(join(text("croupier commitment 2\n"), framed(text(round)), framed(text(dealing)), seed)));
// That of older rounds: it fixes the seed, and not how its deck is dealt.
const unboundCommitment = (round, seed) => hex(sha256(join(text("croupier commitment 1\n"), framed(text(round)), seed)));

export function mixedSeed(round, seed, playerSeeds) {
  const seats = Object.keys(playerSeeds).map(Number).sort((a, b) => a - b);
  const shares = seats.map((seat) => join(framed(text(String(seat))), framed(text(playerSeeds[seat]))));
  return hmac(seed, join(text("croupier mix 1\n"), framed(text(round)), ...shares));
}

const DECK = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
// A joker is shuffled in where the line of the dealing ends with that many cards.
const cardsShuffled = (dealing) => (dealing && dealing.endsWith(" 53") ? [...DECK, "JK"] : DECK);

export function shuffle(seed, dealing = "") {
  const deck = cardsShuffled(dealing).slice();
  let block = 0, words = [];
  const next = () => {
    if (!words.length) {
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setUint32(4, block++);
      const view = new DataView(hmac(seed, join(text("croupier shuffle 1"), counter)).buffer);
      words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i));
    }
    return words.shift();
  };
  for (let last = deck.length - 1; last > 0; last--) {
    const fair = 2 ** 32 - (2 ** 32 % (last + 1));
    let number = next();
    while (number >= fair) number = next();
    const other = number % (last + 1);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

// Which cards of the deck go where, by the four procedures (R13 to R15a): `seat 2 0` is the first card of seat 2.
// `dealing` names the game, the procedure, and how many cards each seat, the dealer and the board get.
export function places(dealing, seats) {
  const [, procedure, own, dealer, community] = dealing.split(" ");
  const hands = [...seats.map((seat) => [`seat ${seat}`, Number(own)]), ["dealer", Number(dealer)]];
  const order = [];
  const board = () => { for (let i = 0; i < Number(community); i++) order.push(`board ${i}`); };
  if (procedure === "packet") board();
  if (procedure === "shoe") {
    for (let pass = 0; pass < Math.max(own, dealer); pass++) for (const [who, size] of hands) if (pass < size) order.push(`${who} ${pass}`);
  } else for (const [who, size] of hands) for (let i = 0; i < size; i++) order.push(`${who} ${i}`);
  if (procedure !== "packet") board();
  return order;
}

// What can be said about a shuffle, line by line: `true` is proved, `false` is broken, `null` cannot be known here; without
// what `counts` nothing is proved. `kept` is what this browser saw itself, or nothing; a reveal alone is only what the house
// says afterwards.
export function findings(reveal, kept) {
  const seed = unhex(reveal.house_seed);
  const found = [];
  const say = (ok, text, counts = false) => found.push({ ok, text, counts });
  if (kept && kept.wrong) say(false, `While you watched, ${kept.wrong}.`);
  promiseFound(reveal, seed, kept, say);
  wordsFound(reveal, kept, say);
  // Of a round that was void before the deal the house names no deck. What one saw counts whether it names one or not.
  const deck = shuffle(mixedSeed(reveal.round, seed, reveal.player_seeds), (kept && kept.dealing) || reveal.dealing);
  const same = deck.join(" ") === reveal.deck;
  if (reveal.deck) say(same, same ? "Seed and words give exactly the deck that the house names." : "Seed and words give another deck than the one that the house names.");
  cardsFound(deck, kept, say);
  return found;
}

// The verdict over all lines, with its tone.
export function verdictOf(found) {
  if (found.some(({ ok }) => ok === false)) return ["loss", "The house did not keep its word."];
  if (found.some(({ ok, counts }) => counts && !ok)) return ["muted", "The house's papers agree with each other. That it kept its word is not shown by that."];
  return ["win", "The house kept its word, as far as you saw it yourself."];
}

// How the deck is dealt counts as this browser first saw it, and not as the house says it now.
function promiseFound(reveal, seed, kept, say) {
  const dealing = (kept && kept.dealing) || reveal.dealing;
  const bound = commitment(reveal.round, seed, dealing), unbound = unboundCommitment(reveal.round, seed);
  const fits = (promise) => promise === bound || promise === unbound;
  if (kept && kept.before) say(fits(kept.commitment), fits(kept.commitment) ? "The seed is the one whose fingerprint this browser kept before you bet." : `The revealed seed, dealt as “${dealing}”, has the fingerprint ${bound}; this browser kept ${kept.commitment} before you bet.`, true);
  else {
    say(fits(reveal.commitment) ? null : false, fits(reveal.commitment) ? "The seed fits the fingerprint that the house shows now. This browser did not see it before the bets, so it may have been chosen afterwards." : "The revealed seed does not fit the house's own fingerprint.", true);
    if (kept && !fits(kept.commitment)) say(false, `This browser saw the fingerprint ${kept.commitment} while the round was played; the seed has another.`);
  }
  if (kept && kept.dealing && reveal.dealing !== kept.dealing) say(false, `The house says now that the cards were dealt as “${reveal.dealing}”; this browser was told “${kept.dealing}”.`);
  const promise = kept ? kept.commitment : reveal.commitment;
  if (promise === bound) say(true, `How the cards are dealt is fixed by the fingerprint: “${dealing}”.`);
  else if (promise === unbound) say(null, "The fingerprint of this round fixes the seed alone: the order of dealing was not bound by it.");
}

function wordsFound(reveal, kept, say) {
  const all = Object.keys(reveal.player_seeds);
  const unknown = all.find((seat) => String(Number(seat)) !== seat); // "01" would be mixed in beside "1", and nobody's
  if (unknown !== undefined) say(false, `Words of “${unknown}” are mixed in, which is no seat.`);
  if (!kept) return all.length ? say(null, "Whether the players' words are what they said, this browser cannot know.") : undefined;
  const [mine, used] = [kept.words, reveal.player_seeds[kept.seat]];
  if (mine !== null && kept.away) say(null, `You said “${mine}” and did not sit in seat ${kept.seat} any more when bets closed.`, true);
  else if (mine !== null) say(used === mine, used === mine ? "Your words are mixed in as you said them." : `You said “${mine}”; the house mixed in ${used === undefined ? "nothing of yours" : `“${used}”`}.`);
  else if (used !== undefined) say(kept.others[kept.seat] === used ? null : false, `“${used}” is mixed in as your words; this browser did not send them.`);
  if (kept.missed) say(null, "Bets or words were changed before they were closed, in states that this browser was not shown. Whether the house had a hand in it cannot be known here.", true);
  const other = kept.closed ? [...new Set([...all, ...Object.keys(kept.others)])].find((seat) => reveal.player_seeds[seat] !== kept.others[seat]) : undefined;
  if (other !== undefined) say(false, `When bets were closed the words of seat ${other} were ${quoted(kept.others[other])}; the house mixed in ${quoted(reveal.player_seeds[other])}.`);
  const others = all.filter((seat) => Number(seat) !== kept.seat);
  if (others.length) say(null, `Words of ${others.length === 1 ? "another seat" : `${others.length} other seats`} are mixed in. Whose they are, and that the house had no hand in them, cannot be shown here.`);
}

const quoted = (words) => (words === undefined ? "none" : `“${words}”`);

function cardsFound(deck, kept, say) {
  const seen = kept ? Object.entries(kept.cards) : [];
  if (!seen.length) return say(null, "This browser saw none of the cards as they were dealt.", !(kept && kept.void)); // a void turns nothing over (R26)
  if (!kept.dealing) return say(null, "This browser kept the cards, but not how they were to be dealt: the page was an older one.", true);
  const dealt = places(kept.dealing, kept.seats);
  const other = seen.filter(([place, card]) => deck[dealt.indexOf(place)] !== card);
  if (!other.length) return say(true, `The ${seen.length} cards that you saw lie where this deck deals them.`);
  return say(false, `${other.length} of the ${seen.length} cards that you saw are not where this deck deals them: ${other.map(([place, card]) => `${card} (${place.replace(/ \d$/, "")})`).join(", ")}.`);
}
