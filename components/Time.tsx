import { usePage } from "@/components/page.ts";
import { formatInstant, formatTime } from "@/lib/values/dates.ts";

/** An instant as people say it, the whole of it when pointed at. */
export function Time({ at }: { at: Date | string }) {
  const page = usePage();
  const instant = new Date(at);
  return (
    <time dateTime={instant.toISOString()} title={formatInstant(instant, page)}>
      {formatTime(instant, page)}
    </time>
  );
}
