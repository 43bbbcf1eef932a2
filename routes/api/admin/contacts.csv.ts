import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { listFile } from "@/routes/api/admin/(_lists)/list_parts.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The list of contacts as a CSV file",
    ...listFile("contact"),
  }),
});
