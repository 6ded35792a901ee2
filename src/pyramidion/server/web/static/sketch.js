// @ts-check
// Arrows that the user draws on the analysis board; they are kept in the comment of the position.
import { desk } from "./desk.js";
import { COLOURS, Pencil, arrowsIn, drawArrows, toggled, withArrows } from "./drawings.js";
import { button, say } from "./words.js";

/** @typedef {import("./drawings.js").OwnArrow} OwnArrow */

/**
 * @typedef {object} Hearer
 * @property {() => void} changed the comment has other arrows
 * @property {() => void} tools they look different now
 */

export class Sketch {
  /**
   * @param {import("./board.js").Board} board
   * @param {Hearer} hearer
   */
  constructor(board, hearer) {
    this.board = board;
    this.hearer = hearer;
    this.pencil = new Pencil(board, (arrow) => this.change((arrows) => toggled(arrows, arrow)));
  }

  show() {
    drawArrows(this.board.picture, arrowsIn(desk.tree?.at.comment ?? ""));
  }

  /** @param {(arrows: OwnArrow[]) => OwnArrow[]} how */
  change(how) {
    const node = desk.tree?.at;
    if (!node || desk.placing) return;
    node.comment = withArrows(node.comment, how(arrowsIn(node.comment)));
    this.show();
    this.hearer.changed();
  }

  // Take the pencil up, or put it away.
  turn() {
    this.pencil.take(!this.pencil.on);
    this.hearer.tools();
  }

  tools() {
    const { on } = this.pencil;
    const pencil = button(say("study.draw"), () => this.turn(), {
      "aria-pressed": String(on),
      title: say("study.draw.how"),
    });
    const clear = button(say("study.draw.clear"), () => this.change(() => []));
    return on ? [pencil, ...COLOURS.map((colour) => this.ink(colour)), clear] : [pencil];
  }

  /** @param {string} colour */
  ink(colour) {
    const chosen = () => {
      this.pencil.colour = colour;
      this.hearer.tools();
    };
    const pressed = String(colour === this.pencil.colour);
    return button("", chosen, {
      class: `ink ink-${colour}`,
      "aria-label": say(`study.draw.${colour}`),
      "aria-pressed": pressed,
    });
  }
}
