// @ts-check
// Your games: those in which it is your turn first, then the latest; they can be taken off the list.
import { ask, get } from "./api.js";
import { ago, headlineOf } from "./headlines.js";
import { at, button, fill, make, say } from "./words.js";

const FEW = 6;
const RANKS = ["yours", "playing", "open"]; // states in the order in which they matter; then all that is over

/** @typedef {import("./headlines.js").Headline & {id: string}} Mine */

export async function showMine() {
  /** @type {{id: string}[]} */
  const listed = await get("/api/mine").catch(() => []);
  const found = await Promise.allSettled(listed.map(async ({ id }) => ({ id, ...(await headlineOf(id)) })));
  /** @type {Mine[]} */
  const tables = found.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  tables.sort((one, other) => rank(one) - rank(other) || other.changed - one.changed);
  show(tables, FEW);
}

/** @param {Mine} table */
const rank = ({ state }) => (RANKS.includes(state) ? RANKS.indexOf(state) : RANKS.length);

/**
 * @param {Mine[]} tables
 * @param {number} most
 */
function show(tables, most) {
  at("mine-none").hidden = tables.length > 0;
  at("mine-all").hidden = tables.length <= most;
  at("mine-all").onclick = () => show(tables, Infinity);
  fill(at("mine"), ...tables.slice(0, most).map((table) => line(table, () => remove(tables, table, most))));
}

/**
 * @param {Mine} table
 * @param {() => void} remove
 */
function line({ id, game, title, others, turn, state, changed }, remove) {
  const names = others.length ? say("home.with", { names: others.join(", ") }) : "";
  return make(
    "li",
    { "data-state": state },
    make(
      "a",
      { href: `/t/${id}` },
      make("b", {}, title || game.title),
      make("span", { class: "chip" }, say(`status.${state}`, { turn })),
      make("small", {}, [title ? game.title : "", names, ago(changed)].filter(Boolean).join(" · ")),
    ),
    button("×", remove, { class: "icon", "aria-label": say("home.remove", { game: title || game.title }) }),
  );
}

/**
 * @param {Mine[]} tables
 * @param {Mine} table
 * @param {number} most
 */
async function remove(tables, table, most) {
  await ask("DELETE", `/api/mine/${table.id}`).catch(() => {});
  show(
    tables.filter((each) => each !== table),
    most,
  );
}
