// The seats of a table: who has them, who is here, clocks, and the invitation to an open one.
import { at, copier, id, remembered } from "./room.js";
import { button, fill, make, say } from "./words.js";

const LEFT = 4000; // milliseconds after which somebody counts as gone

// Who sits where, who is here, and how much time everybody has left; `sit` takes an open seat.
export function showSeats(table, presence, sit) {
  const here = new Set(presence?.seats ?? []);
  const items = table.seats.map((seat) => {
    const kind = seat.kind === "open" ? say("table.open") : seat.kind === "bot" ? "" : seat.seat === table.you ? say("table.you") : "";
    const present = seat.kind === "bot" || here.has(seat.seat);
    return make("li", { class: `${seat.kind} ${seat.seat === table.mover ? "moving" : ""}` },
      make("span", { class: present ? "dot here" : "dot", title: say(present ? "table.present" : "table.absent") }),
      seat.colour ? make("span", { class: `swatch swatch-${seat.colour}`, "aria-hidden": "true" }) : null,
      make("span", { class: "name" }, seat.name === seat.title ? seat.title : `${seat.title}: ${seat.name}`),
      make("span", { class: "kind" }, kind),
      table.clock ? make("span", { class: "clock", "data-seat": seat.seat }, "") : null,
      seat.kind === "open" && table.status === "open" && table.you === null ? button(say("table.take"), () => sit(seat.seat), { class: "main" }) : null,
    );
  });
  if (presence?.spectators) items.push(make("li", { class: "watching" }, say("table.spectators", { count: presence.spectators })));
  update(at("seats"), items);
}

// Replace only what has changed, so that a button does not vanish under a finger.
function update(list, items) {
  items.forEach((item, place) => {
    const old = list.children[place];
    const clock = old?.querySelector(".clock");
    if (clock) item.querySelector(".clock")?.replaceWith(clock.cloneNode(true));
    if (!old) list.append(item);
    else if (!old.isEqualNode(item)) old.replaceWith(item);
  });
  while (list.children.length > items.length) list.lastElementChild.remove();
}

// `since` is when the table was last heard of.
export function showClocks(table, since) {
  if (!table?.clock) return;
  for (const node of document.querySelectorAll(".clock")) {
    const seat = Number(node.dataset.seat);
    const spent = table.clock.running === seat ? Date.now() - since : 0;
    const left = Math.max(0, table.clock.left[seat] - spent) / 1000;
    const text = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
    if (node.textContent !== text) node.textContent = text;
    node.classList.toggle("short", left < 10);
  }
}

// Say when another person has left, though not for a reload, and when they are back.
const leaving = new Map(); // timers, by seat
const gone = new Set();
export function tellPresence(table, before, now, tell) {
  for (const { seat, kind, name } of table?.seats ?? []) {
    if (kind !== "person" || table.yours.includes(seat)) continue;
    const [was, is] = [before?.seats.includes(seat), now.seats.includes(seat)];
    if (is) clearTimeout(leaving.get(seat));
    if (is && gone.delete(seat)) tell(say("table.came", { name }));
    if (was && !is) {
      leaving.set(seat, setTimeout(() => {
        gone.add(seat);
        tell(say("table.left", { name }));
      }, LEFT));
    }
  }
}

export function showInvitation(table) {
  at("invite").hidden = table.status !== "open";
  if (table.status !== "open") return;
  if (table.you === null) return welcome(table);
  if (at("invite").querySelector("img")) return;
  const field = make("input", { readonly: true, value: location.href, "aria-label": say("table.invite") });
  const copy = copier(say("table.copy"), field);
  const code = make("img", { src: `/t/${id}/invite.svg`, alt: say("table.qr"), width: 160, height: 160 });
  const local = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
  fill(at("invite"), make("p", {}, say("table.invite")), local ? make("p", {}, say("table.invite.local")) : null, make("div", { class: "row" }, field, copy), code);
}

// Somebody has followed an invitation.
function welcome(table) {
  if (at("guest")) return;
  const host = table.seats.find((seat) => seat.kind === "person")?.name ?? "";
  const name = make("input", { id: "guest", maxlength: 40, autocomplete: "nickname", value: remembered("name", "") });
  name.addEventListener("input", () => localStorage.setItem("name", name.value.trim()));
  fill(at("invite"), make("p", {}, say("table.welcome", { host, game: table.game.title })),
    make("p", {}, make("label", {}, `${say("table.name")} `, name)),
    make("a", { class: "button", href: `/learn/${table.game.name}`, target: "_blank" }, say("learn.title", { game: table.game.title })));
}
