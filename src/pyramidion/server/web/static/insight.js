// @ts-check
// What a bot thinks of the position: its best lines, arrows for them, and a bar with the chance of each side.
import { pointAt, unpointIdeas } from "./arrow.js";
import { chance, toldSeat, worth } from "./chances.js";
import { desk } from "./desk.js";
import { Thinking } from "./lines.js";
import { showWorths } from "./outcomes.js";
import { at, button, fill, make, remembered, say } from "./words.js";

const ARROWS = 3;
const USUAL = { level: "6", count: "3" };

/** @typedef {import("./types.js").GrowingLines} GrowingLines */
/** @typedef {import("./types.js").GrowingLine} Line */

export class Insight {
  /**
   * @param {import("./board.js").Board} board
   * @param {(moves: string[]) => void} follow plays the moves of a line
   */
  constructor(board, follow) {
    this.board = board;
    this.follow = follow;
    this.thinking = new Thinking({ grown: (lines) => this.show(lines), failed: (reason) => this.fail(reason) });
    /** @type {GrowingLines | null} */
    this.lines = null;
    this.engine = /** @type {HTMLInputElement} */ (at("engine"));
    this.engine.checked = remembered("study engine", "on") === "on";
    this.engine.addEventListener("change", () => this.switched());
    for (const name of /** @type {const} */ (["level", "count"])) this.choice(name);
  }

  /** @param {"level" | "count"} name */
  choice(name) {
    const select = /** @type {HTMLSelectElement} */ (at(name));
    select.value = remembered(`study ${name}`, USUAL[name]);
    if (!select.value) select.value = USUAL[name];
    select.addEventListener("change", () => {
      localStorage.setItem(`study ${name}`, select.value);
      this.look();
    });
  }

  switched() {
    localStorage.setItem("study engine", this.engine.checked ? "on" : "off");
    this.look();
  }

  // Think about the position that is shown.
  look() {
    this.thinking.stop();
    this.clear();
    const { shown } = desk;
    at("study").toggleAttribute("data-thinking", this.engine.checked);
    if (!shown || desk.placing || desk.versus || !this.engine.checked) return;
    if (shown.results.length) return this.weigh(shown.results, true);
    const [level, lines] = ["level", "count"].map((name) => Number(/** @type {HTMLSelectElement} */ (at(name)).value));
    fill(at("lines"), make("li", { class: "faint" }, say("table.suggestion.wait")));
    this.thinking.begin({ position: shown.text, level, lines });
  }

  clear() {
    this.lines = null;
    unpointIdeas(this.board.picture);
    fill(at("lines"));
    fill(at("chances"));
    fill(at("scale"));
  }

  /** @param {GrowingLines} found */
  show(found) {
    this.lines = found;
    const rolling = desk.shown?.mover === null;
    const sides = desk.study?.sides ?? [];
    const told = toldSeat(sides, found.seat);
    const caption = make("li", { class: "faint" }, say("study.whose", { name: sides[told]?.title ?? "" }));
    fill(at("lines"), ...(rolling ? [] : [caption, ...found.lines.map((line) => this.written(line, sides, told))]));
    if (rolling) showWorths(found, sides);
    this.weigh(found.results, found.exact);
    this.point();
  }

  // Arrows for the best lines, the best one on top; also after the board was drawn anew.
  point() {
    const { picture } = this.board;
    unpointIdeas(picture);
    const shown = this.lines?.lines.slice(0, ARROWS) ?? [];
    for (const [place, { pieces, target }] of [...shown.entries()].reverse()) {
      pointAt(picture, pieces, target, place ? `idea idea-${place + 1}` : "idea");
    }
  }

  /**
   * A line: what it is worth, and its moves, which can be played.
   * @param {Line} line
   * @param {import("./types.js").Side[]} sides
   * @param {number} seat whose chance is told
   */
  written(line, sides, seat) {
    const says = worth(line.results, line.exact, sides, seat);
    const value = make("b", { class: "value", "data-exact": line.exact }, says);
    const moves = line.line.map((move, place) =>
      button(move, () => this.follow(line.line.slice(0, place + 1)), { class: "ply" }),
    );
    return make("li", {}, value, ...moves);
  }

  /**
   * The chance of each side, as a bar and in words.
   * @param {number[]} results
   * @param {boolean} exact
   */
  weigh(results, exact) {
    const sides = desk.study?.sides ?? [];
    const parts = sides.map(({ colour, seat }) => {
      const part = make("span", { class: `part side-${seat}${colour ? ` swatch-${colour}` : ""}` });
      part.style.flexGrow = String(results[seat]);
      return part;
    });
    fill(at("scale"), ...((desk.side === 0) === desk.flip ? parts : parts.reverse())); // the near side below
    const words = sides.map(({ title, seat }) => `${title} ${chance(results[seat], exact)}`).join(" · ");
    at("scale").setAttribute("aria-label", words);
    const tag = exact ? make("b", { class: "certain" }, say("study.certain")) : null;
    fill(at("chances"), make("span", {}, words), tag, make("small", { class: "faint" }, exact ? "" : this.depth()));
  }

  // How far the bot looked.
  depth() {
    if (!this.lines) return "";
    if (desk.shown?.mover === null) return say("study.average");
    return say("study.depth", { depth: this.lines.depth, effort: short(this.lines.effort) });
  }

  /** @param {string} reason */
  fail(reason) {
    this.clear();
    fill(at("lines"), make("li", { class: "faint" }, reason));
  }
}

/** @param {number} effort */
const short = (effort) => (effort < 10_000 ? String(effort) : `${Math.round(effort / 1000)}k`);
