// @ts-check
// Checks a finished record in the browser, not on the server that is being checked. What it cannot check, because it
// does not know the rules of the game, `pyramidion verify` checks on the command line.
import { bytesFrom, canHash, hashOf, isSigned } from "./hashes.js";
import { demand, Journal, same, Unfair } from "./journal.js";

const RECORD = "format game rules options setup seats moves outcome started ended told proof".split(" ");
const PROOF = "terms journal secrets seed salt chances seal".split(" ");

const DICE = 2; // how rolls are made; it was done in another way before

/** @typedef {import("./journal.js").Finding} Finding */
/** @typedef {{problem: Finding | null, checks: Finding[], gaps: Finding[]}} Report */

/**
 * Check a record; `kept` is the head up to which this browser has followed the journal, if it has.
 * @param {any} record
 * @param {{number: number, head: string} | null} [kept]
 * @returns {Promise<Report>}
 */
export async function check(record, kept = null) {
  if (!canHash()) return { problem: { code: "unable" }, checks: [], gaps: [] };
  try {
    return await checked(record, kept);
  } catch (error) {
    if (error instanceof DOMException) return { problem: { code: "unable" }, checks: [], gaps: [] };
    return { problem: error instanceof Unfair ? error.finding : { code: "malformed" }, checks: [], gaps: [] };
  }
}

/**
 * @param {any} record
 * @param {{number: number, head: string} | null} kept
 * @returns {Promise<Report>}
 */
async function checked(record, kept) {
  const { proof } = record;
  demand(Boolean(proof?.seed), "unfinished");
  demand("journal" in proof, "old");
  const terms = JSON.parse(proof.terms);
  demand(terms.dice === DICE, "old");
  demand(same(Object.keys(record).sort(), [...RECORD].sort()), "malformed");
  demand(same(Object.keys(proof).sort(), PROOF.filter((name) => name !== "seal" || terms.server).sort()), "malformed");
  demand(JSON.stringify(terms) === proof.terms, "malformed");
  if (terms.server) demand(await isSigned(terms.server, proof.seal, sealText(record)), "seal");
  const commitment = await hashOf("pyramidion seed", bytesFrom(proof.salt), bytesFrom(proof.seed));
  demand(commitment === terms.commitment, "seed");
  const journal = new Journal(terms, proof, record.seats.length);
  await journal.read(proof.journal);
  if (kept) demand(journal.heads[kept.number] === kept.head, "kept");
  journal.compare(record);
  return { problem: null, checks: journal.checks(), gaps: journal.gaps(record.seats) };
}

/**
 * What the server signs: the whole record except the seal itself.
 * @param {any} record
 */
function sealText(record) {
  const proof = Object.fromEntries(PROOF.filter((name) => name !== "seal").map((name) => [name, record.proof[name]]));
  const all = { ...record, proof };
  const [format, ...rest] = RECORD;
  const ordered = [format, ...rest].map((name) => [name, all[name]]);
  return `pyramidion record\n${JSON.stringify(Object.fromEntries(ordered))}`;
}
