import * as z from "zod";

/** Open work of an employee; each number is the total of a list with the same filter. */
export const workloadRecord = z.object({
  user_id: z.int().nullable().meta({
    description: "An employee, or null in the last row: what is nobody's.",
  }),
  contacts: z.int().meta({ description: "New and read contacts of this employee, without spam." }),
  clients: z.int().meta({ description: "Clients that this employee looks after." }),
  opportunities: z.int().meta({
    description: "Open opportunities that this employee looks after.",
  }),
  quotes: z.int().meta({
    description: "Quotations of their opportunities that are drafts, sent or approved.",
  }),
  tasks: z.int().meta({ description: "Tasks of this employee that are not done." }),
  events: z.int().meta({ description: "Events of this employee that have not ended." }),
}).meta({ id: "Workload" });
export type Workload = z.output<typeof workloadRecord>;
