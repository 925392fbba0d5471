// Pictures of the board: the server draws them and marks every piece with its square.

import { el, namedSvg, parseSvg } from "../page/dom.js";

// What our own drawings do without, and the page's policy forbids.
const FREE = /<(style|script|foreignObject|a|image|set|animate\w*)[\s/>]|\s(style|on\w+)\s*=/i;

/** The element that shows a picture, with its size. Ours become part of the page, and take its colours. */
export function pictureOf(text) {
  if (FREE.test(text)) return imageOf(text);
  const element = parseSvg(text);
  const width = Number.parseFloat(element.getAttribute("width")) || 360;
  const shape = element.viewBox.baseVal;
  if (!element.hasAttribute("viewBox")) return { element, width, box: { width, height: width } };
  // Its size is the page's business.
  element.removeAttribute("width");
  element.removeAttribute("height");
  return { element, width, box: { width: shape.width, height: shape.height } };
}

/** A game written in Python may draw as it likes: as an image its styles count, and nothing in it can run. */
function imageOf(text) {
  const width = Number.parseFloat(/<svg[^>]*\swidth="([0-9.]+)/.exec(text)?.[1]) || 360;
  const alt = /aria-label="([^"]*)"/.exec(text)?.[1] || "The position";
  const src = `data:image/svg+xml,${encodeURIComponent(namedSvg(text))}`;
  return { element: el("img", { src, alt }), width, box: { width, height: width } };
}

/** The names of the pieces by square, such as e1: "white king". */
export function piecesOn(picture) {
  const pieces = new Map();
  for (const use of picture.querySelectorAll("use[data-square]")) {
    const name = (use.getAttribute("href") || "").replace(/^#pnyx-/, "").replaceAll("-", " ");
    pieces.set(use.dataset.square, name);
  }
  return pieces;
}
