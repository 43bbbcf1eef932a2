import { usePage } from "@/components/page.ts";
import { formatAhead, formatInstant } from "@/lib/values/dates.ts";

/** When somebody is due to act, red once it is past. */
export function FollowUp({ at }: { at: Date | string | null }) {
  const page = usePage();
  const { now } = page;
  if (at === null) return null;
  const instant = new Date(at);
  const isPast = instant < now;
  return (
    <time
      dateTime={instant.toISOString()}
      title={formatInstant(instant, page)}
      class={isPast ? "font-medium text-danger-text" : undefined}
    >
      {formatAhead(instant, page)}
    </time>
  );
}
