import { employeeRecord, rolePatch } from "@/lib/crm/employee.ts";
import { changeRole } from "@/lib/crm/employees.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  PATCH: asMember({
    summary: "Change an employee's role in the active company",
    description: "Free text that classifies, and grants nothing.",
    params: idParams,
    body: rolePatch,
    returns: employeeRecord,
    run: ({ trx, member, params, body }) => changeRole(trx, member.companyId, params.id, body.role),
  }),
});
