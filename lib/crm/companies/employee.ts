import * as z from "zod";
import { keyRecord } from "@/lib/access/key.ts";
import * as field from "@/lib/input/fields.ts";
import { nameText, queryInteger } from "@/lib/input/input.ts";
import { filterValues, listSchema, type ListSpec, searchedWords } from "@/lib/input/list.ts";
import { employeeFields, employeeStates } from "@/lib/crm/companies/employee_fields.ts";
import { noticeSwitches, noticeSwitchesPatch } from "@/lib/crm/companies/me.ts";
import { noticeKinds } from "@/lib/crm/companies/notice_kinds.ts";
import { createSchema, recordSchema } from "@/lib/records/fields/schemas.ts";

/** An employee: a user's membership of a company. The role is a label and grants no rights. */

const role = nameText({ min: 0, max: 60 });

export const employeeCreate = createSchema(employeeFields, {
  email: field.memberEmail.transform((value) => value.toLowerCase()),
  name: field.optionalLine(120).transform((name) => name ?? undefined),
  role,
}).meta({ id: "EmployeeCreate" });
export type EmployeeCreate = z.output<typeof employeeCreate>;

export const rolePatch = z.strictObject({
  role: role.meta({ description: employeeFields.role.means }),
}).meta({ id: "RolePatch" });

export const employeePatch = z.strictObject({
  notify: noticeSwitchesPatch.meta({
    description: "What the company notifies them of; what they switched off themselves stays off.",
  }),
}).meta({ id: "EmployeePatch" });
export type EmployeePatch = z.output<typeof employeePatch>;

export const employeeParams = z.object({
  user_id: field.idParams.shape.id.meta({ description: "Id of the user in this installation." }),
});

const shownCount = (what: string) =>
  queryInteger({ min: 0, max: 2 ** 31 - 1 }).optional().meta({
    description: `How many ${what} you saw that they have; another number now is 409 ` +
      "`version_conflict`.",
  });

export const leaveQuery = z.strictObject({
  reassign_to: filterValues.id.optional().meta({
    description: "The employee who takes over what is open; without it, it becomes nobody's.",
  }),
  keys: z.enum(["keep", "revoke"]).default("keep").meta({
    description: "What becomes of the API keys that they made: a key belongs to the company.",
  }),
  opportunities: shownCount("open opportunities"),
  tasks: shownCount("tasks not done"),
  contacts: shownCount("contacts not archived"),
  events: shownCount("events to come"),
  clients: shownCount("clients"),
  live_keys: shownCount("working API keys"),
});
export type LeaveQuery = z.output<typeof leaveQuery>;

export { employeeStates };
export type EmployeeState = (typeof employeeStates)[number];

const count = z.int();

/** Open records handed over when an employee leaves, by noun. */
const handovers = z.object({
  opportunities: count.meta({ description: "Open opportunities that the employee looks after." }),
  tasks: count.meta({ description: "Tasks that are not done." }),
  contacts: count.meta({ description: "Contacts that are not archived." }),
  events: count.meta({ description: "Events to come that are the employee's." }),
  clients: count.meta({ description: "Clients that the employee looks after." }),
});
export type Handovers = z.output<typeof handovers>;

export const employeeRecord = recordSchema(employeeFields, {
  role: z.string(),
  invited_by: z.object({
    id: z.int().meta({ description: "Id of the user in this installation." }),
    name: z.string().meta({ description: "Name, as people read it." }),
  }).nullable(),
  notify: noticeSwitches,
  silenced: z.array(z.enum(noticeKinds)),
}).meta({ id: "Employee" });

export const leaver = z.object({
  ...employeeRecord.shape,
  state: z.enum(["former", "withdrawn"]).meta({
    description: "`withdrawn`: there was only an invitation.",
  }),
  handed_over: handovers.meta({
    description: "Open opportunities, tasks not done, contacts not archived, events to come, and " +
      "clients that were theirs.",
  }),
  keys: z.array(keyRecord).meta({
    description: "The API keys that they made and that worked until now, revoked with " +
      "`keys=revoke`. They may still know them.",
  }),
}).meta({ id: "Leaver" });

const lastSeen = { last_seen_at: "t.last_seen_at" };
export const employeeList: ListSpec = {
  filters: { state: { column: "t.state", value: z.enum(["active", "invited"]) } },
  sorts: {
    name: "t.name",
    email: "t.email",
    role: "t.role",
    created_at: "t.created_at",
    ...lastSeen,
  },
  defaultSort: "name",
};

/** `deleted=only` lists former employees. */
export const employeeQuery = listSchema(employeeList).extend({ q: searchedWords });
