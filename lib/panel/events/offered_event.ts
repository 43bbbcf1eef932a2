import * as z from "zod";
import { eventFields } from "@/lib/crm/events/fields.ts";
import { cutText } from "@/lib/input/cut_text.ts";

/** Values in a link to the form of a new event, such as those of an invitation. */

const instant = z.iso.datetime({ offset: true });

const offered = {
  title: z.string().trim().min(1).transform((text) => cut(text, eventFields.title.max)),
  location: z.string().trim().min(1).transform((text) => cut(text, eventFields.location.max)),
  starts_at: instant,
  ends_at: instant,
  all_day: z.enum(["true", "false"]).transform((text) => text === "true"),
  contact_id: z.string().regex(/^[1-9]\d{0,8}$/).transform(Number),
  message_id: z.string().regex(/^[1-9]\d{0,8}$/).transform(Number),
  event: z.string().regex(/^\d$/).transform(Number),
};

function cut(text: string, most: number): string {
  return cutText(text, most);
}

/** Splits a link's parameters into valid values of an event and the rest. */
export function readOffered(params: URLSearchParams) {
  const rest = new URLSearchParams(params);
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(offered)) {
    const read = schema.safeParse(rest.get(name));
    if (read.success) values[name] = read.data;
    rest.delete(name);
  }
  // With only one of the two, the form's event would end before it starts.
  if (!values.starts_at || !values.ends_at) {
    for (const name of ["starts_at", "ends_at", "all_day"]) delete values[name];
  }
  const { message_id, event = 0 } = values;
  delete values.message_id;
  delete values.event;
  if (message_id !== undefined) values.invitation = { message_id, event };
  return { values, names: Object.keys(offered), rest };
}
