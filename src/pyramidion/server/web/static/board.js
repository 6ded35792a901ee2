// @ts-check
// The board: a picture from the server made live. It knows no rules: what a click can mean, the server has said.
import { openAt } from "./bubble.js";
import { leadsTo, lifting, same, unstacking, within } from "./choices.js";
import { pointAt, unpoint } from "./arrow.js";
import { spots, travel } from "./flight.js";
import { noteFocus, putFocus } from "./focus.js";
import { attach } from "./hands.js";
import { goalsOf, mentions, stillOffered, twin, wordsFor } from "./offers.js";
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
    this.more = false; // does another click take up something else?
    /** @type {string | null} */
    this.early = null; // what was clicked while a move was under way
    this.waits = false; // is a move under way,
    this.put = ""; // and where does it lead?
    this.svg = "";
    this.live = false; // can something be chosen?
    this.dragged = false;
    this.byKeyboard = false;
    this.stood = ""; // what the keyboard was on
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
    this.svg = svg;
    const here = noteFocus(this);
    const [held, more, early] = [this.chosen, this.more, this.early];
    this.picture.replace(svg);
    this.state = board;
    this.live = Boolean(board?.choices.length);
    this.waits = false;
    this.early = null;
    this.letGo();
    const kept = stillOffered(held ?? [], board?.choices ?? []);
    if (kept.length) this.hold(kept, more);
    if (early && this.live && this.offers(early)) this.choose(early);
    if (here) putFocus(this);
  }

  /**
   * Can something be taken up here, or put here?
   * @param {string} id
   */
  offers(id) {
    return this.parts(id).some((part) => part.length) || this.leading(this.state?.choices ?? [], id).length > 0;
  }

  /**
   * Show the next picture, and let everything travel from where it was in the last one.
   * @param {string} svg
   * @param {import("./types.js").BoardData | null} board
   * @param {import("./types.js").EventData[]} events what happened in between
   */
  async advance(svg, board, events) {
    if (board && svg === this.svg && JSON.stringify(board) === JSON.stringify(this.state)) return;
    const before = spots(this.picture, Object.keys(this.state?.places ?? {}));
    this.show(svg, board);
    await travel(this.picture, before, events);
  }

  /**
   * What was meant by a click or a tap: what lies there, or something small to choose close by.
   * @param {{target: EventTarget | null, clientX: number, clientY: number}} event
   */
  meant({ target, clientX, clientY }) {
    const exact = this.thing(target);
    if (exact && !this.picture.isArea(exact)) return exact;
    return this.picture.near(clientX, clientY) ?? exact;
  }

  /** @param {EventTarget | null} target */
  thing(target) {
    /** @param {string} id */
    const known = (id) => mentions(this.state, id) || this.picture.isCell(id) || this.picture.isArea(id);
    return target instanceof Element ? this.picture.thing(target, known) : null;
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
    if (this.waits) {
      this.early = this.place(id) === this.put ? null : id; // the second click of a double click means nothing
      return;
    }
    const there = this.leading(this.chosen ?? [], id);
    if (there.length) return this.decide(there, id);
    if (!this.live || !this.state) return this.listener.plan?.(id) ? undefined : this.listener.refused(id, null);
    const parts = exact ? [this.lifting(id)] : this.parts(id);
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
    const meant = twin(this.state, id, (each) => this.picture.title(each));
    return stack ?? [this.lifting(meant)];
  }

  /** @param {string} id */
  lifting(id) {
    return this.state ? lifting(this.state, id, (place) => this.picture.isCell(place)) : [];
  }

  /**
   * Keep choices in mind and show where they lead; `more` if another click takes up something else.
   * @param {Choice[]} choices
   */
  hold(choices, more = false) {
    this.letGo();
    this.chosen = choices;
    this.more = more;
    this.picture.hold(choices.flatMap((choice) => choice.pieces));
    this.aim(goalsOf(choices));
    this.makeReachable();
    this.listener.held?.(choices, more);
  }

  // The place of the board to which all choices lead, if there is just one: outlined from the start.
  onlyGoal() {
    const goals = goalsOf(this.live && this.state ? this.state.choices : []);
    return goals.length === 1 ? goals.filter((goal) => this.picture.isCell(goal)) : [];
  }

  // Nothing can be chosen until the next picture is shown; a click until then is kept for it.
  freeze() {
    this.live = false;
    this.waits = true;
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
    this.put = choice.target;
    this.listener.play(choice.move);
  }

  /**
   * A choice by what it touches, until there is a sentence for it.
   * @param {Choice} choice
   */
  named(choice) {
    return wordsFor(choice, (id) => this.picture.title(id));
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
    return goalsOf(this.chosen ?? []).filter(Boolean);
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
