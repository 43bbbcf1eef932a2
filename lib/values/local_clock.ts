const dayMs = 86_400_000;
const [earliest, latest] = [Date.UTC(1, 0), Date.UTC(9999, 0)];

const times = Array.from(
  { length: 1_440 },
  (_, minute) => new Date(minute * 60_000).toISOString().slice(11, 16),
);

/** Writes instants as Sweden does, with the day's offset: Intl takes microseconds for each. */
export function createLocalClock(timeZone: string): (instant: Date) => string {
  const format = (timeStyle: "short" | "medium") =>
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle }).format;
  const [formatMinute, formatSecond] = [format("short"), format("medium")];
  const offsets = new Map<number, number>();
  const offsetAt = (day: number) => {
    let offset = offsets.get(day);
    if (offset === undefined) {
      const text = formatSecond(new Date(day * dayMs));
      offset = Date.parse(`${text.replace(" ", "T")}Z`) - day * dayMs;
      offsets.set(day, offset);
    }
    return offset;
  };
  const days = new Map<number, string>();
  const dayText = (day: number) => {
    let text = days.get(day);
    if (text === undefined) {
      text = `${new Date(day * dayMs).toISOString().slice(0, 10)} `;
      days.set(day, text);
    }
    return text;
  };
  return (instant) => {
    const ms = instant.getTime();
    if (!(ms > earliest && ms < latest)) return formatMinute(instant);
    const day = Math.floor(ms / dayMs);
    const offset = offsetAt(day);
    if (offset !== offsetAt(day + 1)) return formatMinute(instant);
    const minute = Math.floor((ms + offset) / 60_000);
    return dayText(Math.floor(minute / 1_440)) + times[(minute % 1_440 + 1_440) % 1_440];
  };
}
