// @ts-check
// Buttons under the sentence: moves that lead to no place, and what the players ask each other.
import { isHeld, release, step } from "./pace.js";
import { called } from "./room.js";
import { state } from "./state.js";
import { at, button, fill, make, refill, say } from "./words.js";

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").Actions} Actions */

const MAIN = { class: "main" };

/**
 * Moves that lead to no place of the board have buttons.
 * @param {TableData} table
 * @param {Actions} actions
 */
export function showChoices(table, { play, look, redraw, showEnd }) {
  if (state.past !== null && state.reviewing) return offer(); // the steps below the graph lead there
  if (state.past !== null) {
    const back = say(table.status === "over" ? "table.now.over" : "table.now");
    return offer(button(back, () => look(Infinity), MAIN));
  }
  if (table.status === "over") return offer(button(say("table.end.show"), showEnd));
  if (isHeld()) {
    const goOn = () => {
      release();
      redraw();
    };
    return offer(button(say("pace.step"), step, MAIN), button(say("tool.resume"), goOn));
  }
  const free = (table.board?.choices ?? []).filter((choice) => !choice.target);
  offer(...free.map(({ move, label }) => button(label || move, () => play(move), { ...MAIN, "data-move": move })));
}

/**
 * Buttons that are there already are kept, so that a press that has begun is not lost.
 * @param {...HTMLElement} buttons
 */
function offer(...buttons) {
  const [made, choices] = [make("div", {}, ...buttons), at("choices")];
  if (made.innerHTML === choices.innerHTML) return;
  const here = choices.contains(document.activeElement);
  refill(choices, ...buttons);
  if (here && !choices.contains(document.activeElement)) at("board").focus({ preventScroll: true });
}

/**
 * What the players ask each other.
 * @param {TableData} table
 * @param {Actions} actions
 */
export function showAsks(table, { act }) {
  /** @type {HTMLElement[]} */
  const items = [];
  for (const [what, seats] of Object.entries(table.asks)) {
    if (table.you === null) continue;
    if (seats.includes(table.you)) {
      items.push(make("p", {}, say("table.asked.own")));
      continue;
    }
    const agree = button(say("table.agree"), () => act("asks", { what }), MAIN);
    const decline = button(say("table.decline"), () => act("asks", { what, agree: false }));
    const name = called(table, table.seats[seats[0]]);
    items.push(make("p", {}, say(`table.asked.${what}`, { name })), make("div", { class: "row" }, agree, decline));
  }
  const stopped = (table.paused || table.trouble) && table.you !== null;
  fill(at("asks"), ...items, stopped ? button(say("table.resume"), () => act("resume"), MAIN) : null);
}
