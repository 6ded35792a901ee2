// @ts-check
// What a bot thinks of a position: lines that grow while it thinks, and stop when another position is looked at.
import { Refusal, problemOf } from "./api.js";

const STEPPING = 150; // milliseconds; no lines while somebody steps through positions this fast

/** @typedef {import("./types.js").GrowingLines} GrowingLines */

/**
 * @typedef {object} Hearer
 * @property {(lines: GrowingLines) => void} grown
 * @property {(reason: string) => void} failed
 */

export class Thinking {
  /** @param {Hearer} hearer */
  constructor(hearer) {
    this.hearer = hearer;
    /** @type {AbortController | null} */
    this.under = null;
    this.asked = 0; // when the last position was asked for
  }

  // Nobody wants the lines any more.
  stop() {
    this.under?.abort();
    this.under = null;
  }

  /**
   * Think about a position, and no longer about the one before.
   * @param {{position: string, level: number, lines: number}} form
   */
  async begin(form) {
    this.stop();
    const own = (this.under = new AbortController());
    const stepping = performance.now() - this.asked < STEPPING;
    this.asked = performance.now();
    try {
      if (stepping) await new Promise((resolve) => setTimeout(resolve, STEPPING));
      if (!own.signal.aborted) await this.hear(form, own.signal);
    } catch (error) {
      if (!own.signal.aborted) this.hearer.failed(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * @param {object} form
   * @param {AbortSignal} signal
   */
  async hear(form, signal) {
    const headers = { "content-type": "application/json" };
    const response = await fetch("/api/study/lines", { method: "POST", body: JSON.stringify(form), headers, signal });
    if (!response.ok || !response.body) throw new Refusal(await problemOf(response));
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      const last = lines.pop(); // those before it have been outgrown
      if (last && !signal.aborted) this.hearer.grown(JSON.parse(last));
    }
  }
}
