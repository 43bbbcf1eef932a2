/** Single-letter shortcuts: not while one types, not with a modifier, not behind a dialog. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector("dialog:modal")) return false;
  const target = event.target as HTMLElement | null;
  return !target?.closest("input, textarea, select, [contenteditable]");
}

/** Whether Enter with Ctrl or ⌘ was pressed, which saves. */
export function isSaveKey(event: KeyboardEvent): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey);
}

/** What a form does on Enter in a line, on its button, and on Ctrl or ⌘ Enter anywhere in it. */
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
