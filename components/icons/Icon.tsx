import type { VNode } from "preact";
import { type IconName, icons } from "@/components/icons/icons.ts";

/** Path data by name; the server adds its own (components/icons/page_icons.ts). */
export const drawn: Partial<Record<IconName, string>> = { ...icons };

interface IconProps {
  name: IconName;
  class?: string;
}

let draw: (props: IconProps) => VNode = DrawnIcon;

/** Has icons drawn in another way: the server keeps their text. */
export function drawIconsBy(other: typeof draw): void {
  draw = other;
}

/** A 16 px line icon; decoration only, so a word stands beside it or in an `sr-only` element. */
export function Icon(props: IconProps) {
  return draw(props);
}

export function DrawnIcon({ name, class: className = "" }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      class={`size-4 shrink-0 fill-none stroke-current ${className}`}
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={drawn[name]} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
