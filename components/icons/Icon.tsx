import { type IconName, icons } from "@/components/icons/icons.ts";

/** Path data by name; the server adds its own (components/icons/page_icons.ts). */
export const drawn: Partial<Record<IconName, string>> = { ...icons };

/** A 16 px line icon; decoration only, so a word stands beside it or in an `sr-only` element. */
export function Icon({ name, class: className = "" }: { name: IconName; class?: string }) {
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
