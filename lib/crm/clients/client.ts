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
  tax_id: field.optionalLine(40).transform((value) =>
    value?.toUpperCase().replace(/[\s.-]/g, "") || (value === undefined ? undefined : null)
  ),
};

export const clientCreate = createSchema(clientFields, special).meta({ id: "ClientCreate" });
export type ClientCreate = z.output<typeof clientCreate>;

export const clientPatch = patchSchema(clientFields, special).meta({ id: "ClientPatch" });
export type ClientPatch = z.output<typeof clientPatch>;

export const clientRecord = recordSchema(clientFields).meta({ id: "ClientRecord" });

export const clientUnmerged = z.object({
  client: clientRecord.meta({ description: "The client that the merge had put into another one." }),
  ...unmerged,
}).meta({
  id: "ClientUnmerged",
});

export const clientList = listOf(clientFields, {
  words: "client",
  defaultSort: "name",
  counted: { kind: "client", by: { assignee_id: "assignee_id", kind: "facet" } },
});

export const candidateRecord = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  name: z.string().meta({ description: "Name, as people read it." }),
  email: z.string().nullable().meta({ description: "E-mail address, such as `ana@example.com`." }),
  phone: z.string().nullable().meta({ description: "Phone number, as people write it." }),
  tax_id: z.string().nullable().meta({ description: "Tax number (NIF, CIF, VAT id)." }),
  city: z.string().nullable().meta({ description: "Town or city of the address." }),
  reason: z.enum(likenesses).meta({ description: "Why it may be the same client." }),
}).meta({ id: "Candidate" });
export type Candidate = z.output<typeof candidateRecord>;
