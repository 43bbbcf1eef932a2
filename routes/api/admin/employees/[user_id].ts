import { employeeParams, employeeRecord } from "@/lib/crm/companies/employee.ts";
import { findEmployee, removeEmployee } from "@/lib/crm/companies/employees.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read an employee",
    params: employeeParams,
    returns: employeeRecord,
    run: ({ trx, member, params }) => findEmployee(trx, member, params.user_id),
  }),
  DELETE: asMember({
    summary: "End an employee's membership",
    description: "They no longer get in, and their phones stop; what they did stays under their " +
      "name. `POST /employees` brings them back.",
    params: employeeParams,
    returns: employeeRecord,
    errors: ["last_member"],
    run: ({ trx, member, params }) => removeEmployee(trx, member, params.user_id),
  }),
});
