import type { ComponentChildren } from "preact";

interface MenuProps {
  /** The element's id, for the `popovertarget` of its button. */
  id: string;
  children: ComponentChildren;
}

/** A menu that a press on one of its items closes. */
export function Menu({ id, children }: MenuProps) {
  return (
    <div
      id={id}
      popover="auto"
      class="menu anchored w-60 max-h-80 overflow-y-auto"
      onClick={(event) => event.currentTarget.hidePopover()}
    >
      {children}
    </div>
  );
}
