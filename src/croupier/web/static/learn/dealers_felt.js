// A table as its dealer has it: the seats across, the tray at hand. Acts are texts, as the school keeps them (`take 6 ante 10`);
// what they make of the felt is shown here, and whether they are right is asked of nobody here.

import { cardBack, cardFace } from "../cards.js";
import { dollars } from "../money.js";
import { stackOf } from "../stack.js";
import { make } from "../make.js";

const SLIDE_MS = 200, DRAG_PX = 8;
const DEALER = "dealer";
const FEE = "fee"; // a place for the collection, where there is one before the deal
const placeWords = (place) => (place === DEALER ? "Dealer" : `Seat ${place}`);
const plain = (cents) => dollars(cents).replace(/[$,]/g, "");
const total = (chips) => chips.reduce((sum, value) => sum + value, 0);
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Chips as an act names them: `25x1 5x2`.
function stacksText(chips) {
  const values = [...new Set(chips)].sort((one, other) => other - one);
  return values.map((value) => `${plain(value)}x${chips.filter((chip) => chip === value).length}`).join(" ");
}

function centsOf(words) {
  return words.reduce((sum, word) => {
    const [value, number] = word.split("x");
    return sum + Math.round(Number(value) * 100) * (number === undefined ? 1 : Number(number));
  }, 0);
}

// What lies on the felt after these acts.
function after(felt, acts) {
  const state = { dealt: !felt.opens, locked: false, turned: new Set(), called: {}, bets: {}, fees: {}, keys: new Set() };
  for (const text of acts) {
    const [verb, first, second, ...rest] = text.split(" ");
    if (text === "deal") state.dealt = true;
    else if (text === "lock up") state.locked = true;
    else if (verb === "turn") state.turned.add(first);
    else if (verb === "call" && first !== "supervisor") state.called[first] = [second, ...rest].join(" ");
    else if (verb === "drop") state.fees[first] = centsOf([second]);
    else if (verb === "press") state.keys.add(text.slice(6));
    else if (["take", "push", "pay"].includes(verb)) state.bets[`${first} ${second}`] = { verb, cents: centsOf(rest) };
  }
  return state;
}

// `act(text)` is asked for every act, and answers whether the felt should go on from it. What is said of acts stands in `status`;
// where somebody only looks on, `tools` are there instead of the tray.
export function dealersFelt(root, { felt, picture, act, status, tools = null, keysFrom = root }) {
  const places = {
    seats: make("ol", { class: "dealing-seats", "aria-label": "Seats, as the dealer sees them" }),
    middle: make("div", { class: "dealing-middle" }),
    keys: make("div", { class: "dealing-keys", role: "group", "aria-label": "Keypad" }),
    does: make("div", { class: "dealing-does" }),
    tray: make("div", { class: "dealing-tray", role: "group", "aria-label": "Tray" }),
  };
  const order = picture.facts.filter(([name]) => ["Seats", "Bets of a seat"].includes(name)).map(([name, words]) => `${name}: ${words}`).join(" · ");
  root.replaceChildren(make("p", { class: "dealing-order" }, order), places.seats, places.middle, ...(felt.keys.length ? [places.keys] : []), make("div", { class: "dealing-bar" }, status, ...(tools ? [tools] : [places.does, places.tray])));
  const cards = Object.fromEntries(picture.seats.map((seat) => [seat.number, seat]));
  const isBanked = felt.opens && !felt.keys.length;
  let acts = [], chosen = null, pile = [], open = !tools, waiting = Promise.resolve();

  const stakeOf = (seat, key) => felt.seats.find((one) => one.number === seat).spots.find((spot) => spot.key === key).stake;
  const feltOf = (seat, key) => felt.seats.find((one) => one.number === seat).spots.find((spot) => spot.key === key).felt;

  // One act after another: one that is made while another is judged waits for its turn.
  function perform(text) {
    if (!open) return;
    const [verb, place] = text.split(" ");
    const kept = chosen;
    pile = [];
    chosen = null;
    waiting = waiting.then(() => act(text)).then((goes) => {
      if (goes && verb === "turn") chosen = { calls: place };
      else if (!goes && !chosen) chosen = kept;
      draw();
    });
    draw();
  }

  const withKey = (key, words, attributes) => make("button", { type: "button", "aria-keyshortcuts": key, ...attributes }, make("kbd", { "aria-hidden": "true" }, key === "Backspace" ? "⌫" : key.toUpperCase()), ` ${words}`);

  function choose(seat, key) {
    const same = chosen && chosen.seat === seat && chosen.key === key;
    if (!same) pile = [];
    chosen = { seat, key };
    draw();
  }

  function addChip(value, seat = chosen && chosen.seat, key = chosen && chosen.key) {
    if (!seat || !key) return; // a chip belongs to a bet: touch one first, or carry the chip there
    if (!chosen || chosen.seat !== seat || chosen.key !== key) pile = [];
    chosen = { seat, key };
    pile = [...pile, value];
    draw();
  }

  const take = (seat, key) => perform(`take ${seat} ${key} ${pile.length ? stacksText(pile) : plain(stakeOf(seat, key))}`);
  const push = (seat, key) => perform(`push ${seat} ${key}`);
  const pay = (seat, key) => pile.length && perform(`pay ${seat} ${key} ${stacksText(pile)}`);
  const drop = (seat) => pile.length && perform(`drop ${seat} ${stacksText(pile)}`);

  function cardsAt(place, names, state) {
    if (!state.dealt || !names.length) return null;
    const turned = state.turned.has(String(place));
    const words = turned ? `${placeWords(place)}: call the hand` : `${placeWords(place)}: turn the cards`;
    const button = make("button", { type: "button", class: "turn", "data-at": `cards ${place}`, "aria-label": words, disabled: !open, onclick: () => (turned ? callAt(String(place)) : perform(`turn ${place}`)) }, ...names.map((name) => (turned ? cardFace(name) : cardBack("blue"))));
    const hand = state.called[place];
    return make("div", { class: "held" }, button, make("span", { class: "called" }, hand || (turned ? "not called" : "face down")));
  }

  function callAt(place) {
    chosen = { calls: place };
    pile = [];
    draw();
  }

  function betAt(seat, spot, state) {
    const done = state.bets[`${seat} ${spot.key}`];
    const isChosen = chosen && chosen.seat === seat && chosen.key === spot.key;
    const gone = spot.key === "progressive" && state.locked && !done;
    const lies = done && done.verb === "take" ? spot.stake - done.cents : gone ? 0 : spot.stake;
    const said = done ? { take: `taken ${dollars(done.cents)}`, push: "push", pay: `paid ${dollars(done.cents)}`, drop: `dropped ${dollars(done.cents)}` }[done.verb] : gone ? "locked" : "";
    const heap = isChosen && pile.length ? total(pile) : 0;
    return make("li", {}, make("button", { type: "button", class: `bet${done ? ` done ${done.verb}` : ""}`, "data-at": `bet ${seat} ${spot.key}`, "data-seat": seat, "data-key": spot.key, "data-stake": lies, "aria-pressed": isChosen ? "true" : "false", disabled: !open, onclick: () => choose(seat, spot.key) },
      make("span", { class: "felt-word" }, spot.felt),
      make("span", { class: "chips-here", "aria-hidden": "true" }, lies ? stackOf(lies) : null, done && done.verb === "pay" ? stackOf(done.cents) : null, heap ? stackOf(heap) : null),
      make("span", { class: "amount" }, spot.stake ? dollars(spot.stake) : "–", said ? make("b", { class: "said" }, ` ${said}`) : null, heap ? make("b", { class: "said" }, ` + ${dollars(heap)}`) : null)));
  }

  function seatAt(one, state) {
    const seat = cards[one.number] || { cards: [], did: "" };
    const isBank = !one.spots.length;
    const spots = one.spots.filter((spot) => state.dealt || (spot.before && spot.stake));
    const fee = !state.dealt && isBanked ? [{ key: FEE, felt: "Fee", stake: 0 }] : [];
    const fees = state.fees[one.number];
    return make("li", { class: "dealing-seat", "data-seat": one.number },
      make("span", { class: "label" }, `Seat ${one.number}${isBank ? " · player-dealer" : ""}`),
      isBank ? null : cardsAt(one.number, seat.cards, state),
      state.dealt && seat.did ? make("span", { class: "did" }, seat.did) : null,
      make("ul", { class: "bets", "aria-label": `Bets of seat ${one.number}` }, ...spots.map((spot) => betAt(one.number, spot, state)), ...fee.map((spot) => betAt(one.number, { ...spot, stake: 0 }, { ...state, bets: fees === undefined ? {} : { [`${one.number} fee`]: { verb: "drop", cents: fees } } }))));
  }

  // What can be done with what is chosen, each with its key.
  function choices(state) {
    if (chosen && chosen.calls) return [make("p", { class: "what" }, `${placeWords(chosen.calls)} has`), make("div", { class: "does calls" }, ...felt.calls[chosen.calls].map((hand, i) => withKey(String(i + 1), hand, { "data-call": hand, onclick: () => perform(`call ${chosen.calls} ${hand}`) })))];
    if (!open) return [make("p", { class: "what" }, "Settled.")];
    if (!chosen) return [make("p", { class: "what" }, state.dealt ? "Touch cards to turn them, a bet to settle it." : "Before the deal"), make("div", { class: "does" }, ...others(state))];
    const { seat, key } = chosen, sum = total(pile);
    if (key === FEE) return [make("p", { class: "what" }, `Seat ${seat} · fee`), make("div", { class: "does" }, withKey("d", `Drop ${dollars(sum)}`, { disabled: !sum, "data-verb": "drop", onclick: () => drop(seat) }))];
    const stake = stakeOf(seat, key);
    return [
      make("p", { class: "what" }, `Seat ${seat} · ${feltOf(seat, key)}${stake ? ` ${dollars(stake)}` : ""}`),
      make("div", { class: "does" },
        withKey("t", `Take ${dollars(sum || stake)}`, { disabled: !(sum || stake), "data-verb": "take", onclick: () => take(seat, key) }),
        withKey("p", "Push", { "data-verb": "push", onclick: () => push(seat, key) }),
        withKey("y", `Pay ${dollars(sum)}`, { disabled: !sum, class: sum ? "main" : "", "data-verb": "pay", onclick: () => pay(seat, key) })),
    ];
  }

  const tray = () => [
    ...felt.chips.map((value, i) => make("button", { type: "button", class: "chip", "data-at": `chip ${value}`, "data-chip": value, "aria-keyshortcuts": String(i + 1), "aria-label": `A chip of ${dollars(value)}`, disabled: !open, "aria-disabled": chosen && chosen.key ? "false" : "true", onclick: () => addChip(value) }, dollars(value).replace("0.", "."))),
    withKey("Backspace", "", { class: "back", "data-at": "chip back", "aria-label": "Take the last chip back", disabled: !pile.length, onclick: () => { pile = pile.slice(0, -1); draw(); } }),
  ];

  function others(state) {
    const buttons = [];
    if (felt.keys.length && !state.locked) buttons.push(withKey("l", "Lock up the progressive chips", { "data-at": "lock", disabled: !open, onclick: () => perform("lock up") }));
    if (!state.dealt) buttons.push(withKey("d", "Deal the round", { "data-at": "deal", disabled: !open, onclick: () => perform("deal") }));
    if (felt.keys.length && state.dealt) buttons.push(withKey("s", "Call the supervisor", { "data-at": "supervisor", disabled: !open, onclick: () => perform("call supervisor") }));
    return buttons;
  }

  // Nothing is drawn anew under a finger: a button that is replaced between down and up would lose its touch.
  let down = false, stale = false;
  root.addEventListener("pointerdown", () => { down = true; });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => {
    down = false;
    if (stale) setTimeout(draw, 0);
  });

  function draw() {
    stale = down;
    if (down) return;
    const state = after(felt, acts);
    const focus = root.contains(document.activeElement) ? document.activeElement.dataset.at : null;
    const middle = state.dealt ? [
      picture.board.length ? make("div", { class: "held" }, make("span", { class: "label" }, "Board"), make("span", { class: "cards" }, ...picture.board.map(cardFace))) : "",
      picture.dealer.length ? make("div", { class: "dealing-own" }, make("span", { class: "label" }, "Dealer"), cardsAt(DEALER, picture.dealer, state)) : "",
    ] : [];
    places.seats.replaceChildren(...felt.seats.map((one) => seatAt(one, state)));
    places.middle.replaceChildren(...middle);
    places.keys.replaceChildren(...felt.keys.map(([key, name]) => make("button", { type: "button", class: `key${state.keys.has(key) ? " lit" : ""}`, "data-at": `key ${key}`, "data-key-press": key, "aria-pressed": state.keys.has(key) ? "true" : "false", disabled: !open, onclick: () => perform(`press ${key}`) }, name)));
    places.does.replaceChildren(...choices(state));
    places.tray.replaceChildren(...tray());
    const again = focus && root.querySelector(`[data-at="${CSS.escape(focus)}"]`);
    if (again && !again.disabled) again.focus({ preventScroll: true });
  }

  // Chips are carried, too: from the tray to a bet they pay it, from a bet to the tray they are taken, to its cards they are pushed.
  let carried = null;
  root.addEventListener("pointerdown", (event) => {
    const from = event.target.closest("[data-chip], .bet");
    if (!from || !open || event.button) return;
    carried = { from: from.dataset.chip ? { chip: Number(from.dataset.chip) } : { seat: Number(from.dataset.seat), key: from.dataset.key, stake: Number(from.dataset.stake) }, x: event.clientX, y: event.clientY, ghost: null };
  });
  addEventListener("pointermove", (event) => {
    if (!carried) return;
    if (!carried.ghost && Math.hypot(event.clientX - carried.x, event.clientY - carried.y) > DRAG_PX) {
      const cents = carried.from.chip || carried.from.stake;
      if (!cents) return;
      carried.ghost = make("div", { class: "carried", "aria-hidden": "true" }, stackOf(cents));
      document.body.append(carried.ghost);
    }
    if (carried.ghost) carried.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  });
  addEventListener("pointercancel", () => { if (carried && carried.ghost) carried.ghost.remove(); carried = null; });
  addEventListener("pointerup", (event) => {
    const { from, ghost } = carried || {};
    carried = null;
    if (!ghost) return;
    ghost.remove();
    // What was carried is no touch as well.
    const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
    addEventListener("click", swallow, { capture: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const bet = under && under.closest(".bet"), seat = under && under.closest(".dealing-seat");
    if (!under || !root.contains(under)) return;
    if (from.chip && bet) addChip(from.chip, Number(bet.dataset.seat), bet.dataset.key);
    else if (!from.chip && under.closest(".dealing-bar")) take(from.seat, from.key);
    else if (!from.chip && under.closest(".held") && seat && Number(seat.dataset.seat) === from.seat) push(from.seat, from.key);
  });

  keysFrom.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const pressed = event.key === "Backspace" ? "Backspace" : event.key.toLowerCase();
    const bar = root.querySelector(".dealing-bar");
    const first = bar && [...bar.querySelectorAll("[aria-keyshortcuts]:not(:disabled)")].find((button) => button.getAttribute("aria-keyshortcuts") === pressed);
    if (!first) return;
    event.preventDefault();
    first.click();
  });

  function slide(cents, from, to) {
    if (isStill() || document.hidden || cents <= 0 || !from || !to) return;
    const [start, end] = [from, to].map((one) => one.getBoundingClientRect());
    const chips = make("div", { class: "carried", "aria-hidden": "true" }, stackOf(cents));
    document.body.append(chips);
    const at = (box) => ({ translate: `${box.left + box.width / 2}px ${box.top + box.height / 2}px` });
    chips.animate([at(start), at(end)], { duration: SLIDE_MS, easing: "ease-in-out", fill: "both" }).finished.catch(() => 0).then(() => chips.remove());
  }

  function move(text) {
    const [verb, seat, key, ...rest] = text.split(" ");
    const bet = root.querySelector(`[data-at="bet ${seat} ${CSS.escape(key || "")}"]`), chips = places.tray;
    if (verb === "take") slide(centsOf(rest), bet, chips);
    if (verb === "pay") slide(centsOf(rest), chips, bet);
    if (verb === "drop") slide(centsOf([key]), root.querySelector(`[data-at="bet ${seat} fee"]`), chips);
  }

  draw();
  return {
    // The felt after all these acts; the last one, where it is new, is seen to happen.
    show(newer) {
      if (newer.length === acts.length + 1) move(newer[newer.length - 1]);
      acts = [...newer];
      draw();
    },
    close() { open = false; chosen = null; pile = []; draw(); },
  };
}

// A table in a form: its acts stand in a field, one a line, and are judged when the form is handed in.
export function feltInForm(box) {
  const field = box.querySelector("textarea"), root = make("div", { class: "dealing" });
  const lines = () => field.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const done = make("p", { class: "muted done", role: "status" });
  const felt = dealersFelt(root, {
    status: done,
    felt: JSON.parse(box.dataset.felt),
    picture: JSON.parse(box.dataset.picture),
    act(text) { write([...lines(), text]); return true; },
  });
  const back = make("button", { type: "button", onclick: () => write(lines().slice(0, -1)) }, "Take back the last act");
  function write(acts) {
    field.value = acts.join("\n");
    show();
  }
  function show() {
    const acts = lines();
    felt.show(acts);
    done.textContent = acts.length ? `${acts.length} done, last: ${acts[acts.length - 1]}` : "Nothing done yet.";
    back.disabled = !acts.length;
  }
  field.addEventListener("input", show);
  box.prepend(root, back);
  const seen = box.parentElement.querySelector(".layout");
  if (seen) seen.hidden = true;
  show();
}
