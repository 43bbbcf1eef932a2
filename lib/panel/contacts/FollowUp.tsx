import { addDays, dayIn, formatInstant, type TimeFormat } from "@/lib/dates.ts";
import { dateWords } from "@/lib/words/dates.ts";
import { locales } from "@/lib/words/language.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

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
      {formatDue(instant, format)}
    </time>
  );
}

/** "hoy 17:00", "mañana 9:30", "3 dic 9:30". */
function formatDue(at: Date, { language, timeZone, now }: TimeFormat): string {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { timeZone, ...options }).format(at);
  const time = write({ hour: "2-digit", minute: "2-digit" });
  const [day, today] = [dayIn(timeZone, at), dayIn(timeZone, now)];
  const near = {
    [addDays(today, -1)]: dateWords.yesterday,
    [today]: dateWords.today,
    [addDays(today, 1)]: inboxWords.tomorrow,
  }[day];
  if (near) return `${near[language]} ${time}`;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const date = write({
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
  return isThisYear ? `${date} ${time}` : date;
}
