// @ts-check
// Tables that anybody may join, kept up to date while the page is looked at.
import { get } from "./api.js";
import { clockSign, headlineOf, isShort } from "./headlines.js";
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
function line({ id, game, rules, title, host, free, bots, timing, state }) {
  const clock = make("span", { class: isShort(timing) ? "warning" : null }, clockSign(timing));
  const waits = host ? say("home.waits", { host }) : say("home.waits.guest");
  const names = bots.map((level) => say("home.bot", { level })).join(", ");
  const more = names ? say("home.with", { names }) : "";
  const words = [waits, more, say("home.free", { free: free.join(say("home.or")) })].filter(Boolean);
  return make(
    "li",
    { "data-state": state },
    make(
      "a",
      { href: `/t/${id}` },
      make("b", {}, title || game.title),
      make("span", { class: "chip" }, say("home.join")),
      make("small", {}, `${[title ? game.title : "", ...words].filter(Boolean).join(" · ")} · `, clock),
      ...rules.map((rule) => make("small", {}, rule)),
    ),
  );
}
