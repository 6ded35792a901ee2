// @ts-check
// Playing on from a position of a study: a bot answers for the other seats, and dice roll by themselves.
import { post } from "./api.js";
import { desk } from "./desk.js";
import { roll } from "./outcomes.js";
import { at, button, fill, make, remembered, say } from "./words.js";

const MOMENT = 450; // milliseconds before something happens by itself
const LEVEL = "play on level";
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * @typedef {object} Room
 * @property {(move: string) => void} play
 * @property {() => void} changed playing has begun or ended
 * @property {(work: () => Promise<void>) => Promise<void>} trying
 */

export class Opponent {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.waiting = 0;
  }

  // Ask for a side and a level.
  open() {
    const { study, shown } = desk;
    const sheet = /** @type {HTMLDialogElement} */ (at("versus"));
    if (desk.versus) return this.stop();
    if (!study || !shown || shown.blank || shown.results.length) return;
    const own = shown.mover ?? shown.whose;
    const seats = study.sides.map(({ seat, title }) => make("option", { value: seat, selected: seat === own }, title));
    const side = make("select", { "aria-label": say("versus.side") }, ...seats);
    const known = remembered(LEVEL, "3");
    const levels = LEVELS.map((each) =>
      make("option", { value: each, selected: String(each) === known }, say(`level.${each}`)),
    );
    const level = make("select", { "aria-label": say("versus.level") }, ...levels);
    const start = () => {
      sheet.close();
      localStorage.setItem(LEVEL, level.value);
      this.start(Number(side.value), Number(level.value));
    };
    fill(
      sheet,
      make("h2", {}, say("versus.title")),
      make("p", {}, say("versus.how")),
      make("label", {}, say("versus.side"), side),
      make("label", {}, say("versus.level"), level),
      make(
        "div",
        { class: "row" },
        button(say("versus.start"), start, { class: "main" }),
        button(say("table.cancel"), () => sheet.close()),
      ),
    );
    sheet.showModal();
  }

  /**
   * @param {number} seat
   * @param {number} level
   */
  start(seat, level) {
    desk.versus = { seat, level, seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1 };
    this.room.changed();
  }

  stop() {
    clearTimeout(this.waiting);
    desk.versus = null;
    this.room.changed();
  }

  // A position is shown: let the dice roll, or the bot move, where the line ends.
  look() {
    clearTimeout(this.waiting);
    const { versus, shown, tree } = desk;
    if (!versus || !shown || !tree || tree.at.children.length || shown.results.length) return;
    if (shown.mover === versus.seat) return;
    this.waiting = setTimeout(() => (shown.mover === null ? this.roll(shown) : this.answer(shown, versus)), MOMENT);
  }

  /** @param {import("./types.js").LookData} shown */
  roll(shown) {
    if (desk.shown === shown) roll(shown.chances, this.room.play);
  }

  /**
   * @param {import("./types.js").LookData} shown
   * @param {{level: number, seed: number}} versus
   */
  answer(shown, { level, seed }) {
    return this.room.trying(async () => {
      const { move } = await post("/api/study/move", { position: shown.text, level, seed });
      if (desk.shown === shown && desk.versus) this.room.play(move);
    });
  }

  tool() {
    const words = say(desk.versus ? "versus.stop" : "versus.tool");
    return button(words, () => this.open(), { "aria-pressed": String(Boolean(desk.versus)) });
  }

  // What is said while a game goes on.
  says() {
    const { versus, study } = desk;
    if (!versus || !study) return "";
    return say("versus.on", { side: study.sides[versus.seat].title, level: versus.level });
  }
}
