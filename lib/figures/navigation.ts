import * as z from "zod";
import type { Db } from "@/lib/db/connection.ts";
import { planOnce } from "@/lib/db/plan_once.ts";

/** Counts of waiting records in each section of the panel, beside their names. */
export const navigationCounts = z.object({
  contacts: z.int().meta({ description: "Contacts that wait for an answer of the company." }),
  held: z.int().meta({ description: "Contacts that are held: put aside because too much came." }),
  opportunities: z.int().meta({ description: "Opportunities that are open and the caller's." }),
  quotes: z.int().meta({ description: "Quotations that were sent and are not decided." }),
  tasks: z.int().meta({ description: "Tasks of the caller that are not done." }),
}).meta({ id: "Counts" });
export type NavigationCounts = z.output<typeof navigationCounts>;

/** Reads the kept counts of a member's company. One statement. */
export async function readNavigation(
  db: Db,
  { companyId, userId }: { companyId: number; userId: number },
): Promise<NavigationCounts> {
  const query = db.selectFrom("record_counts")
    .select(["kind", "status"])
    .select(({ fn }) => fn.sum<number>("n").as("n"))
    .where("company_id", "=", companyId)
    .where((eb) =>
      eb.or([
        eb("kind", "=", "contact_waiting"),
        eb("kind", "=", "contact_held"),
        eb.and({ kind: "opportunity", status: "open" }),
        eb.and({ kind: "quote", status: "sent" }),
        eb.and([
          eb("kind", "=", "task"),
          eb("status", "in", ["pending", "in_progress"]),
          eb("assignee_id", "=", userId),
        ]),
      ])
    )
    .groupBy(["kind", "status"]);
  const { rows } = await planOnce("navigation", query).execute(db);
  const of = (kind: string) =>
    rows.filter((row) => row.kind === kind).reduce((sum, { n }) => sum + Number(n), 0);
  return {
    contacts: of("contact_waiting"),
    held: of("contact_held"),
    opportunities: of("opportunity"),
    quotes: of("quote"),
    tasks: of("task"),
  };
}
