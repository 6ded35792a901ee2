// @ts-check
// The text of the position: it can be copied, and edited into any other position, which the board shows at once.
import { post, reasonOf } from "./api.js";
import { desk, wishes } from "./desk.js";
import { copyText } from "./sharing.js";
import { at, button, fill, say } from "./words.js";

const TYPING = 200; // milliseconds without another letter

/**
 * @typedef {object} Room
 * @property {import("./board.js").Board} board
 * @property {(start: string) => void} begin a study with a position
 * @property {() => void} leave show the study again
 * @property {() => void} changed the tools look different now
 */

export class Placement {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.field = /** @type {HTMLTextAreaElement} */ (at("position"));
    this.typing = 0;
    this.asked = 0;
    this.held = "";
    this.field.addEventListener("input", () => this.edited());
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (desk.placing) this.apply();
    });
    this.showTools();
  }

  // The position that the board shows.
  show() {
    if (desk.placing || !desk.shown) return;
    this.field.value = desk.shown.text;
    at("placed").textContent = "";
  }

  showTools() {
    const copy = button(say("table.copy"), async () => {
      await copyText(this.field.value, this.field);
      at("placed").textContent = say("table.copied");
    });
    const tools = desk.placing
      ? [
          button(say("study.apply"), () => this.apply(), { class: "main" }),
          button(say("table.cancel"), () => this.leave()),
        ]
      : [copy, button(say("study.setup"), () => this.enter())];
    fill(at("placing"), ...tools);
  }

  // From now on pieces go wherever they are put.
  enter() {
    desk.placing = true;
    this.showTools();
    this.room.changed();
    this.tell(say("study.setup.how"));
    this.look();
  }

  leave() {
    this.stop();
    this.room.leave();
  }

  stop() {
    desk.placing = false;
    this.held = "";
    clearTimeout(this.typing);
    this.room.board.intercept = null;
    this.showTools();
    this.room.changed();
  }

  edited() {
    if (!desk.placing) this.enter();
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.look(), TYPING);
  }

  /**
   * Show the position that the text says, with a piece put elsewhere, or why there is none.
   * @param {{piece?: string, place?: string}} [put]
   */
  async look(put = {}) {
    const asked = ++this.asked;
    try {
      const found = await post("/api/study/setup", { position: this.field.value.trim(), ...wishes(), ...put });
      if (asked === this.asked && desk.placing) this.draw(found, Boolean(put.piece));
    } catch (error) {
      if (asked === this.asked) this.tell(reasonOf(error), true);
    }
  }

  /**
   * @param {{text: string, impossible: string, picture: string, board: import("./types.js").BoardData}} found
   * @param {boolean} put was something put elsewhere?
   */
  draw({ text, impossible, picture, board: drawn }, put) {
    const { board } = this.room;
    if (put) this.field.value = text;
    board.show(picture, drawn);
    board.intercept = (id) => this.touched(id);
    board.picture.reach([...Object.keys(drawn.places), ...board.picture.places()], (id) => board.place(id));
    this.tell(impossible || say("study.setup.how"), Boolean(impossible));
  }

  /**
   * Something was clicked: first what is taken up, then where it goes.
   * @param {string} id
   */
  touched(id) {
    const { board } = this.room;
    const isPiece = Boolean(board.state && id in board.state.places);
    if (!this.held && isPiece) {
      this.held = id;
      board.picture.hold([id]);
      this.tell(say("study.setup.where", { piece: board.picture.title(id) }));
    } else if (this.held) {
      const [piece, place] = [this.held, board.place(id)];
      this.held = "";
      board.picture.hold([]);
      if (board.place(piece) !== place) this.look({ piece, place });
    }
    return true;
  }

  apply() {
    const start = this.field.value.trim();
    this.stop();
    this.room.begin(start);
  }

  /** @param {string} text */
  tell(text, wrong = false) {
    at("placed").textContent = text;
    at("placed").toggleAttribute("data-wrong", wrong);
  }
}
