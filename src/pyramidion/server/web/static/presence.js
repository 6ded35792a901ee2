// @ts-check
// Who is at the table: says when another person has left, though not for a reload, and when they are back.
import { state } from "./state.js";
import { say } from "./words.js";

const LEFT = 4000; // milliseconds after which somebody counts as gone

/**
 * @param {import("./types.js").Presence} now
 * @param {(text: string) => void} tell
 */
export function tellPresence(now, tell) {
  const { table, presence, leaving, gone } = state;
  for (const { seat, kind, name } of table?.seats ?? []) {
    if (kind !== "person" || table?.yours.includes(seat)) continue;
    const [was, is] = [presence?.seats.includes(seat), now.seats.includes(seat)];
    if (is) clearTimeout(leaving.get(seat));
    if (is && gone.delete(seat)) tell(say("table.came", { name }));
    if (!was || is) continue;
    const left = () => {
      gone.add(seat);
      tell(say("table.left", { name }));
    };
    leaving.set(seat, setTimeout(left, LEFT));
  }
}
