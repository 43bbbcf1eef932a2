import { templatePatch, templateRecord } from "@/lib/crm/templates/template.ts";
import { changeTemplate, deleteTemplate, findTemplate } from "@/lib/crm/templates/templates.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionQuery } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a reply template",
    description: "With its variables as they stand.",
    params: idParams,
    returns: templateRecord,
    run: ({ trx, member, params }) => findTemplate(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change a reply template",
    description: "What was written with it stays as it is.",
    params: idParams,
    body: templatePatch,
    returns: templateRecord,
    errors: ["version_conflict", "duplicate"],
    run: ({ trx, member, params, body }) => changeTemplate(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Delete a reply template",
    description: "It is gone at once, without a trash.",
    params: idParams,
    query: versionQuery,
    returns: templateRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, query }) => deleteTemplate(trx, member, params.id, query),
  }),
});
