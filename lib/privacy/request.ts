import * as z from "zod";
import { retentionMonths } from "@/lib/crm/companies/company.ts";
import * as field from "@/lib/input/fields.ts";
import { cleanText } from "@/lib/input/input.ts";
import { listSchema, type ListSpec } from "@/lib/input/list.ts";

const requestKinds = ["export", "erase", "retention", "trash"] as const;
export type RequestKind = (typeof requestKinds)[number];

const eraseReasons = ["requested", "consent_withdrawn", "not_needed", "other"] as const;

export const eraseBody = z.strictObject({
  confirm: cleanText.max(254).meta({
    description: "The name of the record as it is shown, so that no wrong one is erased.",
  }),
  reason: z.enum(eraseReasons).optional().meta({
    description: "Reason for the log: the person asked or withdrew consent, is not needed any " +
      "more, or another.",
  }),
}).meta({ id: "Erase" });
export type EraseBody = z.output<typeof eraseBody>;

const keptUntil = z.iso.date().nullable().meta({
  description: "The last day on which something of the sales is kept, blocked; null: nothing is.",
});

const others = z.array(z.object({
  noun: z.enum(["contact", "client"]).meta({ description: "What kind of record it is." }),
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
})).meta({
  description: "At most 20 other records with the same e-mail or phone, which may be the same " +
    "person: they are not included.",
});

export const erasedRecord = z.object({
  erased_at: z.iso.datetime().meta({ description: "Instant at which the data was erased." }),
  contacts: z.int().meta({ description: "How many contacts were erased, merged ones included." }),
  clients: z.int().meta({ description: "How many clients were erased, merged ones included." }),
  sales: z.int().meta({ description: "Of how many sales the law keeps something, blocked." }),
  kept_until: keptUntil,
  others,
}).meta({ id: "Erased" });

const rows = z.array(z.record(z.string(), z.unknown()));

export const exportedData = z.object({
  exported_at: z.iso.datetime().meta({ description: "When the file was made." }),
  noun: z.enum(["contact", "client"]).meta({
    description: "Kind of record that the data is about.",
  }),
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  others,
  data: z.record(z.string(), rows).meta({
    description: "The rows that speak of the person, by table.",
  }),
}).meta({ id: "PersonalData" });

export const requestRecord = z.object({
  id: z.int().meta({ description: "Id of the record, unique among its kind." }),
  created_at: z.iso.datetime().meta({
    description: "Instant at which the request was done or refused.",
  }),
  created_by: field.reference.nullable().meta({
    description: "Who did it; null: the service, by night or after a restore.",
  }),
  kind: z.enum(requestKinds).meta({
    description: "`export` and `erase` of one person, `retention`: contacts that were too old, " +
      "`trash`: the trash emptied.",
  }),
  noun: z.enum(["contact", "client", "other"]).meta({
    description: "What kind of record the request is about.",
  }),
  record_id: z.int().nullable().meta({ description: "The record's id; null: of several." }),
  records: z.int().meta({ description: "How many records it touched." }),
  reason: z.enum(eraseReasons).nullable().meta({
    description: "Reason that was given; null where none was.",
  }),
  outcome: z.enum(["done", "refused"]).meta({
    description: "How the request ended: what was done about it.",
  }),
}).meta({ id: "PrivacyRequest" });

const requestList: ListSpec = {
  sorts: { created_at: "t.created_at" },
  defaultSort: "-created_at",
};
export const requestQuery = listSchema(requestList).omit({ deleted: true }).extend({
  kind: z.enum(requestKinds).optional().meta({ description: "Lists only requests of this kind." }),
});

export const retentionQuery = z.strictObject({
  months: z.string().regex(/^\d{1,3}$/).transform(Number).pipe(retentionMonths).optional().meta({
    override: { type: "integer", minimum: 1, maximum: 120 },
    description: "Months to reckon with, in place of the company's own setting.",
  }),
});

export const retentionRecord = z.object({
  months: retentionMonths.nullable().meta({
    description: "Months after which an untouched contact is erased; null: never.",
  }),
  contacts: z.int().meta({ description: "How many contacts are that old now." }),
}).meta({ id: "Retention" });
