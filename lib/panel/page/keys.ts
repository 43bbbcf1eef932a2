/**
 * A single-letter shortcut (a box to tick takes none): not while typing, with a modifier or behind
 * a dialog.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector("dialog:modal")) return false;
  const field = (event.target as Element | null)
    ?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  // A field keeps the focus for a moment after its dialog was closed; nobody types there.
  return !field?.checkVisibility();
}

/** Enter with Ctrl or ⌘ saves. */
export function isSaveKey(event: KeyboardEvent): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey);
}

/** Sends on Enter in a line, on the button, and on Ctrl or ⌘ Enter anywhere. */
export function sentBy(send: () => void) {
  return {
    onSubmit: (event: Event) => {
      event.preventDefault();
      send();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      send();
    },
  };
}
