import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionQuery } from "@/lib/input/fields.ts";
import { viewPatch, viewRecord } from "@/lib/views/view.ts";
import { changeView, deleteView, findView } from "@/lib/views/views.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a saved view",
    description: "Another person's own one is 404.",
    params: idParams,
    returns: viewRecord,
    run: ({ trx, member, params }) => findView(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change a saved view; everybody may change the company's",
    description: "`shared` false makes the company's view one's own.",
    params: idParams,
    body: viewPatch,
    returns: viewRecord,
    errors: ["version_conflict", "duplicate"],
    run: ({ trx, member, params, body }) => changeView(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Delete a saved view",
    description: "For good. Anybody may delete the company's; another person's own one is 404.",
    params: idParams,
    query: versionQuery,
    returns: viewRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, query }) => deleteView(trx, member, params.id, query),
  }),
});
