// A hand on the lobby's felt.

import { layCards } from "./cards.js";

layCards(document.getElementById("fan"), ["As", "Ks", "Qs", "Js"], "blue");
