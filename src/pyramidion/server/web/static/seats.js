// @ts-check
// The seats of a table: who has them, who is here, clocks, and the invitation to an open one.
import { copier, id } from "./room.js";
import { state } from "./state.js";
import { at, button, fill, make, remembered, say } from "./words.js";

const LEFT = 4000; // milliseconds after which somebody counts as gone
const HURRY = 10; // seconds

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").SeatData} SeatData */

/**
 * Who sits where, who is here, and how much time everybody has left; `sit` takes an open seat.
 * @param {TableData} table
 * @param {(seat: number) => void} sit
 */
export function showSeats(table, sit) {
  const items = table.seats.map((seat) => seatItem(table, seat, sit));
  const count = state.presence?.spectators;
  if (count) items.push(make("li", { class: "watching" }, say("table.spectators", { count })));
  update(at("seats"), items);
}

/**
 * @param {TableData} table
 * @param {SeatData} seat
 * @param {(seat: number) => void} sit
 */
function seatItem(table, seat, sit) {
  const present = seat.kind === "bot" || Boolean(state.presence?.seats.includes(seat.seat));
  const own = seat.kind === "person" && seat.seat === table.you ? say("table.you") : "";
  const free = seat.kind === "open" && table.status === "open" && table.you === null;
  return make(
    "li",
    { "data-moving": seat.seat === table.mover },
    make("span", { class: "dot", "data-here": present, title: say(present ? "table.present" : "table.absent") }),
    seat.colour ? make("span", { class: `swatch swatch-${seat.colour}`, "aria-hidden": "true" }) : null,
    make("span", { class: "name" }, seat.name === seat.title ? seat.title : `${seat.title}: ${seat.name}`),
    make("span", { class: "kind" }, seat.kind === "open" ? say("table.open") : own),
    table.clock ? make("span", { class: "clock", "data-seat": seat.seat }) : null,
    free ? button(say("table.take"), () => sit(seat.seat), { class: "main" }) : null,
  );
}

/**
 * Replace only what has changed, so that a button does not vanish under a finger.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} items
 */
function update(list, items) {
  items.forEach((item, place) => {
    const old = list.children[place];
    const clock = old?.querySelector(".clock");
    if (clock) item.querySelector(".clock")?.replaceWith(clock.cloneNode(true));
    if (!old) list.append(item);
    else if (!old.isEqualNode(item)) old.replaceWith(item);
  });
  while (list.children.length > items.length) list.lastElementChild?.remove();
}

export function showClocks() {
  const clock = state.table?.clock;
  if (!clock) return;
  for (const node of at("seats").querySelectorAll(".clock")) {
    const seat = Number(node.getAttribute("data-seat"));
    const spent = clock.running === seat ? Date.now() - state.heardAt : 0;
    const left = Math.max(0, clock.left[seat] - spent) / 1000;
    const text = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
    if (node.textContent !== text) node.textContent = text;
    node.toggleAttribute("data-hurry", left < HURRY);
  }
}

/**
 * Say when another person has left, though not for a reload, and when they are back.
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

/** @param {TableData} table */
export function showInvitation(table) {
  at("invite").hidden = table.status !== "open";
  if (table.status !== "open") return;
  if (table.you === null) return welcome(table);
  if (at("invite").querySelector("img")) return;
  const field = make("input", { readonly: true, value: location.href, "aria-label": say("table.invite") });
  const code = make("img", { src: `/t/${id}/invite.svg`, alt: say("table.qr"), width: 160, height: 160 });
  const local = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
  fill(
    at("invite"),
    make("p", {}, say("table.invite")),
    local ? make("p", {}, say("table.invite.local")) : null,
    make("div", { class: "row" }, field, copier(say("table.copy"), field)),
    code,
  );
}

/**
 * Somebody has followed an invitation.
 * @param {TableData} table
 */
function welcome(table) {
  if (at("invite").querySelector("input")) return;
  const host = table.seats.find((seat) => seat.kind === "person")?.name ?? "";
  const value = remembered("name", "");
  const name = make("input", { id: "guest", maxlength: 40, autocomplete: "nickname", value });
  name.addEventListener("input", () => localStorage.setItem("name", name.value.trim()));
  const { title } = table.game;
  fill(
    at("invite"),
    make("p", {}, say("table.welcome", { host, game: title })),
    make("p", {}, make("label", {}, `${say("table.name")} `, name)),
    make(
      "a",
      { class: "button", href: `/learn/${table.game.name}`, target: "_blank" },
      say("learn.title", { game: title }),
    ),
  );
}
