// @ts-check
// How the board looks and sounds, and how fast the others move: a sheet of choices.
import { MARKS, chooseMarks, marksNow } from "./marks.js";
import { SPEEDS, speed } from "./pace.js";
import { soundIsOn, switchSound } from "./sound.js";
import { THEMES, VIEWS, chooseTheme, themeChosen, viewNow } from "./looks.js";
import { at, button, fill, make, say } from "./words.js";

/**
 * @param {import("./types.js").Actions} actions
 * @param {boolean} marks are there marks that can be hidden?
 */
export function openLook({ change }, marks) {
  const sheet = /** @type {HTMLDialogElement} */ (at("look"));
  const again = () => fillSheet();
  function fillSheet() {
    fill(
      sheet,
      make("h2", {}, say("look.title")),
      choice("view", VIEWS, viewNow(), (view) => change("view", view), again),
      choice("theme", THEMES, themeChosen(), chooseTheme, again),
      choice("speed", SPEEDS, speed(), (value) => localStorage.setItem("speed", value), again),
      choice("sound", ["on", "off"], soundIsOn() ? "on" : "off", switchSound, again),
      marks ? choice("marks", MARKS, marksNow(), chooseMarks, again) : null,
      make(
        "p",
        {},
        button(say("look.close"), () => sheet.close(), { class: "main" }),
      ),
    );
  }
  fillSheet();
  sheet.showModal();
}

/**
 * @param {string} name
 * @param {string[]} values
 * @param {string} now
 * @param {(value: string) => void} choose
 * @param {() => void} again
 */
function choice(name, values, now, choose, again) {
  const buttons = values.map((value) =>
    button(
      say(`look.${name}.${value}`),
      () => {
        if (value === now) return;
        choose(value);
        again();
        document.getElementById(`look-${name}-${value}`)?.focus();
      },
      { "aria-pressed": String(value === now), id: `look-${name}-${value}` },
    ),
  );
  return make("fieldset", {}, make("legend", {}, say(`look.${name}`)), ...buttons);
}
