// @ts-check
// After the game: the verdict, the check of what was hidden, what can be kept, and another game.
import { get, post } from "./api.js";
import { seatForm } from "./keys.js";
import { api, copier, game, notesOf, trying } from "./room.js";
import { verified } from "./verification.js";
import { at, button, fill, make, say } from "./words.js";

/** @typedef {import("./types.js").TableData} TableData */

/**
 * How the game ended, and what can be done then.
 * @param {TableData} table
 */
export function showResult(table) {
  if (!table.outcome) return fill(at("result"));
  if (at("result").childElementCount) return;
  const { rule, says } = table.outcome;
  const reason = /^[A-Z]\d/.test(rule) ? say("table.rule", { rule, says }) : says;
  const stands = notesOf(table.board)
    .map((note) => note.text)
    .join(" ");
  const answer = make("p", { role: "status" });
  const again = table.you === null ? null : button(say("table.rematch"), () => rematch(table), { class: "main" });
  const verify = button(say("table.verify"), async () => (answer.textContent = await verified()));
  fill(
    at("result"),
    make("p", { class: "verdict", role: "status" }, verdict(table)),
    stands ? make("p", {}, stands) : null,
    make("p", {}, reason),
    make(
      "div",
      { class: "row" },
      again,
      verify,
      make("a", { class: "button", href: api("/record"), download: `${game}.jsonl` }, say("table.record")),
      make("a", { class: "button", href: api("/picture.svg"), download: `${game}.svg` }, say("table.picture")),
      copier(say("table.share")),
    ),
    answer,
  );
  if (table.you !== null) at("result").scrollIntoView({ block: "nearest" });
}

/** @param {TableData} table */
export function verdict(table) {
  if (!table.outcome) return "";
  const { winners, results } = table.outcome;
  const names = winners.map((seat) => table.seats[seat].name);
  if (winners.length === results.length) return say("table.drawn");
  if (table.you !== null && table.seats.filter((seat) => seat.kind === "person").length === 1) {
    return say(winners.includes(table.you) ? "table.won" : "table.lost.game");
  }
  if (names.length > 1) return say("table.over.shared", { winners: names.join(", ") });
  return say("table.over", { winner: names[0] });
}

/** @param {TableData} table */
async function rematch(table) {
  await trying(async () => {
    const { table: fresh } = await post(api("/rematch"), {});
    const { seats } = await get(`/api/tables/${fresh}`);
    for (const old of table.yours) {
      const seat = (old + 1) % seats.length; // everybody moves on by one
      if (seats[seat].kind !== "open") continue;
      const { name, title } = table.seats[old];
      const form = { ...(await seatForm(fresh, seat)), name: name === title ? "" : name };
      await post(`/api/tables/${fresh}/seats/${seat}`, form);
    }
    location.href = `/t/${fresh}`;
  });
}
