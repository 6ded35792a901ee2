// @ts-check
// A position of a finished game becomes a puzzle of one's own, if it has one best move.
import { post } from "./api.js";
import { keepOwn, ownAddress } from "./puzzle_book.js";
import { api, trying } from "./room.js";
import { state } from "./state.js";
import { at, fill, make, say } from "./words.js";

export async function makePuzzle() {
  const ply = state.past;
  if (ply === null) return;
  at("advice").textContent = say("puzzle.making");
  await trying(async () => {
    try {
      const made = await post(api("/puzzle"), { ply });
      keepOwn({ ...made, made: new Date().toISOString().slice(0, 10) });
      if (state.past !== ply) return;
      fill(at("advice"), say("puzzle.made"), " ", make("a", { href: ownAddress(made) }, say("puzzle.made.open")));
    } catch (error) {
      at("advice").textContent = "";
      throw error;
    }
  });
}
