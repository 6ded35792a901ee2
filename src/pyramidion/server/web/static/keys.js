// @ts-check
// What only this browser knows of its seats: a key to sign with, which cannot be read out, and the start of the links
// that are its part in the dice. Where a browser has no Ed25519 or no WebCrypto, seats go without and sign nothing.
import { get, post, randomId } from "./api.js";
import { actionText, bytesOf, canHash, commitmentTo, digest, hexOf, nextHead, randomBytes } from "./hashes.js";

const LINKS = 2048;
const STORE = "seats";
const SIGNED = ["asks", "resign", "resume", "close"];

/** @typedef {{key: CryptoKey, start: Uint8Array<ArrayBuffer>, name: string}} SeatKeys */
/** @typedef {{number: number, head: string}} Head */

/** @type {Map<string, Promise<Uint8Array<ArrayBuffer>[]>>} */
const chains = new Map();

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("pyramidion", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function inStore(mode, work) {
  const database = await opened();
  return new Promise((resolve, reject) => {
    const request = work(database.transaction(STORE, mode).objectStore(STORE));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * All links of a seat: the start, hashed again and again; the last one is the contribution.
 * @param {SeatKeys} keys
 */
function linksOf(keys) {
  const known = chains.get(keys.name) ?? chained(keys.start);
  chains.set(keys.name, known);
  return known;
}

/** @param {Uint8Array<ArrayBuffer>} start */
async function chained(start) {
  const links = [start];
  for (let count = 0; count < LINKS; count++) links.push(await digest(links[count]));
  return links;
}

/**
 * What is sent to take a seat: with a key of the seat's own, where the browser can make one.
 * @param {string} table
 * @param {number} seat
 */
export async function seatForm(table, seat) {
  const plain = { contribution: hexOf(randomBytes(32)) };
  if (!canHash()) return plain;
  try {
    const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]));
    const name = hexOf(await crypto.subtle.exportKey("raw", pair.publicKey));
    const keys = { key: pair.privateKey, start: randomBytes(32), name };
    await inStore("readwrite", (store) => store.put(keys, `${table} ${seat}`));
    const links = await linksOf(keys);
    return { contribution: hexOf(links[LINKS]), key: name };
  } catch {
    return plain; // no Ed25519 here, or nothing may be stored
  }
}

/**
 * @param {string} table
 * @param {number} seat
 * @returns {Promise<SeatKeys | undefined>}
 */
export async function keysOf(table, seat) {
  if (!canHash()) return undefined;
  return inStore("readonly", (store) => store.get(`${table} ${seat}`)).catch(() => undefined);
}

/**
 * How far the journal of a table was followed.
 * @param {string} table
 * @returns {Head | null}
 */
export const followed = (table) => JSON.parse(localStorage.getItem(`journal ${table}`) ?? "null");

/**
 * Follow the journal: is what the server says now the continuation of what it said before?
 * @param {string} table
 * @param {{type: string, number: number, head: string, line?: string}} message
 */
export async function follow(table, message) {
  if (!canHash()) return true;
  const known = followed(table) ?? { number: message.number, head: message.head };
  if (message.number < known.number) return message.type === "update";
  const next = message.type === "update" && message.number === known.number + 1;
  const lines = next ? [message.line ?? ""] : await linesAfter(table, known.number, message.number);
  let head = known.head;
  for (const line of lines) head = await nextHead(head, line);
  if (head !== message.head) return false;
  localStorage.setItem(`journal ${table}`, JSON.stringify({ number: message.number, head }));
  return true;
}

/**
 * @param {string} table
 * @param {number} first
 * @param {number} last
 * @returns {Promise<string[]>}
 */
async function linesAfter(table, first, last) {
  if (first === last) return [];
  return (await get(`/api/tables/${table}/journal?after=${first}`)).lines.slice(0, last - first);
}

/**
 * A form with the signature of its seat, where this browser has the key.
 * @param {string} table
 * @param {string} action
 * @param {{seat?: number | null, move?: string, ply?: number, what?: string, agree?: boolean, request?: string}} form
 */
export async function withSignature(table, action, form) {
  const head = followed(table);
  const { seat, move, ply } = form;
  if (typeof seat !== "number" || !head || (action !== "moves" && !SIGNED.includes(action))) return form;
  const keys = await keysOf(table, seat);
  if (!keys) return form;
  if (move === undefined || ply === undefined) {
    return { ...form, signed: await signature(table, seat, keys, head, wordsOf(action, form)) };
  }
  const links = await linksOf(keys);
  const link = hexOf(links[LINKS - 1 - Math.min(ply, LINKS - 1)]);
  const salt = hexOf(randomBytes(32));
  const words = ["move", ply, link, await commitmentTo(salt, move)];
  return { ...form, signed: { ...(await signature(table, seat, keys, head, words)), link, salt } };
}

/**
 * @param {string} action
 * @param {{what?: string, agree?: boolean}} form
 */
const wordsOf = (action, { what = "", agree = true }) =>
  action === "asks" ? [agree ? "ask" : "decline", what] : [action];

/**
 * @param {string} table
 * @param {number} seat
 * @param {SeatKeys} keys
 * @param {Head} head
 * @param {(string | number)[]} words
 */
async function signature(table, seat, keys, head, words) {
  const text = bytesOf(actionText(table, seat, head, words));
  return { seen: head.number, by: hexOf(await crypto.subtle.sign("Ed25519", keys.key, text)) };
}

/**
 * After the game: every seat of this browser stands by all of it, once.
 * @param {string} table
 * @param {number[]} seats
 */
export async function close(table, seats) {
  for (const seat of seats) {
    const mark = `closed ${table} ${seat}`;
    const form = await withSignature(table, "close", { seat });
    if (localStorage.getItem(mark) || !("signed" in form)) continue;
    localStorage.setItem(mark, randomId());
    await post(`/api/tables/${table}/close`, form).catch(() => localStorage.removeItem(mark));
  }
}
