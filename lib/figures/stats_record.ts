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

/** Days ahead that the dashboard covers, beyond today. */
export const daysAhead = 7;

export const statsRecord = z.object({
  contacts: z.object({
    new: count.meta({ description: "Contacts that nobody has read." }),
    read: count.meta({ description: "Contacts read and not archived." }),
    archived: count.meta({ description: "Contacts of the period that are archived." }),
    converted: count.meta({ description: "Contacts of the period that became clients." }),
    waiting: described(
      "Contacts that wait for an answer: they wrote last, have become no client since, and are " +
        "not archived.",
    ),
    unanswered_24h: described("Contacts that have waited for over 24 hours."),
    by_channel: z.object(byChannel).meta({
      description: "How many contacts came by each channel.",
    }),
    by_mail: described("Contacts of the channel `other` with whom a mail passed."),
  }).meta({ description: "Contacts of the company, spam aside." }),
  clients: z.object({ total: count.meta({ description: "How many clients there are." }) }).meta({
    description: "Number of clients of the company.",
  }),
  opportunities: z.object({
    open: count.meta({ description: "Opportunities of the period that are still open." }),
    won: count.meta({ description: "Opportunities won in the period, by `won_at`." }),
    lost: count.meta({ description: "Opportunities lost in the period, by `lost_at`." }),
    open_amount: amount.meta({ description: "Net sum of the open opportunities." }),
    weighted_amount: amount.meta({
      description: "The sum of the open amounts by their probabilities, rounded once.",
    }),
    rotting: described(
      "Open opportunities idle for longer than their stage's `rot_days`, no next action ahead.",
    ),
    without_next_action: described("Open opportunities without a next action that is planned."),
    by_stage: z.array(
      z.object({
        id: z.int().meta({ description: "Id of the stage of the board." }),
        name: z.string().meta({ description: "Name, as people read it." }),
        count: described("Open opportunities in the stage."),
        amount: amount.meta({
          description: "Net sum of the stage's opportunities, in the company's currency.",
        }),
        weighted: amount.meta({ description: "Net sum, each amount by its probability." }),
      }),
    )
      .meta({ description: "The open ones in every stage, in order." }),
  }).meta({ description: "Number of the company's opportunities in each state." }),
  quotes: z.object({
    draft: count.meta({ description: "Quotations that are drafts and not sent." }),
    sent: count.meta({ description: "Quotations sent and not answered." }),
    approved: count.meta({ description: "Quotations accepted and not yet sold." }),
    sold: count.meta({ description: "Quotations of the period that became sales." }),
    rejected: count.meta({ description: "Quotations that the client has declined." }),
    sent_amount: amount.meta({ description: "Net sum of the quotations sent and not answered." }),
    expiring_7d: described(
      `Quotations sent and valid until today or one of the next ${expiringDays} days.`,
    ),
    expired: described("Quotations sent that are no longer valid."),
    pending_my_approval: described("Drafts that wait for your approval."),
  }).meta({ description: "Number of the company's quotations in each state." }),
  sales: z.object({
    total: count.meta({ description: "Active sales of the company, cancelled ones aside." }),
    amount: amount.meta({ description: "Net sum of the active sales." }),
    month_count: described("Number of sales made in this month."),
    month_amount: amount.meta({ description: "Net sum of this month's sales." }),
  }).meta({ description: "Sales of the company, cancelled ones aside." }),
  tasks: z.object({
    pending: count.meta({ description: "Tasks of the period that nobody has begun." }),
    in_progress: count.meta({ description: "Tasks that are begun and not done." }),
    done: count.meta({ description: "Tasks of the period that are done." }),
    overdue: described("Tasks not done whose day or instant has passed."),
    due_today: described("Tasks not done that are due today."),
    mine: described("Tasks of the caller that are not done."),
  }).meta({ description: "Number of the company's tasks in each state." }),
  events: z.object({
    today: described("Events of which some part is today."),
    next_7d: described(
      `Events of which some part is on one of ${daysAhead} days, today the first.`,
    ),
  }).meta({ description: "Number of events that are still to come." }),
}).meta({ id: "Stats" });
export type Stats = z.output<typeof statsRecord>;
