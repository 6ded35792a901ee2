// @ts-check
// Tables that anybody may join, kept up to date while the page is looked at.
import { get } from "./api.js";
import { clockWords, headlineOf, isShort } from "./headlines.js";
import { at, fill, make, say } from "./words.js";

const OFTEN = 4000; // milliseconds

/** @typedef {import("./headlines.js").Headline & {id: string}} Open */

/** @type {{shown: string}} */
const lobby = { shown: "" };

export async function watchOpenTables() {
  if (!document.hidden) await look().catch(() => {});
  setTimeout(watchOpenTables, OFTEN);
}

async function look() {
  /** @type {{id: string, changed: number}[]} */
  const listed = await get("/api/tables");
  const key = JSON.stringify(listed.map(({ id, changed }) => [id, changed]));
  if (key === lobby.shown) return;
  const found = await Promise.allSettled(listed.map(async ({ id }) => ({ id, ...(await headlineOf(id)) })));
  const tables = found.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  fill(at("open"), ...tables.map(line));
  at("open-none").hidden = tables.length > 0;
  lobby.shown = key;
}

/** @param {Open} table */
function line({ id, game, rules, title, others, timing, state }) {
  const clock = make("span", { class: isShort(timing) ? "warning" : null }, clockWords(timing));
  const words = [...rules, others.join(", ")].filter(Boolean).join(" · ");
  return make(
    "li",
    { "data-state": state },
    make(
      "a",
      { href: `/t/${id}` },
      make("b", {}, title || game.title),
      make("span", { class: "chip" }, say("home.join")),
      make("small", {}, words ? `${words} · ` : "", clock),
    ),
  );
}
