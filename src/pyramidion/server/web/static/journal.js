// @ts-check
// The journal of a finished game, read from its public lines: every hash, signature, roll and secret is checked.
import { Agreements } from "./agreements.js";
import { actionText, bytesFrom, commitmentTo, digest, hexOf, hmacNumber, isSigned, nextHead } from "./hashes.js";

const LINKS = 2048;
const LATEST = 64; // entries by which a signature may be behind
const SPACE = 1n << 256n;

/** @typedef {{code: string, entry?: number, count?: number, name?: string}} Finding */
/** @typedef {{name: string, contribution: string, key: string, link: string, at: number, closed: boolean}} Seat */
/** @typedef {{seen: number, by: string}} Signature */
/** @typedef {{seat: number, link?: string, salt?: string, signed?: Signature, [name: string]: any}} Entry */

export class Unfair extends Error {
  /**
   * @param {string} code
   * @param {number} [entry]
   */
  constructor(code, entry) {
    super(code);
    this.finding = { code, entry };
  }
}

/**
 * @param {boolean} holds
 * @param {string} code
 * @param {number} [entry]
 * @returns {asserts holds}
 */
export function demand(holds, code, entry) {
  if (!holds) throw new Unfair(code, entry);
}

/** @param {unknown} one @param {unknown} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {number} at */
const moment = (at) => `${new Date(at).toISOString().slice(0, 19)}+00:00`;

// A journal that is read line by line, and what it says so far.
export class Journal {
  /**
   * @param {any} terms
   * @param {any} proof
   * @param {number} seats
   */
  constructor(terms, proof, seats) {
    this.terms = terms;
    this.proof = proof;
    this.secrets = new Map(proof.secrets.map((/** @type {any} */ each) => [each.entry, each]));
    this.chances = new Map(proof.chances.map((/** @type {any} */ each) => [each.ply, each]));
    /** @type {Seat[]} */
    this.seats = Array.from({ length: seats }, (_, seat) => ({
      name: seat in terms.bots ? `Bot, level ${terms.bots[seat]}` : "",
      contribution: "",
      key: "",
      link: "",
      at: -1,
      closed: seat in terms.bots,
    }));
    /** @type {string[]} */
    this.heads = [];
    /** @type {string[]} */
    this.moves = [];
    /** @type {number[]} */
    this.unsigned = [];
    /** @type {Set<string>} */
    this.signatures = new Set();
    this.agreements = new Agreements(terms.bots, seats);
    this.signed = this.revealed = this.rolled = this.at = this.started = this.ended = 0;
    /** @type {unknown} */
    this.outcome = null;
    this.setup = null;
  }

  /** @param {string[]} lines */
  async read(lines) {
    this.heads.push(await nextHead("", this.proof.terms));
    this.at = this.terms.created;
    for (const [place, line] of lines.entries()) {
      const number = place + 1;
      const entry = JSON.parse(line);
      demand(JSON.stringify(entry) === line && entry.number === number && entry.at >= this.at, "malformed", number);
      await this.take(entry, number);
      this.at = entry.at;
      this.heads.push(await nextHead(this.heads[place], line));
    }
    demand(this.revealed === this.secrets.size && this.rolled === this.chances.size, "malformed");
    demand(this.outcome !== null, "unfinished");
  }

  /**
   * @param {Entry} entry
   * @param {number} number
   */
  async take(entry, number) {
    const { kind } = entry;
    const over = this.outcome !== null;
    if (kind === "seat") this.sit(entry, number);
    if (entry.begin) await this.begin(entry);
    if (kind === "move") await this.move(entry, number);
    demand(this.agreements.take(entry), "agreement", number);
    if (kind === "undo") this.moves.length = entry.ply;
    if (kind === "end") this.end({ results: entry.results, rule: entry.reason }, entry.at);
    if (kind === "close") this.seats[entry.seat].closed = over;
    const words = wordsOf(entry);
    if (words) await this.checkSignature(entry, words, number);
    if (words || kind === "move") demand(over === (kind === "close"), "order", number);
  }

  /**
   * @param {Entry} entry
   * @param {number} number
   */
  sit(entry, number) {
    demand(this.seats[entry.seat].contribution === "" && this.moves.length === 0, "order", number);
    const { name, contribution, key = "" } = entry;
    Object.assign(this.seats[entry.seat], { name, contribution, key });
  }

  /** @param {Entry} entry */
  async begin(entry) {
    this.started = entry.at;
    this.agreements.roll(entry.begin.plies.length);
    this.setup = entry.begin.setup;
    for (const text of entry.begin.plies) await this.roll(text, entry.number);
  }

  /**
   * @param {Entry} entry
   * @param {number} number
   */
  async move(entry, number) {
    const [shown, ...rolls] = entry.plies;
    let { salt } = entry;
    let text = shown;
    if (entry.commitment) {
      ({ move: text, salt } = this.secrets.get(number) ?? {});
      demand(Boolean(salt) && (await commitmentTo(salt ?? "", text)) === entry.commitment, "secret", number);
      this.revealed += 1;
    }
    if (entry.signed) {
      await this.checkLink(entry, number);
      const words = ["move", this.moves.length, entry.link ?? "", await commitmentTo(salt ?? "", text)];
      await this.checkSignature(entry, words, number);
    } else await this.checkSignature(entry, [], number);
    demand(!this.chances.has(this.moves.length), "roll", number);
    this.moves.push(text);
    for (const roll of rolls) await this.roll(roll, number);
    if (entry.outcome) this.end(entry.outcome, entry.at);
  }

  /**
   * A link leads, hashed again and again, to the seat's link before, or to its contribution.
   * @param {Entry} entry
   * @param {number} number
   */
  async checkLink(entry, number) {
    const seat = this.seats[entry.seat];
    const at = Math.min(this.moves.length, LINKS - 1);
    const [early, late] = at > seat.at ? [seat.link || seat.contribution, entry.link] : [entry.link, seat.link];
    let bytes = bytesFrom(late ?? "");
    for (let count = 0; count < Math.abs(at - seat.at); count++) bytes = await digest(bytes);
    demand(hexOf(bytes) === early, "link", number);
    Object.assign(seat, { at, link: entry.link });
  }

  /**
   * @param {Entry} entry
   * @param {(string | number)[]} words
   * @param {number} number
   */
  async checkSignature(entry, words, number) {
    const { seat, signed } = entry;
    const { key } = this.seats[seat];
    if (!signed) return key && entry.reason !== "time" ? this.unsigned.push(number) : 0;
    const seen = { number: signed.seen, head: this.heads[signed.seen] };
    demand(number - signed.seen <= LATEST && !this.signatures.has(signed.by), "signature", number);
    this.signatures.add(signed.by);
    demand(await isSigned(key, signed.by, actionText(this.terms.table, seat, seen, words)), "signature", number);
    this.signed += 1;
  }

  /**
   * @param {string} text
   * @param {number} number
   */
  async roll(text, number) {
    const { outcomes = [], weights = [] } = this.chances.get(this.moves.length) ?? {};
    const total = BigInt(weights.reduce((/** @type {number} */ sum, /** @type {number} */ each) => sum + each, 0));
    demand(total > 0n, "roll", number);
    let point = await this.point(total);
    const found = weights.findIndex((/** @type {number} */ weight) => (point -= BigInt(weight)) < 0n);
    demand(outcomes[found] === text, "roll", number);
    this.moves.push(text);
    this.rolled += 1;
  }

  /**
   * A number below a limit, all equally likely: those that would favour some are passed over.
   * @param {bigint} limit
   */
  async point(limit) {
    const known = this.seats.map((seat) => seat.contribution);
    const links = this.seats.map((seat) => seat.link);
    for (let attempt = 0; ; attempt++) {
      const said = [this.terms.table, known, links, `roll ${this.moves.length}`, attempt];
      const number = await hmacNumber(this.proof.seed, JSON.stringify(said));
      if (number < SPACE - (SPACE % limit)) return number % limit;
    }
  }

  /**
   * @param {unknown} outcome
   * @param {number} at
   */
  end(outcome, at) {
    this.outcome = outcome;
    this.ended = at;
  }

  /**
   * The record must say what the journal says.
   * @param {any} record
   */
  compare(record) {
    const [game, options = ""] = this.terms.game.split(/[()]/);
    const chosen = options.split(",").map((/** @type {string} */ each) => each.split("="));
    demand(same(record.moves, this.moves), "record");
    demand(same(record.outcome, this.outcome) && record.setup === this.setup, "record");
    demand(record.started === moment(this.started) && record.ended === moment(this.ended), "record");
    demand(record.game === game && same(record.told, {}), "record");
    demand(
      !options || chosen.every((/** @type {string[]} */ [name, value]) => record.options[name] === value),
      "record",
    );
    demand(
      this.seats.every(({ name }, seat) => !name || record.seats[seat] === name),
      "record",
    );
  }

  /** @returns {Finding[]} */
  checks() {
    const counts = { journal: this.heads.length - 1, rolls: this.rolled, secrets: this.revealed, signed: this.signed };
    const found = Object.entries(counts).map(([code, count]) => ({ code, count }));
    const sealed = this.terms.server ? [{ code: "sealed", name: this.terms.server }] : [];
    return [...found.filter(({ count }) => count), ...sealed];
  }

  /**
   * @param {string[]} names
   * @returns {Finding[]}
   */
  gaps(names) {
    const found = this.seats.flatMap(({ key, closed, contribution }, seat) => {
      if (!contribution) return [];
      return key ? (closed ? [] : [{ code: "unclosed", name: names[seat] }]) : [{ code: "keyless", name: names[seat] }];
    });
    const unsigned = this.unsigned.length ? [{ code: "unsigned", count: this.unsigned.length }] : [];
    return [...found, ...unsigned, ...(this.terms.server ? [] : [{ code: "unsealed" }])];
  }
}

/**
 * What a seat signs in an entry, other than a move; null where nobody signs.
 * @param {Entry} entry
 */
function wordsOf({ kind, what, reason }) {
  if (kind === "undo" || kind === "pause") return ["ask", kind];
  if (kind === "ask" || kind === "decline") return [kind, what ?? ""];
  if (kind === "end") return reason === "agreement" ? ["ask", "draw"] : reason === "time" ? null : ["resign"];
  return kind === "resume" || kind === "close" ? [kind] : null;
}
