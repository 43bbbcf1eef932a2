import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { pageQuery } from "@/lib/input/list.ts";

/** An address that returned a mail of ours: who writes to it is told before. */

export const refusedQuery = z.strictObject(pageQuery);

export const despiteRefusal = z.boolean().default(false).meta({
  description: "Of a mail: sends it although an address of it is among the refused ones.",
});

export const refusedRecord = z.object({
  id: z.int().meta({ description: "Id of the address in this list." }),
  address: z.string().meta({ description: "E-mail address, such as `ana@example.com`." }),
  at: z.iso.datetime().meta({ description: "When it last returned mail." }),
  reason: z.string().nullable().meta({
    description: "Reason in the words of the receiving server.",
  }),
  channel: field.reference.meta({ description: "The mailbox whose mail came back." }),
}).meta({ id: "RefusedAddress" });

/** The note that a member sees who writes to the address. */
export interface RefusedNote {
  id: number;
  address: string;
  /** An instant. */
  at: string;
  reason: string | null;
}
