import { changeEventIn } from "@/lib/crm/events/change_series.ts";
import {
  eventPatch,
  eventRecord,
  longestDays,
  scopeMeta,
  scopeQuery,
} from "@/lib/crm/events/event.ts";
import { longestYears } from "@/lib/crm/events/rule.ts";
import { findEvent } from "@/lib/crm/events/events.ts";
import { trashEventIn } from "@/lib/crm/events/trash_series.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";
import { bulkCall } from "@/lib/records/bulk/bulk_noun.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read an event",
    description: "One in the trash is 404 until it is restored.",
    params: idParams,
    returns: eventRecord,
    run: ({ trx, member, params }) => findEvent(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change any of an event's fields",
    description:
      `Fields that are absent stay as they are, null empties one. As they are after the change, ` +
      `\`ends_at\` is not before \`starts_at\` and at most ${longestDays} days after it. ` +
      "`scope` says which occurrences of a series are meant. `following` makes a series of its own " +
      "of them, `all` changes earlier ones too. What is changed is the same on each of them then, " +
      "what is not stays as each has it. New times move all by as many days, and to the same time. " +
      "With another `recurrence`, which needs such a scope, occurrences on days that the rule has " +
      "no more go to the trash unless they have begun, and missing ones are made. A rule that " +
      "leaves it out is refused; null leaves it alone. A series without end begins at most " +
      `${longestYears} years ago. ` +
      "`recurrence` makes a series of an event that did not repeat.",
    params: idParams,
    query: scopeQuery,
    body: eventPatch,
    returns: eventRecord,
    meta: scopeMeta,
    errors: ["version_conflict", "limit_reached"],
    run: async ({ params, body, query, ...call }) => {
      const { event, meta } = await changeEventIn(bulkCall(call), params.id, body, query.scope);
      return reply(event, { meta: { ...meta } });
    },
  }),
  DELETE: asMember({
    summary: "Put an event into the trash for 30 days",
    description:
      "Client, opportunity and contact stay as they are. `/restore` brings it back. With " +
      "`scope`, the following occurrences of its series go along, or all; the series ends there. 409 " +
      "`version_conflict` where somebody made another series of it meanwhile.",
    params: idParams,
    query: scopeQuery,
    returns: eventRecord,
    meta: scopeMeta,
    errors: ["version_conflict"],
    run: async ({ params, query, ...call }) => {
      const { event, meta } = await trashEventIn(bulkCall(call), params.id, query.scope);
      return reply(event, { meta: { ...meta } });
    },
  }),
});
