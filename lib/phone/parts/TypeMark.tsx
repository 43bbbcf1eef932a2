import { Icon } from "@/components/icons/Icon.tsx";
import { typeIcons } from "@/components/icons/type_icons.ts";
import type { NotificationType } from "@/lib/phone/notification.ts";

/** The type's icon on its colour; the word stands beside it. */
export function TypeMark({ type }: { type: NotificationType }) {
  return (
    <span class={`type-mark type-${type}`}>
      <Icon name={typeIcons[type]} class="icon" />
    </span>
  );
}
