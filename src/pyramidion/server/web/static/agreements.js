// @ts-check
// What no seat can do alone: moves are taken back, games are paused and drawn only as everybody has agreed, and whoever
// resigns or runs out of time gets nothing.

const CHANCE = -1;
const ASKED = ["undo", "pause", "draw"];

/** @typedef {{kind?: string, seat: number, what?: string, reason?: string, ply?: number, plies?: string[],
 *   results?: string[]}} Entry */

export class Agreements {
  /**
   * @param {Record<number, number>} bots
   * @param {number} seats
   */
  constructor(bots, seats) {
    this.count = seats;
    this.persons = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !(seat in bots));
    /** @type {Map<string, number[]>} */
    this.asks = new Map();
    /** @type {number[]} */
    this.movers = []; // who made each ply
  }

  /** @param {number} plies that chance has made */
  roll(plies) {
    this.movers.push(...Array(plies).fill(CHANCE));
  }

  /**
   * Could an entry come now?
   * @param {Entry} entry
   */
  take(entry) {
    const { kind = "", seat, what = "" } = entry;
    if (kind === "ask") return this.ask(what, seat);
    if (kind === "decline") return this.asks.delete(what);
    if (kind === "move") return this.move(entry);
    if (kind === "undo") return this.undo(seat, entry.ply ?? 0);
    if (kind === "pause") return this.pause(seat);
    return kind !== "end" || this.end(entry);
  }

  /**
   * @param {string} what
   * @param {number} seat
   */
  ask(what, seat) {
    this.asks.set(what, [...(this.asks.get(what) ?? []), seat]);
    return ASKED.includes(what) && this.persons.includes(seat);
  }

  /**
   * Has everybody agreed, the one who does it included?
   * @param {string} what
   * @param {number} seat
   */
  agreed(what, seat) {
    const all = [...(this.asks.get(what) ?? []), seat];
    return this.persons.every((each) => all.includes(each));
  }

  /** @param {number} seat */
  pause(seat) {
    const agreed = this.agreed("pause", seat);
    this.asks.delete("pause");
    return agreed;
  }

  /** @param {Entry} entry */
  move({ seat, plies = [] }) {
    this.movers.push(seat);
    this.roll(plies.length - 1);
    this.asks.clear();
    return seat >= 0 && seat < this.count;
  }

  /**
   * The seat that asked first takes back its last move; only seats that have moved since are asked.
   * @param {number} seat
   * @param {number} ply
   */
  undo(seat, ply) {
    const first = this.asks.get("undo")?.[0] ?? seat;
    const gone = this.movers.splice(ply);
    const own = gone.length === 1 && gone[0] === seat;
    const fits = gone[0] === first && !gone.includes(CHANCE) && gone.lastIndexOf(first) === 0;
    const agreed = this.agreed("undo", seat);
    this.asks.clear();
    return fits && (own || agreed);
  }

  /** @param {Entry} entry */
  end({ seat, reason, results = [] }) {
    const drawn = reason === "agreement";
    const part = share(this.count - (drawn ? 0 : 1));
    const all = this.persons.length === this.count && this.agreed("draw", seat);
    const right = results.every((result, each) => result === (!drawn && each === seat ? "0" : part));
    return right && results.length === this.count && (drawn ? all : ["resignation", "time"].includes(reason ?? ""));
  }
}

/** @param {number} among how many one is shared */
const share = (among) => (among === 1 ? "1" : `1/${among}`);
