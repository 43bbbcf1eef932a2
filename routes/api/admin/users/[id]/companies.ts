import { employeeRecord, rolePatch } from "@/lib/crm/companies/employee.ts";
import { changeRole } from "@/lib/crm/companies/employees.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  PATCH: asMember({
    summary: "Change an employee's role in the active company",
    description: "Free text that classifies, and grants nothing. Somebody who is invited gets it " +
      "when they accept.",
    params: idParams,
    body: rolePatch,
    returns: employeeRecord,
    run: ({ trx, member, params, body }) => changeRole(trx, member, params.id, body.role),
  }),
});
