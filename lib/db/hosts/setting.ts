import * as z from "zod";
import { faultsOf } from "@/lib/db/hosts/address.ts";

export const postgresUrl = z.string().superRefine((text, ctx) => {
  for (const fault of faultsOf(text)) ctx.addIssue(fault);
});
