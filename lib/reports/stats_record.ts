import * as z from "zod";
import { channels } from "@/lib/crm/contacts/channels.ts";
import { expiringDays } from "@/lib/sales/quotes/quote.ts";

/** The dashboard's indicators, of what is live now. Amounts are net; days are the company's. */

const count = z.int();
const amount = z.number();
const described = (description: string) => count.meta({ description });

const byChannel = Object.fromEntries(
  channels.map((channel) => [channel, described(`Those with the channel \`${channel}\`.`)]),
) as Record<typeof channels[number], typeof count>;

/** How many days ahead the dashboard looks, beyond today. */
export const daysAhead = 7;

export const statsRecord = z.object({
  contacts: z.object({
    new: count,
    read: count,
    archived: count,
    converted: count,
    unanswered_24h: described("Not archived, and whose last message came in over 24 hours ago."),
    by_channel: z.object(byChannel),
  }).meta({ description: "Without spam." }),
  clients: z.object({ total: count }),
  opportunities: z.object({
    open: count,
    won: count,
    lost: count,
    open_amount: amount,
    weighted_amount: amount.meta({
      description: "The sum of the open amounts by their probabilities, rounded once.",
    }),
    rotting: described("Open, idle for longer than the stage bears, and no next action ahead."),
    without_next_action: described("Open, and no next action planned."),
    by_stage: z.array(z.object({ id: z.int(), name: z.string(), count, amount, weighted: amount }))
      .meta({ description: "The open ones in every stage, in order." }),
  }),
  quotes: z.object({
    draft: count,
    sent: count,
    approved: count,
    sold: count,
    rejected: count,
    sent_amount: amount,
    expiring_7d: described(`Sent, and valid until today or one of the next ${expiringDays} days.`),
    expired: described("Sent, and no longer valid."),
  }),
  sales: z.object({
    total: count,
    amount,
    month_count: described("Sold in this month."),
    month_amount: amount,
  }).meta({ description: "Without cancelled ones." }),
  tasks: z.object({
    pending: count,
    in_progress: count,
    done: count,
    overdue: described("Not done, and its day or its instant has passed."),
    due_today: described("Not done, and due on this day."),
    mine: described("Not done, and the caller's."),
  }),
  events: z.object({
    today: described("Those that touch this day."),
    next_7d: described(`Those that touch one of ${daysAhead} days, today the first of them.`),
  }),
}).meta({ id: "Stats" });
export type Stats = z.output<typeof statsRecord>;
