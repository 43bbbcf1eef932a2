import { formatInstant, formatTime, type TimeFormat } from "@/lib/values/dates.ts";

/** An instant as people say it, the whole of it when pointed at. */
export function Time({ at, format }: { at: Date | string; format: TimeFormat }) {
  const instant = new Date(at);
  return (
    <time dateTime={instant.toISOString()} title={formatInstant(instant, format)}>
      {formatTime(instant, format)}
    </time>
  );
}
