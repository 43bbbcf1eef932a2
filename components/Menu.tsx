import type { ComponentChildren } from "preact";

interface MenuProps {
  /** The element's id, for the `popovertarget` of its button. */
  id: string;
  children: ComponentChildren;
}

/** A menu that a press on one of its items closes; the keyboard lands in it, and arrows move. */
export function Menu({ id, children }: MenuProps) {
  return (
    <div
      id={id}
      popover="auto"
      class="menu anchored w-60 max-h-80 overflow-y-auto"
      onClick={(event) => event.currentTarget.hidePopover()}
      onToggle={({ currentTarget, newState }) => {
        if (newState === "open" && document.activeElement?.matches(":focus-visible")) {
          stopsOf(currentTarget)[0]?.focus();
        }
      }}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        const stops = stopsOf(event.currentTarget);
        const at = stops.indexOf(document.activeElement as HTMLElement);
        const next = at + (event.key === "ArrowDown" ? 1 : -1);
        stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus();
      }}
    >
      {children}
    </div>
  );
}

function stopsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("a[href], button:not(:disabled)")]
    .filter((stop) => stop.checkVisibility());
}
