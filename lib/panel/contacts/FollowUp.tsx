import { formatAhead, formatInstant, type TimeFormat } from "@/lib/values/dates.ts";

/** When somebody is due to act, red once it is past. */
export function FollowUp({ at, format }: { at: Date | string | null; format: TimeFormat }) {
  if (at === null) return null;
  const instant = new Date(at);
  const isPast = instant < format.now;
  return (
    <time
      dateTime={instant.toISOString()}
      title={formatInstant(instant, format)}
      class={isPast ? "font-medium text-danger-text" : undefined}
    >
      {formatAhead(instant, format)}
    </time>
  );
}
