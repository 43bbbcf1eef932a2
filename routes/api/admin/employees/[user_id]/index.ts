import {
  employeeParams,
  employeePatch,
  employeeRecord,
  leaveQuery,
  leaver,
} from "@/lib/crm/companies/employee.ts";
import { changeNotices, findEmployee, removeEmployee } from "@/lib/crm/companies/employees.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read an employee",
    description: "Who is only invited is found too, with `state` `invited`. Who left is 404.",
    params: employeeParams,
    returns: employeeRecord,
    run: ({ trx, member, params }) => findEmployee(trx, member, params.user_id),
  }),
  PATCH: asMember({
    summary: "Say what the company notifies an employee of",
    description:
      "For this company only; `PATCH /me` switches a kind off in every company. Who is " +
      "only invited is notified of nothing.",
    params: employeeParams,
    body: employeePatch,
    returns: employeeRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, body }) => changeNotices(trx, member, params.user_id, body),
  }),
  DELETE: asMember({
    summary: "End an employee's membership, or withdraw an invitation",
    description: "They no longer get in, and their phones stop; what they did stays under their " +
      "name. What is open goes to `reassign_to`, and each record's history says so. Nothing new " +
      "is ever assigned to them. `keys` are the API keys that they made: they go on working " +
      "unless `keys=revoke`, while the phones that they paired as their own stop at once. `POST " +
      "/employees` brings them back. The last of those who ever came in stays (409). An invitation that waits is withdrawn, without a trace for " +
      "the person. With the counts that you saw, nothing happens where one is another now: " +
      "`details` of 409 `version_conflict` has all of them.",
    params: employeeParams,
    query: leaveQuery,
    returns: leaver,
    errors: ["last_member", "version_conflict"],
    run: ({ trx, member, params, query }) => removeEmployee(trx, member, params.user_id, query),
  }),
});
