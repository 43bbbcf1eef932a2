import * as z from "zod";
import { idParams } from "@/lib/input/fields.ts";
import { text } from "@/lib/input/input.ts";

export const keyCreate = z.strictObject({
  name: text({ max: 60 }).transform((value) => value.trim()),
}).meta({ id: "KeyCreate" });

export const keyParams = idParams;

export const keyRecord = z.object({
  id: z.int(),
  name: z.string(),
  hint: z.string().meta({ description: "How the key begins, to tell keys apart." }),
  createdAt: z.iso.datetime(),
  createdBy: z.object({ id: z.int(), name: z.string().nullable() }).nullable().meta({
    description: "The member who made it; null for one that the operator made.",
  }),
  lastUsedAt: z.iso.datetime().nullable().meta({
    description: "When a program last called with it, to the hour; null before the first call.",
  }),
  revokedAt: z.iso.datetime().nullable(),
}).meta({ id: "Key" });

export const newKeyRecord = keyRecord.extend({
  key: z.string().meta({ description: "The key itself: it is never shown again." }),
}).meta({ id: "NewKey" });
