import * as z from "zod";
import { eventFields } from "@/lib/crm/events/fields.ts";

/** Values that a link to the form of a new event brings, such as those of an invitation. */

const instant = z.iso.datetime({ offset: true });

const offered = {
  title: z.string().trim().min(1).transform((text) => cut(text, eventFields.title.max)),
  location: z.string().trim().min(1).transform((text) => cut(text, eventFields.location.max)),
  starts_at: instant,
  ends_at: instant,
  all_day: z.enum(["true", "false"]).transform((text) => text === "true"),
  contact_id: z.string().regex(/^[1-9]\d{0,8}$/).transform(Number),
};

function cut(text: string, most: number): string {
  return [...text].slice(0, most).join("");
}

/** What of it makes sense, and the parameters that are none of these. */
export function readOffered(params: URLSearchParams) {
  const rest = new URLSearchParams(params);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(offered)) {
    const read = schema.safeParse(rest.get(name));
    if (read.success) values[name] = read.data;
    rest.delete(name);
  }
  // A form that begins with one of them alone would end before it begins.
  if (!values.starts_at || !values.ends_at) {
    for (const name of ["starts_at", "ends_at", "all_day"]) delete values[name];
  }
  return { values, names: Object.keys(offered), rest };
}
