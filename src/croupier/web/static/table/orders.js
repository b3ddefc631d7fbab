// Orders to the table, and what the house said of the last one.

import { send } from "../live.js";
import { room } from "./state.js";

let arrive = () => {};
export const onAnswer = (takeIn) => { arrive = takeIn; };

export function tell(text, isRefusal = false) {
  room.said = text;
  room.refused = isRefusal;
  room.draw();
}

export async function order(words) {
  tell("");
  const answer = await send(`/api/tables/${room.page.table.id}/orders`, { order: words, version: room.page.version });
  if (answer.error) tell(answer.error, true);
  if (answer.page) arrive(answer.page);
  return !answer.error;
}
