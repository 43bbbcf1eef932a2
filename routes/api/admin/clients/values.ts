import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { listValues } from "@/routes/api/admin/(_lists)/list_parts.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What clients can be narrowed by, with counts",
    ...listValues("client"),
  }),
});
