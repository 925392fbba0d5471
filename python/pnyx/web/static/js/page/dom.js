// Elements in one line. Text is always set as text, never as markup.

/** An element with properties, listeners (`onclick`), attributes and children; a `null` child is left out. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "class") element.className = value;
    else if (name in element && !name.startsWith("aria") && name !== "list") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** An SVG text with its name space, which games written in Python may leave out. */
export function namedSvg(text) {
  return /^\s*<svg[^>]*\sxmlns=/.test(text) ? text : text.replace(/<svg/, `<svg xmlns="${SVG}"`);
}

/** The SVG element that a text holds. */
export function parseSvg(text) {
  const parsed = new DOMParser().parseFromString(namedSvg(text), "image/svg+xml");
  if (parsed.querySelector("parsererror")) throw new Error("The game drew a picture that is not valid SVG.");
  return document.importNode(parsed.documentElement, true);
}

/** A button with words. */
export function button(words, onclick, properties = {}) {
  return el("button", { type: "button", text: words, onclick, ...properties });
}

let names = 0;

/** A label over its control, with words of explanation under it if there are any. */
export function field(words, control, hint = "") {
  control.id ||= `field-${++names}`;
  const label = el("label", { text: words, htmlFor: control.id });
  const note = hint ? el("p", { class: "hint", id: `${control.id}-hint`, text: hint }) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return el("div", { class: "field stack tight" }, label, control, note);
}

/** Announce a text to screen readers. */
export function announce(words) {
  document.getElementById("announcer").textContent = words;
}
