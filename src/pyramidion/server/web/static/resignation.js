// @ts-check
// Resigning is asked for twice, in a sheet that stays while others move.
import { at, button, fill, make, say } from "./words.js";

/** @param {() => void} resign */
export function askToResign(resign) {
  const sheet = /** @type {HTMLDialogElement} */ (at("sure"));
  const yes = () => {
    sheet.close();
    resign();
  };
  const answers = [
    button(say("table.yes"), yes),
    button(say("table.no"), () => sheet.close(), { class: "main", autofocus: true }),
  ];
  fill(sheet, make("h2", {}, say("table.resign.sure")), make("div", { class: "row" }, ...answers));
  sheet.showModal();
}
