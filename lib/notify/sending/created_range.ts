import { type RawBuilder, sql } from "kysely";
import { addDays, instantIn } from "@/lib/values/dates.ts";
import { dayOrInstant } from "@/lib/input/fields.ts";

const bound = (words: string) => dayOrInstant.optional().meta({ description: words });

/** Query parameters for the time of creation: instants, or whole days of the company. */
export const createdRange = {
  createdAt_from: bound("Only what was made then or later."),
  createdAt_to: bound("Only what was made then or earlier; a day counts whole."),
};

/** The range's conditions on a column; its last day counts whole. */
export function createdWithin(
  column: string,
  { createdAt_from: from, createdAt_to: to }: { createdAt_from?: string; createdAt_to?: string },
  timezone: string,
): RawBuilder<boolean>[] {
  const at = sql.ref(column);
  const isDay = (text: string) => text.length === 10;
  const startOf = (day: string) => instantIn(timezone, `${day}T00:00`);
  const begin = from && (isDay(from) ? startOf(from) : new Date(from));
  return [
    ...(begin ? [sql<boolean>`${at} >= ${begin}`] : []),
    ...(to && isDay(to) ? [sql<boolean>`${at} < ${startOf(addDays(to, 1))}`] : []),
    ...(to && !isDay(to) ? [sql<boolean>`${at} <= ${new Date(to)}`] : []),
  ];
}
