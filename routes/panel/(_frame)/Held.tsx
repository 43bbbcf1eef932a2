import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Holding } from "@/lib/tools/hold.ts";
import { formatInstant } from "@/lib/values/dates.ts";
import { holdWords, sayReason } from "@/lib/words/hold.ts";

/** Says on every page that nothing leaves the installation, since when and why. */
export function Held({ since, reason }: Holding) {
  const page = usePage();
  const words = useWords(holdWords);
  return (
    <p
      data-held
      role="status"
      class="mb-3 flex items-start gap-2 rounded-md bg-warning px-3 py-2 text-meta text-warning-text"
    >
      <Icon name="pause" class="mt-0.5 shrink-0" />
      <span class="min-w-0 break-words">
        <strong>{words.held}</strong> {words.since(formatInstant(since, page))}{" "}
        {sayReason(reason, page.language)}
      </span>
    </p>
  );
}
