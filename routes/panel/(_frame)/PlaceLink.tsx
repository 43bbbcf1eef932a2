import { usePage } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { countWords } from "@/lib/panel/frame/count_words.ts";
import { formatQuantity, formatShortCount } from "@/lib/values/money.ts";
import { speak } from "@/lib/words/language.ts";

export type CountedFigure = keyof typeof countWords;

/** A section of the panel, as its link says it. */
export interface Place {
  name: string;
  icon: IconName;
  path: string;
  href: string;
  /** How much waits there, and the list that has as many. */
  counted?: { count: number; figure: CountedFigure; href: string };
}

export function isAt(place: Place, path: string): boolean {
  return place.path === path || (place.path !== "/panel" && path.startsWith(`${place.path}/`));
}

interface PlaceLinkProps {
  place: Place;
  path: string;
}

/** The link to a section; the number beside it leads to what it counts. */
export function PlaceLink({ place, path }: PlaceLinkProps) {
  const { name, icon, href, counted } = place;
  return (
    <span class="relative flex items-stretch">
      <a
        href={href}
        aria-current={isAt(place, path) ? "page" : "false"}
        class={`flex h-11 min-w-0 flex-1 items-center gap-2 rounded-md px-2 font-medium text-soft hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent md:h-8 slim:justify-center slim:px-0 ${
          counted ? "pr-12" : ""
        }`}
        title={name}
      >
        <Icon name={icon} />
        <span class="truncate slim:sr-only">{name}</span>
      </a>
      {counted && <Count {...counted} />}
    </span>
  );
}

function Count({ count, figure, href }: NonNullable<Place["counted"]>) {
  const { language } = usePage();
  const number = formatQuantity(count, language);
  const short = formatShortCount(count, language);
  const label = speak(countWords, language)[figure](count, number);
  // The folded sidebar has no room for a second link: there it is only a number.
  return (
    <>
      <a
        href={href}
        title={label}
        aria-label={label}
        data-figure={figure}
        class="absolute inset-y-0 right-0 flex min-w-9 items-center justify-end rounded-md px-2 text-label tabular-nums text-soft hover:text-text hover:underline slim:hidden"
      >
        {short}
      </a>
      <span
        aria-hidden="true"
        class="pointer-events-none absolute right-0 top-0 hidden text-tiny font-medium tabular-nums text-soft slim:block"
      >
        {short}
      </span>
    </>
  );
}
