import * as z from "zod";
import { figure } from "@/lib/figures/report_record.ts";

/** Worth of a client and date of the last contact; amounts are net. */
export const clientFigures = z.object({
  currency: z.string().meta({ description: "Currency code of three letters (ISO 4217)." }),
  open: figure.meta({ description: "Open opportunities of the client: how many, and their sum." }),
  sold: figure.meta({ description: "Its sales to date, without those that were cancelled." }),
  last_contact_at: z.iso.datetime().nullable().meta({
    description: "The latest message to or from one of its contacts, or the latest past meeting.",
  }),
}).meta({ id: "ClientFigures" });
