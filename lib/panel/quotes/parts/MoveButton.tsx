import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";

interface MoveButtonProps {
  label: string;
  icon: IconName;
  look?: "plain" | "primary" | "menu";
  /** Why it cannot be pressed now. */
  reason?: string;
  isBusy?: boolean;
  /** It only opens something, which may be made up for when it was pressed too early. */
  isOpener?: boolean;
  onPress(): void;
}

const looks = { plain: "button", primary: "button button-primary", menu: "menu-item" };

/** A button that says why it cannot be pressed: in a menu below its name, else when pointed at. */
export function MoveButton(
  { label, icon, look = "plain", reason, isBusy, isOpener, onPress }: MoveButtonProps,
) {
  const isMenu = look === "menu";
  // The same move may stand beside the menu too.
  const why = idOf(isMenu ? "menu-move" : "move", label);
  return (
    <button
      type="button"
      class={looks[reason && look === "primary" ? "plain" : look]}
      data-command={reason ? undefined : label}
      data-opens={isOpener ? "" : undefined}
      aria-disabled={reason ? "true" : undefined}
      aria-describedby={reason ? why : undefined}
      title={isMenu ? undefined : reason}
      disabled={isBusy}
      onClick={(event) => {
        if (reason) return;
        event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        onPress();
      }}
    >
      <Icon name={icon} />
      <span class="min-w-0">
        {label}
        {reason && <span id={why} class={isMenu ? "block text-label" : "sr-only"}>{reason}</span>}
      </span>
    </button>
  );
}
