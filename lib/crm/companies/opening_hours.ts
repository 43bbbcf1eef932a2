import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { message } from "@/lib/input/messages.ts";
import { mostOpeningsADay, type OpeningHours, weekdays } from "@/lib/values/opening_hours.ts";

/** Opening hours of a company (docs/decisions/0053). */

const mostClosedDays = 366;

const form = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;
const clock = z.string().regex(form, { error: message("clock") });

const openings = z.array(z.array(clock).min(2).max(2)).max(mostOpeningsADay)
  .superRefine((list, ctx) => {
    const wrong = (path: number[], error: string) =>
      ctx.addIssue({ code: "custom", path, message: error });
    for (const [at, [from, to]] of list.entries()) {
      if (![from, to].every((time) => form.test(time ?? ""))) continue;
      if (from === "24:00") wrong([at, 0], message("clock"));
      else if (to! <= from!) wrong([at, 1], message("endsBeforeStart"));
      else if (list.slice(0, at).some(([begin, end]) => from! < end! && begin! < to!)) {
        wrong([at], message("overlaps"));
      }
    }
  });

const described = {
  description: "From and to, such as `09:00` and `14:00`, within the day and apart.",
};

const week = z.strictObject({
  mon: openings.meta(described),
  tue: openings.meta(described),
  wed: openings.meta(described),
  thu: openings.meta(described),
  fri: openings.meta(described),
  sat: openings.meta(described),
  sun: openings.meta(described),
}).partial();

/** Opening hours in order, without the days that are closed. */
export const openingHours = week
  .refine((hours) => Object.values(hours).some((list) => list.length > 0), {
    error: message("fewestItems", 1),
  })
  .transform((hours): OpeningHours =>
    Object.fromEntries(
      weekdays.filter((day) => hours[day]?.length).map((day) => [
        day,
        hours[day]!.map(([from, to]) => [from!, to!]).sort(([a], [b]) => a! < b! ? -1 : 1),
      ]),
    )
  );

const opened = z.array(z.array(z.string())).optional().meta(described);

export const openingHoursRecord = z.object({
  mon: opened,
  tue: opened,
  wed: opened,
  thu: opened,
  fri: opened,
  sat: opened,
  sun: opened,
}).meta({ id: "OpeningHours" });

export const closedDays = field.emptiable(
  z.array(field.day).max(mostClosedDays).transform((days) => [...new Set(days)].sort()),
);
