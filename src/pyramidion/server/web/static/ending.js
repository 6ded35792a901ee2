// @ts-check
// After the game: who won, why and by how much, another game, and what can be kept.
import { progress } from "./bars.js";
import { get, post } from "./api.js";
import { seatForm } from "./keys.js";
import { api, called, copier, game, trying } from "./room.js";
import { state } from "./state.js";
import { verified } from "./verification.js";
import { at, button, fill, make, say } from "./words.js";

/** @typedef {import("./types.js").TableData} TableData */

/**
 * The card about the end; it is shown until it is put away to look at the game again.
 * @param {TableData} table
 * @param {() => void} review
 */
export function showResult(table, review) {
  const card = at("result");
  card.hidden = !table.outcome || state.reviewing || state.past !== null;
  if (!table.outcome || card.dataset.rematch === String(table.rematch)) return;
  card.dataset.rematch = String(table.rematch);
  const answer = make("p", { role: "status" });
  const verify = button(say("table.verify"), async () => (answer.textContent = await verified()));
  fill(
    card,
    make("p", { class: "verdict", role: "status" }, verdict(table)),
    make("p", {}, reason(table)),
    standings(table),
    table.rematch ? make("p", { role: "alert" }, say("table.rematch.offered")) : null,
    make(
      "div",
      { class: "row" },
      again(table),
      button(say("table.review"), review),
      make("a", { class: "button", href: "/" }, say("table.home")),
    ),
    make(
      "details",
      { class: "more" },
      make("summary", {}, say("table.keep")),
      make(
        "div",
        { class: "row" },
        verify,
        make("a", { class: "button", href: api("/record"), download: `${game}.jsonl` }, say("table.record")),
        make("a", { class: "button", href: api("/picture.svg"), download: `${game}.svg` }, say("table.picture")),
        copier(say("table.share")),
      ),
      answer,
    ),
  );
}

/**
 * Play again, or follow somebody who wants to.
 * @param {TableData} table
 */
function again(table) {
  if (table.rematch && table.you === null) {
    return make("a", { class: "button main", href: `/t/${table.rematch}` }, say("table.rematch.watch"));
  }
  if (table.you === null) return null;
  return button(say(table.rematch ? "table.rematch.accept" : "table.rematch"), () => rematch(table), { class: "main" });
}

/** @param {TableData} table */
function reason({ outcome }) {
  if (!outcome) return "";
  return /^[A-Z]\d/.test(outcome.rule) ? `${outcome.says} (${outcome.rule})` : outcome.says;
}

/**
 * How far everybody came.
 * @param {TableData} table
 */
function standings(table) {
  if (!table.board?.progress.length) return null;
  const lines = table.seats.map((seat) =>
    make(
      "li",
      {},
      seat.colour ? make("span", { class: `swatch swatch-${seat.colour}`, "aria-hidden": "true" }) : null,
      called(table, seat),
      progress(table, seat.seat),
    ),
  );
  return make("ul", { class: "standings" }, ...lines);
}

/** @param {TableData} table */
export function verdict(table) {
  if (!table.outcome) return "";
  const { winners, results } = table.outcome;
  if (winners.length === results.length) return say("table.drawn");
  if (table.yours.length === 1) return say(winners.includes(table.yours[0]) ? "table.won" : "table.lost.game");
  const names = winners.map((seat) => called(table, table.seats[seat]));
  if (names.length > 1) return say("table.over.shared", { winners: names.join(", ") });
  return say("table.over", { winner: names[0] });
}

/** @param {TableData} table */
async function rematch(table) {
  await trying(async () => {
    const { table: fresh } = await post(api("/rematch"), { seat: table.you });
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
