// @ts-check
// A study handed on: by link, inside another page, as a record, as a picture, or kept in this browser.
import { ask, reasonOf } from "./api.js";
import { desk, fragment, wishes } from "./desk.js";
import { keep, keptName } from "./shelf.js";
import { at, button, fill, make, say } from "./words.js";

export function openSharing() {
  const sheet = /** @type {HTMLDialogElement} */ (at("sharing"));
  const link = `${location.origin}/study#${fragment()}`;
  const inside = `src="${location.origin}/embed#${fragment()}" width="480" height="560" title="${say("study.title")}"`;
  const frame = `<iframe ${inside}></iframe>`;
  const says = make("p", { class: "faint", role: "status" });
  const title = desk.study?.game.title ?? "";
  const name = make("input", { maxlength: 60, value: keptName() || title, "aria-label": say("study.name") });
  const keeping = button(say("study.keep"), () => {
    keep(name.value.trim() || title);
    says.textContent = say("study.kept");
  });
  /** @type {(work: () => Promise<void>) => () => Promise<void>} */
  const trying = (work) => () => work().catch((error) => void (says.textContent = reasonOf(error)));
  fill(
    sheet,
    make("h2", {}, say("study.share")),
    copied(say("study.link"), link, says),
    copied(say("study.frame"), frame, says),
    make(
      "div",
      { class: "row" },
      button(say("table.record"), trying(saveRecord), { disabled: !desk.study?.whole }),
      button(say("table.picture"), trying(savePicture)),
    ),
    desk.study?.whole ? null : make("p", { class: "faint" }, say("study.record.not")),
    make("label", {}, say("study.name"), make("span", { class: "row" }, name, keeping)),
    says,
    button(say("look.close"), () => sheet.close(), { class: "main" }),
  );
  sheet.showModal();
}

/**
 * A text that can be copied.
 * @param {string} label
 * @param {string} text
 * @param {HTMLElement} says
 */
function copied(label, text, says) {
  const field = make("input", { readonly: true, value: text });
  const copy = button(say("table.copy"), async () => {
    await copyText(text, field);
    says.textContent = say("table.copied");
  });
  return make("label", {}, label, make("span", { class: "row" }, field, copy));
}

/**
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} field that shows it
 */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field.select();
    document.execCommand("copy");
  }
}

async function saveRecord() {
  const form = { study: desk.tree?.text() ?? "", at: desk.tree?.number() ?? 0 };
  save(await ask("POST", "/api/study/record", form), "application/jsonl", "jsonl");
}

async function savePicture() {
  const node = desk.tree?.at;
  if (!node || !desk.tree) return;
  const before = node.parent?.position ? node.parent.position : node.position;
  const moves = node.parent?.position && node.made ? node.made.move : "";
  const form = { position: before, moves, ...wishes(), bare: false };
  save((await ask("POST", "/api/study/look", form)).picture, "image/svg+xml", "svg");
}

/**
 * @param {string} text
 * @param {string} type
 * @param {string} ending
 */
function save(text, type, ending) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: `${desk.study?.game.name ?? "study"}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
