import * as z from "zod";
import { employeeCreate, employeeQuery, employeeRecord } from "@/lib/crm/companies/employee.ts";
import { addEmployee, listEmployees } from "@/lib/crm/companies/employees.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created, list, reply } from "@/lib/http/envelope.ts";
import { listMeta, type ListQuery } from "@/lib/input/list.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "The company's employees with their roles",
    description:
      "Those with an invitation too, whose `state` is `invited`: `state=active` leaves " +
      "them out. `deleted=only` lists those who left.",
    query: employeeQuery,
    returns: z.array(employeeRecord),
    meta: listMeta,
    run: async ({ trx, member, query }) => {
      const { records, meta } = await listEmployees(trx, member, query as ListQuery);
      return list(records, meta);
    },
  }),
  POST: asMember({
    summary: "Make a person an employee",
    description:
      "By their e-mail address: a new user or a known one. Who left comes back. Their name " +
      "is shown once they have signed in to this company. Who belongs to other companies, and " +
      "to none together with you, is invited: their `state` is `invited` until they accept " +
      "(`POST /me/invitations/{id}/accept`), and until then they get no access and nothing can " +
      "be assigned to them. Who declined is not invited again for 30 days: 409 " +
      "`invitation_declined`, with the instant in `details.until`.",
    body: employeeCreate,
    returns: employeeRecord,
    status: 201,
    also: { 200: "They were one or invited already, and have the role now" },
    errors: ["invitation_declined"],
    run: async ({ trx, member, body }) => {
      const { employee, isNew } = await addEmployee(trx, member, body);
      if (!isNew) return reply(employee, { status: 200 });
      return created(employee, `/api/admin/employees/${employee.user_id}`);
    },
  }),
});
