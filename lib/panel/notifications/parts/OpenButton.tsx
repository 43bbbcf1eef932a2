import { Icon } from "@/components/icons/Icon.tsx";
import { useShortcut } from "@/lib/panel/notifications/use_shortcut.ts";

/** The button that opens a page's one form, also by `c` and from the palette. */
export function OpenButton({ label, onPress }: { label: string; onPress(): void }) {
  useShortcut("c", onPress);
  return (
    <button
      type="button"
      class="button button-primary"
      data-command={label}
      data-opens=""
      aria-keyshortcuts="c"
      onClick={onPress}
    >
      <Icon name="plus" />
      <span class="create-word">{label}</span>
    </button>
  );
}
