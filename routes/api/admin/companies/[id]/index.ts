import { changeSettings } from "@/lib/sales/approvals/change_rules.ts";
import { findCompany, wrongSettings } from "@/lib/crm/companies/companies.ts";
import { companyPatch, companyRecord } from "@/lib/crm/companies/company.ts";
import { longMs } from "@/lib/db/deadline.ts";
import { asUser } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

const description = "The company is the one in the path: 403 `not_a_member` unless it is yours.";

export const handler = endpoint({
  GET: asUser({
    summary: "Read a company of yours",
    description,
    params: idParams,
    returns: companyRecord,
    run: ({ trx, user, memberships, params }) => findCompany(trx, { user, memberships }, params.id),
  }),
  PATCH: asUser({
    summary: "Change any of a company's fields",
    description,
    params: idParams,
    body: companyPatch,
    returns: companyRecord,
    errors: ["version_conflict", "duplicate", "in_use"],
    // Other clocks have other days: its figures are made anew.
    deadlineMs: longMs,
    alsoWrong: ({ trx, user, memberships, params, body }) =>
      wrongSettings(trx, { user, memberships }, idParams.parse(params).id, body),
    run: ({ trx, user, memberships, params, body }) =>
      changeSettings(trx, { user, memberships }, params.id, body),
  }),
});
