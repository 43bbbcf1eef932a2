import * as z from "zod";
import { idParams } from "@/lib/input/fields.ts";
import { text } from "@/lib/input/input.ts";

/** A program's API key, as those who made it see it. */

/** The body of POST. */
export const keyCreate = z.strictObject({
  name: text({ max: 60 }).transform((value) => value.trim()),
}).meta({ id: "KeyCreate" });

/** Path parameters of one key. */
export const keyParams = idParams;

/** A key without its secret. */
export const keyRecord = z.object({
  id: z.int(),
  name: z.string(),
  hint: z.string().meta({ description: "How the key begins, to tell keys apart." }),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
}).meta({ id: "Key" });

/** A key as it is shown once, when it is made. */
export const newKeyRecord = keyRecord.extend({
  key: z.string().meta({ description: "The key itself: it is never shown again." }),
}).meta({ id: "NewKey" });
