import * as z from "zod";
import { cleanText } from "@/lib/input/input.ts";
import { pageQuery } from "@/lib/input/list.ts";

/** Someone who can be sent a notification: a member, or a user with a phone. */
export const addresseeRecord = z.object({
  userId: z.string().meta({ description: "Id that a notification to them is addressed to." }),
  name: z.string().nullable().meta({ description: "The member's name; null for other users." }),
  devices: z.int().meta({ description: "How many phones the user has paired." }),
}).meta({ id: "Addressee" });

export const addresseeQuery = z.strictObject({
  ...pageQuery,
  q: cleanText.max(200).optional().meta({ description: "Part of the user's id or name." }),
});
export type AddresseeQuery = z.output<typeof addresseeQuery>;
