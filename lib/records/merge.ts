import * as z from "zod";
import * as field from "@/lib/input/fields.ts";

/** The body of a merge: the record that stays. */
export const mergeInto = z.strictObject({ into_id: field.id }).meta({ id: "MergeInto" });
