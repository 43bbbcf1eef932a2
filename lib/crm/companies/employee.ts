import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { cleanText, text } from "@/lib/input/input.ts";
import { listSchema, type ListSpec } from "@/lib/input/list.ts";

/** An employee: a user's membership of a company. The role is a word, and grants nothing. */

const role = text({ min: 0, max: 60 }).transform((value) => value.trim());

/** The body of POST; a name that the user has already stays. */
export const employeeCreate = z.strictObject({
  email: field.email.transform((value) => value.toLowerCase()),
  name: field.optionalText(120).transform((value) => value?.trim()),
  role,
}).meta({ id: "EmployeeCreate" });
export type EmployeeCreate = z.output<typeof employeeCreate>;

/** The body of PATCH /users/:id/companies. */
export const rolePatch = z.strictObject({ role }).meta({ id: "RolePatch" });

/** Path parameters of one employee. */
export const employeeParams = z.object({ user_id: field.idParams.shape.id });

/** An employee as lists and records show one. */
export const employeeRecord = z.object({
  user_id: z.int(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.string(),
  created_at: z.iso.datetime(),
  disabled_at: z.iso.datetime().nullable(),
}).meta({ id: "Employee" });

const employeeList: ListSpec = {
  sorts: { name: "t.name", email: "t.email", role: "t.role", created_at: "t.created_at" },
  defaultSort: "name",
};

/** The query of the list; `deleted=only` lists those who left. */
export const employeeQuery = listSchema(employeeList).extend({ q: cleanText.max(200).optional() });
