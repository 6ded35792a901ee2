// @ts-check
// The board: a picture from the server made live. It knows no rules: what a click can mean, the server has said.
import { openAt } from "./bubble.js";
import { leadsTo, lifting, same, unstacking, within } from "./choices.js";
import { pointAt, unpoint } from "./arrow.js";
import { spots, travel } from "./flight.js";
import { attach } from "./hands.js";
import { Picture } from "./picture.js";
import { button, make, say } from "./words.js";

/** @typedef {import("./types.js").Choice} Choice */

export class Board {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} bubble for questions
   * @param {import("./types.js").Listener} listener
   */
  constructor(root, bubble, listener) {
    this.picture = new Picture(root);
    this.bubble = bubble;
    this.listener = listener;
    /** @type {import("./types.js").BoardData | null} */
    this.state = null; // null for a picture of the past
    /** @type {Choice[] | null} */
    this.chosen = null; // the choices that what is held leaves open
    this.live = false; // can something be chosen?
    this.dragged = false;
    this.byKeyboard = false;
    /** @type {((id: string) => boolean) | null} */
    this.intercept = null; // gets clicks first, and says whether it used them
    attach(this, root);
  }

  /**
   * Show a picture; `board` says what lies where and what can be chosen, null for a picture of the past.
   * @param {string} svg
   * @param {import("./types.js").BoardData | null} board
   */
  show(svg, board) {
    const focused = this.picture.focused();
    this.picture.replace(svg);
    this.state = board;
    this.live = Boolean(board?.choices.length);
    this.letGo();
    if (focused) this.byKeyboard = true;
    if (!this.byKeyboard || !this.live) return;
    const nodes = this.picture.reachable();
    (nodes.find((node) => node.id === focused) ?? nodes[0])?.focus();
  }

  /**
   * Show the next picture, and let everything travel from where it was in the last one.
   * @param {string} svg
   * @param {import("./types.js").BoardData | null} board
   * @param {import("./types.js").EventData[]} events what happened in between
   */
  async advance(svg, board, events) {
    const before = spots(this.picture, Object.keys(this.state?.places ?? {}));
    this.show(svg, board);
    await travel(this.picture, before, events);
  }

  /**
   * What was meant by a click or a tap: what lies there, or something small to choose close by.
   * @param {MouseEvent} event
   */
  meant(event) {
    const exact = this.thing(event.target);
    if (exact && !this.picture.isArea(exact)) return exact;
    return this.picture.near(event.clientX, event.clientY) ?? exact;
  }

  /** @param {EventTarget | null} target */
  thing(target) {
    return target instanceof Element ? this.picture.thing(target, (id) => this.known(id)) : null;
  }

  /** @param {string} id */
  known(id) {
    const { places, choices } = this.state ?? { places: {}, choices: [] };
    if (id in places || Object.values(places).includes(id)) return true;
    if (choices.some((choice) => choice.target === id || choice.pieces.includes(id))) return true;
    return this.picture.isCell(id) || this.picture.isArea(id);
  }

  /**
   * The place of a piece; a place is its own.
   * @param {string} id
   */
  place(id) {
    return this.state?.places[id] ?? id;
  }

  /**
   * Choose a thing; a click on a stack takes all that can move, the next click on it less, `exact` this piece.
   * @param {string} id
   */
  choose(id, exact = false) {
    const there = this.leading(this.chosen ?? [], id);
    if (there.length) return this.decide(there, id);
    if (!this.live || !this.state) return this.listener.plan?.(id) ? undefined : this.listener.refused(id, null);
    const parts = exact ? [lifting(this.state, id)] : this.parts(id);
    const held = this.chosen;
    const own = parts[parts.findIndex((part) => held && same(part, held)) + 1] ?? [];
    if (own.length) return this.takeUp(own, id, parts.length > 1);
    const direct = held ? [] : this.leading(this.state.choices, id);
    if (direct.length) return this.decide(direct, id);
    this.letGo();
    if (!held) this.listener.refused(id, null);
    else if (!parts.some((part) => same(part, held))) this.listener.refused(held[0].pieces[0] ?? id, this.place(id));
  }

  /**
   * The choices that lead to a thing or to the place it is on.
   * @param {Choice[]} choices
   * @param {string} id
   */
  leading(choices, id) {
    return choices.filter((choice) => leadsTo(choice, this.place(id)) || leadsTo(choice, id));
  }

  /**
   * Hold something, unless there is just one thing to do with it.
   * @param {Choice[]} own
   * @param {string} id
   * @param {boolean} more
   */
  takeUp(own, id, more) {
    const clear = own.every((choice) => !choice.target) || (own.length === 1 && this.picture.isArea(own[0].target));
    if (clear) this.decide(own, id);
    else this.hold(own, more);
  }

  /**
   * What a click can take up, one after the other: of a stack on the board the whole first, then its upper parts.
   * @param {string} id
   */
  parts(id) {
    if (!this.state) return [];
    const stack = this.picture.isCell(this.place(id)) ? unstacking(this.state, this.place(id)) : null;
    return stack ?? [lifting(this.state, id)];
  }

  /**
   * Keep choices in mind and show where they lead; `more` if another click takes up something else.
   * @param {Choice[]} choices
   */
  hold(choices, more = false) {
    this.letGo();
    this.chosen = choices;
    this.picture.hold(choices.flatMap((choice) => choice.pieces));
    this.aim(new Set(choices.map((choice) => choice.target)));
    this.makeReachable();
    this.listener.held?.(choices, more);
  }

  // The place of the board to which all choices lead, if there is just one: outlined from the start.
  onlyGoal() {
    const goals = [...new Set((this.live && this.state ? this.state.choices : []).map((choice) => choice.target))];
    return goals.length === 1 ? goals.filter((goal) => this.picture.isCell(goal)) : [];
  }

  // Nothing can be chosen until the next picture is shown.
  freeze() {
    this.live = false;
    if (this.state) this.state = { ...this.state, choices: [] };
    this.letGo(true);
  }

  // Nothing is held any more; what was dragged goes back, unless it is `put` where it lies.
  letGo(put = false) {
    if (this.chosen) this.listener.released?.();
    if (!put) this.picture.straighten();
    this.chosen = null;
    this.bubble.hidden = true;
    this.picture.hold([]);
    this.makeReachable();
    this.aim(this.onlyGoal());
  }

  /**
   * One move is made, of several one is asked for.
   * @param {Choice[]} choices
   * @param {string} id
   */
  decide(choices, id) {
    if (choices.length === 1) return this.confirm(choices[0], id);
    const answers = choices.map((choice) => {
      const answer = button(this.named(choice), () => this.confirm(choice, id), { class: "main" });
      this.listener.explain?.(choice).then((says) => says.length && (answer.textContent = says.join(" ")));
      return answer;
    });
    this.ask(id, say("table.which"), answers);
  }

  /**
   * Make a move; the server says which ones have to be confirmed, and with which question.
   * @param {Choice} choice
   * @param {string} id
   */
  confirm(choice, id) {
    if (!choice.confirm) return this.make(choice);
    if (choice.target) this.aim([choice.target]);
    this.ask(id, choice.confirm, [button(say("table.yes"), () => this.make(choice), { class: "main" })]);
  }

  /** @param {Choice} choice */
  make(choice) {
    this.letGo(true);
    this.listener.play(choice.move);
  }

  /**
   * A choice by what it touches, until there is a sentence for it.
   * @param {Choice} choice
   */
  named(choice) {
    if (choice.label) return choice.label;
    const pieces = choice.pieces.map((piece) => this.picture.title(piece)).join(", ");
    if (!pieces) return choice.target ? this.picture.title(choice.target) : choice.move;
    return choice.target ? say("table.choice", { pieces, target: this.picture.title(choice.target) }) : pieces;
  }

  /**
   * @param {string} id
   * @param {string} question
   * @param {HTMLElement[]} answers
   */
  ask(id, question, answers) {
    this.open(
      id,
      make("p", {}, question),
      ...answers,
      button(say("table.cancel"), () => this.letGo()),
    );
  }

  /**
   * A bubble at a thing on the board.
   * @param {string} id
   * @param {...HTMLElement} content
   */
  open(id, ...content) {
    openAt(this.bubble, this.picture.element(id) ?? this.picture.root, content);
  }

  /** @param {Iterable<string>} goals */
  aim(goals) {
    const taken = new Set(Object.values(this.state?.places ?? {}));
    this.picture.aimAt(goals, (id) => taken.has(id));
  }

  // What can be chosen can be reached by the keyboard.
  makeReachable() {
    if (this.state) this.picture.reach(within(this.state.choices, this.chosen ?? []), (id) => this.place(id));
  }

  // Where what is held can go.
  goals() {
    return [...new Set((this.chosen ?? []).map((choice) => choice.target))].filter(Boolean);
  }

  /**
   * Point at a move that can be made now, or could have been made in the picture of the past. Nothing is taken up.
   * @param {{move: string, pieces?: string[], target?: string}} line
   */
  point({ move, pieces, target }) {
    const choice = this.state?.choices.find((each) => each.move === move);
    unpoint(this.picture);
    pointAt(this.picture, pieces ?? choice?.pieces ?? [], target ?? choice?.target ?? "");
  }
}
