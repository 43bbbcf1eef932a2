import * as z from "zod";
import { templateCreate, templateQuery, templateRecord } from "@/lib/crm/templates/template.ts";
import { createTemplate, listTemplates } from "@/lib/crm/templates/templates.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The company's reply templates, by name, all of them",
    description: "Their variables are filled in where a reply is written.",
    query: templateQuery,
    returns: z.array(templateRecord),
    run: ({ trx, member, query }) => listTemplates(trx, member, query.language),
  }),
  POST: asMember({
    summary: "Make a reply template",
    description: "A variable that does not exist is 422. 409 `limit_reached` past 500.",
    body: templateCreate,
    returns: templateRecord,
    status: 201,
    errors: ["duplicate", "limit_reached"],
    run: async ({ trx, member, body }) => {
      const template = await createTemplate(trx, member, body);
      return created(template, `/api/admin/reply-templates/${template.id}`);
    },
  }),
});
