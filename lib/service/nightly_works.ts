import type { RawBuilder } from "kysely";
import { forgetOldEntryLinks } from "@/lib/access/entry_links.ts";
import { forgetErasedMail, hasErasedMail } from "@/lib/channels/in/erased_mail.ts";
import { forgetOldEvents, hasOldEvents } from "@/lib/channels/retention.ts";
import {
  forgetOldHooks,
  forgetOldProblems,
  hasOldProblems,
} from "@/lib/channels/meta/hook/hook_bodies.ts";
import { hasRefused, removeOldRefused } from "@/lib/channels/email/refused_addresses.ts";
import { forgetPhoneSends } from "@/lib/crm/conversations/later.ts";
import type { BareTrx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { forgetStrangers } from "@/lib/notify/sending/fallback/strangers.ts";
import { hasOldNotifications, removeOldNotifications } from "@/lib/notify/sending/retention.ts";
import { forgetGivenUp } from "@/lib/notify/push/given_up_pushes.ts";
import { hasOverJobs, removeOverJobs } from "@/lib/notify/push/push_jobs.ts";
import { removeUnblocked } from "@/lib/privacy/block_sales.ts";
import { emptyTrash, findReferences, type References } from "@/lib/privacy/empty_trash.ts";
import { eraseOldContacts, hasRetention } from "@/lib/privacy/retention.ts";
import { hasOldActivities, removeOldActivities } from "@/lib/records/old_activities.ts";
import type { NightlyWork } from "@/lib/work/nightly.ts";

/** The work of each night, in its order; beside it, `recurring.ts` lists what runs by the clock. */
export function nightlyWorks(
  { retentionDays, activityMonths }: { retentionDays: number; activityMonths?: number },
): NightlyWork[] {
  let references: References | undefined;
  return [
    {
      name: "remove old notifications",
      by: "worker",
      isDue: hasOldNotifications(retentionDays),
      step: (trx, tenant, place) => removeOldNotifications(trx, tenant, place, retentionDays),
    },
    repeated("forget pushes that are over", "worker", removeOverJobs, hasOverJobs),
    repeated("forget how many pushes were given up", "all companies", forgetGivenUp),
    repeated("forget what channels brought long ago", "worker", forgetOldEvents, hasOldEvents),
    repeated("forget what Meta posted long ago", "all companies", forgetOldHooks),
    repeated("forget problems of Meta's hooks", "worker", forgetOldProblems, hasOldProblems),
    repeated(
      "forget addresses that returned mail long ago",
      "worker",
      removeOldRefused,
      hasRefused,
    ),
    repeated("forget whom fallback mails went to", "all companies", forgetStrangers),
    repeated("forget what phones sent long ago", "all companies", forgetPhoneSends),
    repeated("forget old entry links", "all companies", forgetOldEntryLinks),
    repeated("forget mail of erased people", "worker", forgetErasedMail, hasErasedMail),
    repeated("remove blocked sales", "all companies", removeUnblocked),
    ...activityMonths === undefined ? [] : [
      repeated(
        "remove old activities",
        "worker",
        (trx, tenant) => removeOldActivities(trx, tenant, activityMonths),
        hasOldActivities(activityMonths),
      ),
    ],
    { name: "erase old contacts", by: "tenant", isDue: hasRetention, step: eraseOldContacts },
    {
      name: "empty the trash",
      by: "tenant",
      step: async (trx, tenant, place) =>
        emptyTrash(trx, tenant, place, references ??= await findReferences(trx)),
    },
  ];
}

/** A step that finds what is left by itself, and says whether there may be more. */
function repeated(
  name: string,
  by: NightlyWork["by"],
  step: (trx: BareTrx, tenant: Tenant) => Promise<boolean | void>,
  isDue?: RawBuilder<boolean>,
): NightlyWork {
  return { name, by, isDue, step: async (trx, tenant) => await step(trx, tenant) ? "more" : null };
}
