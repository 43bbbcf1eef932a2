import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";

interface EmptyProps {
  icon: IconName;
  text: string;
  /** The one thing to do about it. */
  children?: ComponentChildren;
}

/** Stands where a list has nothing to show. */
export function Empty({ icon, text, children }: EmptyProps) {
  return (
    <div class="flex flex-col items-center gap-3 border-y border-line px-4 py-14 text-center">
      <Icon name={icon} class="size-6 text-soft" />
      <p class="max-w-sm text-pretty text-soft">{text}</p>
      {children}
    </div>
  );
}
