// @ts-check
// An open table: the link for a friend, and what somebody who follows it should know before sitting down.
import { clockWords, isShort } from "./headlines.js";
import { copier, id } from "./room.js";
import { at, button, fill, make, remembered, say } from "./words.js";

/** @typedef {import("./types.js").TableData} TableData */

/**
 * @param {TableData} table
 * @param {(seat: number) => void} sit
 */
export function showInvitation(table, sit) {
  at("invite").hidden = table.status !== "open";
  if (table.status !== "open") return;
  if (table.you === null) return welcome(table, sit);
  if (at("invite").querySelector("img")) return;
  const field = make("input", { readonly: true, value: location.href, "aria-label": say("table.invite") });
  const code = make("img", { src: `/t/${id}/invite.svg`, alt: say("table.qr"), width: 160, height: 160 });
  const local = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
  fill(
    at("invite"),
    make("p", { class: "verdict" }, say("table.waiting")),
    make("p", {}, say("table.invite")),
    make("div", { class: "row" }, field, copier(say("table.copy"), field)),
    code,
    local ? make("p", { class: "keys" }, say("table.invite.local")) : null,
    make("p", { class: "keys" }, say("table.invite.kept")),
  );
}

/**
 * Somebody has followed an invitation.
 * @param {TableData} table
 * @param {(seat: number) => void} sit
 */
function welcome(table, sit) {
  if (at("invite").querySelector("input")) return;
  const host = table.seats.find((seat) => seat.kind === "person")?.name ?? "";
  const name = make("input", { id: "guest", maxlength: 40, autocomplete: "nickname", value: remembered("name", "") });
  name.addEventListener("input", () => localStorage.setItem("name", name.value.trim()));
  const free = table.seats.filter((seat) => seat.kind === "open");
  const seats = free.map(({ seat, title }) =>
    button(free.length > 1 ? say("table.take.as", { title }) : say("table.take"), () => sit(seat), { class: "main" }),
  );
  const { title } = table.game;
  fill(
    at("invite"),
    make("p", { class: "verdict" }, say("table.welcome", { host, game: title })),
    make("p", {}, timeWords(table)),
    make("p", {}, make("label", {}, `${say("table.name")} `, name)),
    make("div", { class: "row" }, ...seats),
    make(
      "p",
      {},
      make("a", { href: `/learn/${table.game.name}`, target: "_blank" }, say("learn.title", { game: title })),
    ),
  );
}

/**
 * What clock the game has; a warning where there is little time.
 * @param {TableData} table
 */
function timeWords({ clock }) {
  const words = clockWords(clock);
  return isShort(clock) ? make("b", { class: "warning" }, say("table.clock.short", { words })) : words;
}
