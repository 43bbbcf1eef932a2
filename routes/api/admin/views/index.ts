import * as z from "zod";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";
import { viewCreate, viewQuery, viewRecord } from "@/lib/views/view.ts";
import { createView, listViews } from "@/lib/views/views.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Saved views of lists: the company's and one's own, by name",
    description: "Other people's own ones are left out.",
    query: viewQuery,
    returns: z.array(viewRecord),
    run: ({ trx, member, query }) => listViews(trx, member, query.list),
  }),
  POST: asMember({
    summary: "Save a view of a list, for oneself or for the company",
    description: "The panel shows it at `/panel/<list>?view=<id>`.",
    body: viewCreate,
    returns: viewRecord,
    status: 201,
    errors: ["duplicate"],
    run: async ({ trx, member, body }) => {
      const view = await createView(trx, member, body);
      return created(view, `/api/admin/views/${view.id}`);
    },
  }),
});
