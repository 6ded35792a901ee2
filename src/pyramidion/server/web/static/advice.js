// @ts-check
// A move that a strong bot suggests, with what may come of it.
import { post } from "./api.js";
import { api, called, trying } from "./room.js";
import { state } from "./state.js";
import { at, say } from "./words.js";

const LEVEL = 6;

/** @param {import("./board.js").Board} board */
export async function suggest(board) {
  at("advice").textContent = say("table.suggestion.wait");
  await trying(async () => {
    const { table, past } = state;
    const looked = table?.status === "over" ? { ply: past } : {};
    const { lines, ply, seat } = await post(api("/analysis"), { level: LEVEL, ...looked });
    if (state.table && ply === (state.past ?? state.table.ply)) tell(board, state.table, lines[0], seat);
  });
}

/**
 * @param {import("./board.js").Board} board
 * @param {import("./types.js").TableData} table
 * @param {import("./types.js").Line} best
 * @param {number} seat
 */
function tell(board, table, best, seat) {
  board.point(best);
  const choice = state.past === null && table.board?.choices.find((each) => each.move === best.move);
  const says = best.says.join(" ").replace(/^You(r?) /, "you$1 ");
  const move = says || `${choice ? board.named(choice) : best.move}.`;
  const words = { move, expectation: expectation(table, best, seat), name: called(table, table.seats[seat]) };
  const past = seat === table.you ? "table.suggestion.own" : "table.suggestion.past";
  at("advice").textContent = say(state.past === null ? "table.suggestion.says" : past, words);
}

/**
 * @param {import("./types.js").TableData} table
 * @param {import("./types.js").Line} line
 * @param {number} seat
 */
function expectation(table, line, seat) {
  const share = line.results[seat];
  const who = called(table, table.seats[seat]);
  if (!line.exact) return say("table.expect.share", { who, percent: Math.round(100 * share) });
  if (share > 0.99) return say("table.expect.win", { who });
  return share < 0.01 ? say("table.expect.loss", { who }) : say("table.expect.draw");
}
