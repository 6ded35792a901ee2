// @ts-check
// Giving up, after a question.
import { button, make, say } from "./words.js";

/**
 * @param {import("./board.js").Board} board
 * @param {() => void} resign
 */
export function askToResign(board, resign) {
  const yes = button(say("table.yes"), () => {
    board.letGo();
    resign();
  });
  const no = button(say("table.no"), () => board.letGo(), { class: "main" });
  board.open("board", make("p", {}, say("table.resign.sure")), yes, no);
}
