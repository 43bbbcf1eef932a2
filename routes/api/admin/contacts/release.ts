import { maxReleased, releasedRecord, releaseHeld } from "@/lib/crm/contacts/held/release.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Release all contacts that are held",
    description: `To the inbox, ${maxReleased} at most by one call: call again while \`left\` is ` +
      "above 0. Other members get one notice, or that of a new contact if it is only one; " +
      "timelines and the feed of changes have `released` of each.",
    deadlineMs: longMs,
    returns: releasedRecord,
    run: ({ trx, member }) => releaseHeld(trx, member),
  }),
});
