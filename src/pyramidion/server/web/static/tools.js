// @ts-check
// The row of tools: a symbol and a word each. What is needed less is in the tab about the game.
import { icon } from "./icons.js";
import { FLIP, HELP, game, id, root } from "./room.js";
import { openGoal } from "./goal.js";
import { KEYS, openKeyboard } from "./keyboard.js";
import { hold, isHeld, release } from "./pace.js";
import { makePuzzle } from "./puzzle_maker.js";
import { state } from "./state.js";
import { switchSheet } from "./tabs.js";
import { at, button, fill, make, refill, remembered, say } from "./words.js";

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").Actions} Actions */
/** @typedef {Record<string, string | number | boolean | null>} Attributes */

/**
 * @param {TableData} table
 * @param {Actions} actions
 */
export function showTools(table, actions) {
  const { act, change, suggest, resign, redraw, chooseLook, explainMarks, review } = actions;
  const playing = table.status === "playing" && table.you !== null;
  const people = table.seats.filter((seat) => seat.kind === "person").length;
  const advised = (playing && people === 1) || (table.status === "over" && state.past !== null);
  const waiting = playing && table.mover !== table.you;
  const flip = String(remembered(FLIP, "false") !== "true");
  const bots = table.seats.some((seat) => seat.kind === "bot");
  const watching = table.status === "playing" && bots && (people === 0 || (people === 1 && waiting));
  const stop = () => {
    if (isHeld()) release();
    else hold();
    redraw();
  };
  refill(
    at("tools"),
    table.status === "over" && table.ply ? tool("review", review) : null,
    watching ? tool(isHeld() ? "resume" : "pause", stop) : null,
    advised && !watching ? tool("advice", suggest, { disabled: waiting }) : null,
    table.status === "over" && state.past !== null
      ? tool("puzzle", makePuzzle, { title: say("tool.puzzle.how"), "data-wide": true })
      : null,
    playing
      ? tool("undo", () => act("asks", { what: "undo" }), { disabled: !table.can_undo, title: say("undo.how") })
      : null,
    tool("goal", openGoal, { "data-narrow": true }),
    table.status === "over" ? null : tool("marks", explainMarks, { title: say("legend.title") }),
    tool("flip", () => change(FLIP, flip), { "data-wide": true }),
    tool("look", chooseLook),
    tool("rules", () => open(`/learn/${game}#rules`, "_blank"), { "data-wide": true }),
    playing ? tool("resign", resign) : null,
    studied(table) ? tool("study", () => open(studyOf(table), "_blank"), { title: say("study.here") }) : null,
    tool("more", switchSheet, { "data-more": true }),
  );
  showMore(table, actions);
}

/**
 * May the game be analysed? Not while people play it, nor while anything is hidden.
 * @param {TableData} table
 */
const studied = ({ status, seats }) =>
  status === "over" || (status === "playing" && !root.dataset.hidden && seats.every((seat) => seat.kind === "bot"));

/**
 * The analysis board with the game, at the ply that is looked at, from the same side.
 * @param {TableData} table
 */
const studyOf = ({ ply, you }) =>
  `/study?table=${id}&ply=${state.past ?? ply}&side=${you ?? 0}${remembered(FLIP, "false") === "true" ? "&flip" : ""}`;

/**
 * @param {string} name
 * @param {() => void} action
 * @param {Attributes} [attributes]
 */
function tool(name, action, attributes = {}) {
  const words = { "aria-label": say(`tool.${name}`), "data-key": KEYS[name] ?? null };
  const made = button("", action, { class: "tool", ...words, ...attributes });
  fill(made, icon(name), make("span", { class: "word" }, say(`tool.${name}`)));
  return made;
}

/**
 * What is needed now and then.
 * @param {TableData} table
 * @param {Actions} actions
 */
function showMore(table, { act, change, coachAgain }) {
  const playing = table.status === "playing" && table.you !== null;
  const bots = table.seats.some((seat) => seat.kind === "bot");
  /** @type {(what: string) => HTMLElement} */
  const asking = (what) => button(say(`table.${what}`), () => act("asks", { what }));
  const on = remembered(HELP, "false");
  fill(
    at("more"),
    playing && !bots ? asking("draw") : null,
    playing && table.clock && !table.paused ? asking("pause") : null,
    root.dataset.hidden && playing
      ? button(say("table.helping"), () => change(HELP, String(on !== "true")), { "aria-pressed": on })
      : null,
    table.status === "over" && state.past !== null ? button(say("tool.puzzle.how"), makePuzzle) : null,
    playing ? button(say("coach.again"), coachAgain) : null,
    button(say("table.flip"), () => change(FLIP, String(remembered(FLIP, "false") !== "true")), { "data-phone": true }),
    button(say("keys.title"), () => openKeyboard(), { "data-keys": true }),
    make("a", { class: "button", href: "/" }, say("table.home")),
  );
}
