import * as z from "zod";
import { channel, likenesses } from "@/lib/crm/contacts/contact.ts";
import { nameText } from "@/lib/input/input.ts";
import * as field from "@/lib/input/fields.ts";
import { unmerged } from "@/lib/records/merge.ts";
import type { NounList } from "@/lib/records/nouns.ts";

/** A client: the company or person that work is sold to. */

export const clientKinds = ["company", "person"] as const;

/** Upper case without spaces, dots or dashes, so that tax ids compare equal. */
const taxId = field.optionalText(40).transform((value) =>
  value?.toUpperCase().replace(/[\s.-]/g, "") || (value === undefined ? undefined : null)
);

/** ISO 3166 alpha-2. */
const country = z.union([
  z.string().trim().toUpperCase().regex(/^[A-Z]{2}$/),
  z.literal("").transform(() => null),
  z.null(),
]).optional();

const common = {
  kind: z.enum(clientKinds).optional(),
  legal_name: field.optionalText(200),
  tax_id: taxId,
  email: field.optionalEmail,
  phone: field.optionalPhone,
  website: field.optionalLink,
  address: field.optionalText(500),
  postal_code: field.optionalText(20),
  city: field.optionalText(120),
  region: field.optionalText(120),
  country,
  language: field.language.nullable().optional(),
  payment_terms_days: z.int().min(0).max(3650).nullable().optional(),
  notes: field.optionalText(10_000),
  source_channel: channel.nullable().optional(),
  marketing_consent: z.boolean().optional(),
  assignee_id: field.id.nullable().optional(),
  tags: field.emptiable(field.tags).optional(),
};

export const clientCreate = z.strictObject({ name: nameText({ max: 200 }), ...common })
  .meta({ id: "ClientCreate" });
export type ClientCreate = z.output<typeof clientCreate>;

export const clientPatch = z.strictObject({
  name: nameText({ max: 200 }).optional(),
  ...common,
  version: field.version,
}).meta({ id: "ClientPatch" });
export type ClientPatch = z.output<typeof clientPatch>;

export const clientRecord = z.object({
  ...field.recordFields,
  kind: z.enum(clientKinds),
  name: z.string(),
  legal_name: z.string().nullable(),
  tax_id: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  country: z.string().nullable(),
  language: field.language.nullable(),
  payment_terms_days: z.int().nullable(),
  notes: z.string().nullable(),
  source_channel: channel.nullable(),
  source_contact: field.reference.nullable(),
  marketing_consent: z.boolean(),
  assignee: field.reference.nullable(),
  merged_into_id: z.int().nullable(),
  tags: z.array(z.string()),
}).meta({ id: "Client" });

export const clientUnmerged = z.object({ client: clientRecord, ...unmerged }).meta({
  id: "ClientUnmerged",
});

export const clientList: NounList = {
  words: "client",
  sorts: { name: "t.name", created_at: "t.created_at" },
  defaultSort: "name",
  filters: {
    kind: { column: "t.kind", value: z.enum(clientKinds) },
    country: { column: "t.country", value: z.string().regex(/^[A-Z]{2}$/) },
    source_channel: { column: "t.source_channel", value: channel },
  },
  ranges: { created_at: { column: "t.created_at", value: "instant" } },
  assignee: "t.assignee_id",
  tags: "t.tags",
  counted: { kind: "client", by: { assignee_id: "assignee_id", kind: "facet" } },
};

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
