import * as z from "zod";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { tagQuery, tagRecord } from "@/lib/records/tags/tag.ts";
import { listTags } from "@/lib/records/tags/tags.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The tags in use, the most used first",
    description: "At most 500. `tag=a,b` on the lists finds what has any of them.",
    query: tagQuery,
    returns: z.array(tagRecord),
    run: ({ trx, member, query }) => listTags(trx, member, query),
  }),
});
