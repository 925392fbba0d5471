// Keys that work everywhere on the page, but for fields to type in and open dialogs.

/** Call actions by keys: `{keys, words, step, action}`; `step` is where they work, nothing means everywhere. */
export function listen(shortcuts, currentStep) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const found = shortcuts.find(
      ({ keys, step }) => keys.includes(event.key) && (!step || step === currentStep()),
    );
    if (!found || (event.key === "Enter" && event.target.closest("button, a, summary, label"))) return;
    event.preventDefault();
    found.action(event.key);
  });
}

function typing(target) {
  return Boolean(target.closest?.("textarea, select, input:not([type=radio]):not([type=checkbox]):not([type=file])"));
}
