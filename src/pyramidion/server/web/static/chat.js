// @ts-check
// What the players say to each other.
import { post } from "./api.js";
import { api, called, trying } from "./room.js";
import { state } from "./state.js";
import { at, button, fill, make, say } from "./words.js";

/** @param {import("./types.js").TableData} table */
export function showChat(table) {
  if (!at("chat").childElementCount) build();
  const list = at("said");
  const lines = table.talk.map(({ seat, text }) =>
    make("li", {}, make("b", {}, `${called(table, table.seats[seat])}: `), text),
  );
  fill(list, ...lines);
  list.scrollTop = list.scrollHeight;
}

function build() {
  const field = make("input", { maxlength: 500, "aria-label": say("chat.field"), autocomplete: "off" });
  const form = make(
    "form",
    {},
    field,
    button(say("chat.send"), () => {}, { class: "main", type: "submit" }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    trying(() => post(api("/chat"), { text, seat: state.table?.you }));
  });
  fill(at("chat"), make("ol", { id: "said", "aria-live": "polite", tabindex: "0" }), form);
}
