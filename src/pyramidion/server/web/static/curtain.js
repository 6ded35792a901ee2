// @ts-check
// Two people at one device, and something hidden: a curtain falls until it is handed over.
import { root } from "./room.js";
import { state } from "./state.js";
import { at, button, fill, make, say } from "./words.js";

/**
 * Lower the curtain if another person has to look now; says whether it fell.
 * @param {import("./types.js").TableData} table
 * @param {() => void} lifted
 */
export function lower(table, lifted) {
  const handedOver = state.seat !== undefined && table.you !== state.seat;
  state.seat = table.you;
  const alone = table.yours.length < 2;
  if (!root.dataset.hidden || table.you === null || alone || !handedOver || table.status !== "playing") return false;
  const { name } = table.seats[table.you];
  const over = at("curtain");
  const go = button(
    say("table.curtain.go", { name }),
    () => {
      over.hidden = true;
      lifted();
    },
    { class: "main" },
  );
  fill(over, make("p", {}, say("table.curtain", { name })), go);
  over.hidden = false;
  go.focus();
  return true;
}
