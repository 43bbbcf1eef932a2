import * as z from "zod";
import { listCompanies } from "@/lib/crm/companies/companies.ts";
import { companyCreate, companyRecord } from "@/lib/crm/companies/company.ts";
import { createCompany } from "@/lib/crm/companies/create_company.ts";
import { asUser } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asUser({
    summary: "The companies you belong to, all of them",
    description: "Needs no company; the list may be empty.",
    returns: z.array(companyRecord),
    run: ({ trx, user, memberships }) => listCompanies(trx, { user, memberships }),
  }),
  POST: asUser({
    summary: "Make a company with the pipeline stages of another one",
    description:
      "Whoever makes it is its first member. 409 `limit_reached` where they made too many, 403 " +
      "`address_not_proved` for one who came in by a company's link.",
    body: companyCreate,
    returns: companyRecord,
    status: 201,
    errors: ["address_not_proved", "duplicate", "limit_reached", "rate_limited"],
    run: async ({ trx, user, memberships, body, services, address }) => {
      services.newcomerLimiter.take(address);
      const signedIn = { user, memberships };
      const company = await createCompany(trx, signedIn, body, services.config.bounds);
      return created(company, `/api/admin/companies/${company.id}`);
    },
  }),
});
