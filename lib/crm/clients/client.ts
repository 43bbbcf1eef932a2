import * as z from "zod";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { likenesses } from "@/lib/crm/contacts/contact.ts";
import * as field from "@/lib/input/fields.ts";
import { listOf } from "@/lib/records/fields/list.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";
import { unmerged } from "@/lib/records/merge.ts";

/** A client: the company or person that work is sold to. */

const special = {
  /** Upper case without spaces, dots or dashes, so that tax ids compare equal. */
  tax_id: field.optionalText(40).transform((value) =>
    value?.toUpperCase().replace(/[\s.-]/g, "") || (value === undefined ? undefined : null)
  ),
};

export const clientCreate = createSchema(clientFields, special).meta({ id: "ClientCreate" });
export type ClientCreate = z.output<typeof clientCreate>;

export const clientPatch = patchSchema(clientFields, special).meta({ id: "ClientPatch" });
export type ClientPatch = z.output<typeof clientPatch>;

export const clientRecord = recordSchema(clientFields).meta({ id: "Client" });

export const clientUnmerged = z.object({ client: clientRecord, ...unmerged }).meta({
  id: "ClientUnmerged",
});

export const clientList = listOf(clientFields, {
  words: "client",
  defaultSort: "name",
  counted: { kind: "client", by: { assignee_id: "assignee_id", kind: "facet" } },
});

export const candidateRecord = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  tax_id: z.string().nullable(),
  city: z.string().nullable(),
  reason: z.enum(likenesses),
}).meta({ id: "Candidate" });
export type Candidate = z.output<typeof candidateRecord>;
