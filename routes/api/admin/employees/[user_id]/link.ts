import { entryLinkRecord } from "@/lib/access/entry_link.ts";
import { employeeParams, employeeRecord } from "@/lib/crm/companies/employee.ts";
import { makeEmployeeLink, withdrawEmployeeLink } from "@/lib/crm/companies/employee_links.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Make a link by which an employee comes in for the first time",
    description: "Where Relevo's own gateway signs people in; elsewhere 404. Whoever opens it " +
      "first registers a passkey and is that employee here, so it is for them alone. It is told " +
      "this once, can be used once within 7 days, and ends one of before. 409 " +
      "`invalid_transition` for somebody who has been in, or who is only invited.",
    params: employeeParams,
    returns: entryLinkRecord,
    status: 201,
    errors: ["invalid_transition", "rate_limited"],
    run: async ({ trx, member, params, services, address }) => {
      services.newcomerLimiter.take(address);
      const link = await makeEmployeeLink(trx, member, params.user_id, services.config);
      return created(link, `/api/admin/employees/${params.user_id}`);
    },
  }),
  DELETE: asMember({
    summary: "Withdraw an employee's link",
    description: "404 where there is none that could still be used.",
    params: employeeParams,
    returns: employeeRecord,
    run: ({ trx, member, params, services }) =>
      withdrawEmployeeLink(trx, member, params.user_id, services.config),
  }),
});
