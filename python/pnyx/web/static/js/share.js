// Sharing a position: a link to it, its picture.

import { api } from "./api.js";
import { announce, button, el } from "./page/dom.js";

/** Put a text on the clipboard; where that is forbidden, show it to be copied by hand. */
async function copy(text, place) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    place.hidden = false;
    place.value = text;
    place.focus();
    place.select();
    return false;
  }
}

/** Buttons for a link and a picture of the state that `current` returns. */
export function shareRow(current, more = []) {
  const shown = el("input", { class: "mono shared-link", readOnly: true, hidden: true, "aria-label": "Link to this position" });
  const link = button("Copy link", async () => {
    const done = await copy(new URL(current().link, location.origin + "/").href, shown);
    link.textContent = done ? "Link copied" : "Copy the link below";
    announce(link.textContent);
    setTimeout(() => (link.textContent = "Copy link"), 2500);
  });
  link.classList.add("quiet", "copy-link");
  const picture = button("Save picture", () => save(api.svgAddress(current())), { class: "quiet" });
  return el("div", { class: "share" }, el("div", { class: "row" }, link, picture, ...more), shown);
}

/** Have the browser save the file at an address. */
export function save(path) {
  const anchor = el("a", { href: path, download: "" });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
