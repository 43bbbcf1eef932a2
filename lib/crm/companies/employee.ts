import * as z from "zod";
import { keyRecord } from "@/lib/access/key.ts";
import * as field from "@/lib/input/fields.ts";
import { text } from "@/lib/input/input.ts";
import { filterValues, listSchema, type ListSpec, searchedWords } from "@/lib/input/list.ts";
import { switches } from "@/lib/crm/companies/me.ts";
import { noticeKinds } from "@/lib/crm/companies/notice_kinds.ts";

/** An employee: a user's membership of a company. The role is a label and grants no rights. */

const roleMeaning = "What the person does in the company: free text that grants nothing.";
const role = text({ min: 0, max: 60 }).transform((value) => value.trim())
  .meta({ description: roleMeaning });

export const employeeCreate = z.strictObject({
  email: field.email.transform((value) => value.toLowerCase()).meta({
    description: "E-mail address.",
  }),
  name: field.optionalText(120).transform((value) => value?.trim()).meta({
    description: "For a person nobody has added before; known people keep the name they have.",
  }),
  role,
}).meta({ id: "EmployeeCreate" });
export type EmployeeCreate = z.output<typeof employeeCreate>;

export const rolePatch = z.strictObject({ role }).meta({ id: "RolePatch" });

export const employeePatch = z.strictObject({
  notify: z.strictObject(switches).partial().meta({
    description: "What the company notifies them of; what they switched off themselves stays off.",
  }),
}).meta({ id: "EmployeePatch" });
export type EmployeePatch = z.output<typeof employeePatch>;

export const employeeParams = z.object({
  user_id: field.idParams.shape.id.meta({ description: "Id of the user." }),
});

export const leaveQuery = z.strictObject({
  reassign_to: filterValues.id.optional().meta({
    description: "The employee who takes over what is open; without it, it becomes nobody's.",
  }),
  keys: z.enum(["keep", "revoke"]).default("keep").meta({
    description: "What becomes of the API keys that they made: a key belongs to the company.",
  }),
});
export type LeaveQuery = z.output<typeof leaveQuery>;

export const employeeStates = ["active", "invited", "former"] as const;
export type EmployeeState = (typeof employeeStates)[number];

const count = z.int();

/** Open records handed over when an employee leaves, by noun. */
export const handovers = z.object({
  opportunities: count.meta({ description: "Open opportunities." }),
  tasks: count.meta({ description: "Tasks that are not done." }),
  contacts: count.meta({ description: "Contacts that are not archived." }),
  events: count.meta({ description: "Events to come." }),
  clients: count.meta({ description: "Clients." }),
});
export type Handovers = z.output<typeof handovers>;

export const employeeRecord = z.object({
  user_id: z.int().meta({ description: "Id of the user." }),
  email: z.string().meta({ description: "E-mail address." }),
  name: z.string().nullable().meta({
    description: "Null until they have signed in to this company for the first time.",
  }),
  role: z.string().meta({ description: roleMeaning }),
  state: z.enum(employeeStates).meta({
    description: "`invited`: they have not accepted yet, get no access and are assigned nothing.",
  }),
  invited_by: z.object({
    id: z.int().meta({ description: "Id of the record." }),
    name: z.string().meta({ description: "Name, as people read it." }),
  }).nullable().meta({
    description: "Whose invitation waits for them, since `created_at`.",
  }),
  created_at: z.iso.datetime().meta({ description: "When the record was made." }),
  disabled_at: z.iso.datetime().nullable().meta({
    description: "When the membership ended; null while it holds.",
  }),
  last_seen_at: z.iso.datetime().nullable().meta({
    description: "When they last used the company's panel or API, to the hour.",
  }),
  notify: z.object(switches).meta({
    description: "What the company notifies them of on their phones.",
  }),
  silenced: z.array(z.enum(noticeKinds)).meta({
    description: "The kinds that they switched off themselves, in every company.",
  }),
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

const seen = { last_seen_at: "t.last_seen_at" };
export const employeeList: ListSpec = {
  filters: { state: { column: "t.state", value: z.enum(["active", "invited"]) } },
  sorts: { name: "t.name", email: "t.email", role: "t.role", created_at: "t.created_at", ...seen },
  defaultSort: "name",
};

/** `deleted=only` lists former employees. */
export const employeeQuery = listSchema(employeeList).extend({ q: searchedWords });
