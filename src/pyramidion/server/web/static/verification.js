// @ts-check
// The check of a finished game, in words.
import { followed } from "./keys.js";
import { check } from "./proof.js";
import { api, id } from "./room.js";
import { say } from "./words.js";

/** @typedef {import("./journal.js").Finding} Finding */

/**
 * @param {string} kind
 * @param {Finding} finding
 */
const told = (kind, { code, entry = 0, count = 0, name = "" }) => say(`proof.${kind}.${code}`, { entry, count, name });

/** What the check of the record says; it is made here, and the server is asked for the record only. */
export async function verified() {
  const record = await (await fetch(api("/record"))).json();
  const { problem, checks, gaps } = await check(record, followed(id));
  if (problem) return told("problem", problem);
  const proven = say("proof.fair", { checks: checks.map((each) => told("check", each)).join("; ") });
  if (!gaps.length) return proven;
  return `${proven} ${say("proof.gaps", { gaps: gaps.map((each) => told("gap", each)).join("; ") })}`;
}
