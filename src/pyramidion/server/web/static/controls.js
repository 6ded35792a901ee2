// @ts-check
// Buttons around the board: moves that lead to no place, what is asked, tools, and how the board looks.
import { FLIP, HELP, game, root } from "./room.js";
import { soundIsOn, switchSound } from "./sound.js";
import { state } from "./state.js";
import { at, button, fill, make, remembered, say } from "./words.js";

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").Actions} Actions */

const MAIN = { class: "main" };

/**
 * Moves that lead to no place of the board have buttons.
 * @param {TableData} table
 * @param {Actions} actions
 */
export function showChoices(table, { play, look }) {
  if (state.past !== null) {
    const back = say(table.status === "over" ? "table.now.over" : "table.now");
    return fill(
      at("choices"),
      button(back, () => look(table.ply), MAIN),
    );
  }
  const free = (table.board?.choices ?? []).filter((choice) => !choice.target);
  fill(at("choices"), ...free.map(({ move, label }) => button(label || move, () => play(move), MAIN)));
}

/**
 * What the players ask each other.
 * @param {TableData} table
 * @param {Actions} actions
 */
export function showAsks(table, { act }) {
  /** @type {HTMLElement[]} */
  const items = [];
  for (const [what, seats] of Object.entries(table.asks)) {
    if (table.you === null) continue;
    if (seats.includes(table.you)) {
      items.push(make("p", {}, say("table.asked.own")));
      continue;
    }
    const agree = button(say("table.agree"), () => act("asks", { what }), MAIN);
    const decline = button(say("table.decline"), () => act("asks", { what, agree: false }));
    const { name } = table.seats[seats[0]];
    items.push(make("p", {}, say(`table.asked.${what}`, { name })), make("div", { class: "row" }, agree, decline));
  }
  const stopped = (table.paused || table.trouble) && table.you !== null;
  fill(at("asks"), ...items, stopped ? button(say("table.resume"), () => act("resume"), MAIN) : null);
}

/**
 * @param {TableData} table
 * @param {Actions} actions
 * @param {import("./board.js").Board} board
 * @param {() => void} suggest
 */
export function showTools(table, actions, board, suggest) {
  const { act } = actions;
  const playing = table.status === "playing" && table.you !== null;
  const people = table.seats.filter((seat) => seat.kind === "person").length;
  const bots = table.seats.some((seat) => seat.kind === "bot");
  const advised = (playing && people === 1) || (table.status === "over" && state.past !== null);
  const waiting = playing && table.mover !== table.you;
  /** @type {(what: string, more?: Record<string, string | boolean>) => HTMLElement} */
  const asking = (what, more) => button(say(`table.${what}`), () => act("asks", { what }), more);
  fill(
    at("tools"),
    advised ? button(say("table.suggestion"), suggest, { disabled: waiting }) : null,
    playing ? asking("undo", { disabled: !table.can_undo, title: say("table.undo.how") }) : null,
    playing && !bots ? asking("draw") : null,
    playing ? asking("pause", { disabled: table.paused }) : null,
    playing ? button(say("table.resign"), () => resign(board, act)) : null,
    make("a", { class: "button", href: `/learn/${game}#rules`, target: "_blank" }, say("table.rules")),
    root.dataset.hidden && playing ? helping(actions) : null,
    table.rematch ? make("a", { class: "button main", href: `/t/${table.rematch}` }, say("table.rematch.go")) : null,
  );
  showLooks(table, actions);
}

/** @param {Actions} actions */
function helping({ change }) {
  const on = remembered(HELP, "false");
  return button(say("table.helping"), () => change(HELP, String(on !== "true")), { "aria-pressed": on });
}

/**
 * @param {TableData} table
 * @param {Actions} actions
 */
function showLooks(table, { change, redraw }) {
  const plain = remembered("plain", "false") === "true";
  at("board").toggleAttribute("data-plain", plain);
  at("notices").hidden = plain;
  const view = remembered("view", "diagram") === "diagram" ? "oblique" : "diagram";
  const flip = String(remembered(FLIP, "false") !== "true");
  const marks = () => {
    localStorage.setItem("plain", String(!plain));
    redraw();
  };
  const sounds = button(say("table.sound"), () => sounds.setAttribute("aria-pressed", switchSound()), {
    "aria-pressed": String(soundIsOn()),
  });
  fill(
    at("looks"),
    button(say("table.view"), () => change("view", view)),
    button(say("table.flip"), () => change(FLIP, flip)),
    table.board?.notices.length ? button(say("table.marks"), marks, { "aria-pressed": String(!plain) }) : null,
    sounds,
  );
}

/**
 * @param {import("./board.js").Board} board
 * @param {Actions["act"]} act
 */
function resign(board, act) {
  const yes = button(say("table.yes"), () => {
    board.letGo();
    act("resign");
  });
  board.open(
    "board",
    make("p", {}, say("table.resign.sure")),
    yes,
    button(say("table.no"), () => board.letGo(), MAIN),
  );
}
