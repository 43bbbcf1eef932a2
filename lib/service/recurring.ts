import { forgetOldPairings } from "@/lib/access/pairing.ts";
import { forgetFormPosts } from "@/lib/crm/contacts/held/form_posts.ts";
import { tellUnanswered } from "@/lib/crm/contacts/unanswered/tell_unanswered.ts";
import { remindOfConversations } from "@/lib/crm/conversations/later.ts";
import { sendMornings } from "@/lib/crm/morning/send_mornings.ts";
import { growSeries } from "@/lib/crm/events/grow_series.ts";
import { graphCallers } from "@/lib/channels/meta/graph/callers.ts";
import { lookUpUncertain } from "@/lib/crm/contacts/conversation/sending/lookups.ts";
import { noteOverdueMoves } from "@/lib/channels/out/note_moves.ts";
import { remindOfEvents } from "@/lib/crm/events/remind_events.ts";
import { longMs, withDeadline } from "@/lib/db/deadline.ts";
import { alignTransactionIds } from "@/lib/notify/streams/cursor.ts";
import { foldFigures } from "@/lib/figures/days/fold_figures.ts";
import { removeLooseFiles } from "@/lib/files/files.ts";
import type { Services } from "@/lib/service/services.ts";
import { removeOldBulkChanges } from "@/lib/records/bulk/undo_bulk.ts";
import { forgetReplaced } from "@/lib/records/imports/past_imports.ts";
import { foldCounts } from "@/lib/records/counts.ts";
import { foldTags } from "@/lib/records/tags/tags.ts";
import { foldNotificationCounts } from "@/lib/notify/sending/counts/kept_counts.ts";
import { measureGrowth } from "@/lib/service/measure_growth.ts";
import { noteHolding } from "@/lib/service/hold/holding.ts";
import { noteState } from "@/lib/service/opening/newest_state.ts";
import type { Job } from "@/lib/status/instances.ts";
import { periodOf } from "@/lib/status/period.ts";

export interface Recurring {
  name: string;
  schedule: string;
  /** Runs on in an installation that is held: it sends, fetches and removes nothing. */
  whileHeld?: true;
  /** Each process does it: it looks at itself, or takes its share by leases of its own. */
  everywhere?: true;
  run(services: Services): Promise<unknown>;
}

/** Everything that runs by itself: once a time, whichever process does it. Bears being done twice. */
export const recurring: Recurring[] = [
  {
    name: "look whether the installation is held",
    schedule: "* * * * *",
    everywhere: true,
    whileHeld: true,
    run: ({ hold, database }) => noteHolding(hold, database.db),
  },
  {
    name: "look whether a later version changed the schema",
    schedule: "* * * * *",
    everywhere: true,
    whileHeld: true,
    run: ({ schema }) => schema.look(),
  },
  {
    name: "look at the clock and the back-ups",
    schedule: "* * * * *",
    everywhere: true,
    whileHeld: true,
    run: ({ machine }) => machine.look(),
  },
  {
    name: "sweep callbacks that are due",
    schedule: "* * * * *",
    everywhere: true,
    run: ({ callbacks }) => callbacks.sweep(),
  },
  {
    name: "sweep pushes that are due",
    schedule: "* * * * *",
    everywhere: true,
    run: async ({ push }) => await push?.pool.sweep(),
  },
  {
    name: "sweep times that are due",
    schedule: "* * * * *",
    everywhere: true,
    run: ({ dueTimes }) => dueTimes.sweep(),
  },
  {
    name: "sweep messages that are due",
    schedule: "* * * * *",
    everywhere: true,
    run: ({ outbox }) => outbox.sweep(),
  },
  {
    name: "note what became of messages",
    schedule: "* * * * *",
    whileHeld: true,
    run: ({ database: { db }, channelHandlers: handlers, announce }) =>
      noteOverdueMoves({ db, handlers, announce }),
  },
  {
    name: "look up messages that may have left",
    schedule: "* * * * *",
    run: ({ database: { db }, announce, secretCipher, graphNetwork }) =>
      lookUpUncertain({
        ...{ db, announce, graphNetwork, findCaller: graphCallers(db, secretCipher) },
      }),
  },
  {
    name: "send quotations that have their yes",
    schedule: "* * * * *",
    everywhere: true,
    run: ({ approvedQuotes }) => approvedQuotes.sweep(),
  },
  {
    name: "read what channels brought",
    schedule: "* * * * *",
    everywhere: true,
    whileHeld: true,
    run: ({ reading }) => reading.sweep(),
  },
  {
    name: "split what Meta posted",
    schedule: "* * * * *",
    everywhere: true,
    whileHeld: true,
    run: ({ hookSplitting }) => hookSplitting.sweep(),
  },
  {
    name: "look at accounts of Meta that are due",
    schedule: "* * * * *",
    run: ({ metaAccounts }) => metaAccounts.sweep(),
  },
  {
    name: "fetch files of messages",
    schedule: "* * * * *",
    everywhere: true,
    run: ({ fileFetches }) => fileFetches.sweep(),
  },
  {
    name: "ask for names of people",
    schedule: "* * * * *",
    everywhere: true,
    run: ({ personNames }) => personNames.sweep(),
  },
  {
    name: "read conversations of pages again",
    schedule: "11 2 * * *",
    run: ({ catchUps }) => catchUps.sweep("20 hours"),
  },
  {
    name: "ask mailboxes for what came",
    schedule: "* * * * *",
    everywhere: true,
    run: ({ mailboxes }) => mailboxes.sweep(),
  },
  {
    name: "go on with the work of the night",
    schedule: "* * * * *",
    run: ({ nightly }) => nightly.look(),
  },
  {
    name: "note the newest transaction id",
    schedule: "* * * * *",
    everywhere: true,
    whileHeld: true,
    run: async ({ database: { db }, config }) => {
      await alignTransactionIds(db);
      await noteState(db, config.dataDir);
    },
  },
  {
    name: "look for transactions that stay open",
    schedule: "* * * * *",
    everywhere: true,
    whileHeld: true,
    run: ({ openTransactions }) => openTransactions.look(),
  },
  {
    name: "remind of events",
    schedule: "* * * * *",
    run: ({ database, announce }) => remindOfEvents(database.db, announce),
  },
  {
    name: "remind of conversations that were snoozed",
    schedule: "* * * * *",
    run: ({ database, announce }) => remindOfConversations(database.db, announce),
  },
  {
    name: "tell of customers who wait",
    schedule: "* * * * *",
    run: ({ database, announce }) => tellUnanswered(database.db, announce),
  },
  {
    name: "send messages of the morning",
    schedule: "* * * * *",
    run: ({ database, announce }) => sendMornings(database.db, announce),
  },
  {
    name: "fold the counts of records",
    schedule: "* * * * *",
    whileHeld: true,
    run: ({ database }) => withDeadline(longMs, () => foldCounts(database.db)),
  },
  {
    name: "fold the counts of notifications",
    schedule: "* * * * *",
    whileHeld: true,
    run: ({ database }) => withDeadline(longMs, () => foldNotificationCounts(database.db)),
  },
  {
    name: "fold the counts of tags",
    schedule: "* * * * *",
    whileHeld: true,
    run: ({ database }) => withDeadline(longMs, () => foldTags(database.db)),
  },
  {
    name: "fold the figures of days",
    schedule: "* * * * *",
    whileHeld: true,
    run: ({ database }) => withDeadline(longMs, () => foldFigures(database.db)),
  },
  {
    name: "measure what grows",
    schedule: "27 * * * *",
    whileHeld: true,
    run: ({ database, config }) =>
      withDeadline(longMs, () => measureGrowth(database.db, config.bounds.recordsPerCompany)),
  },
  {
    name: "forget old pairing codes",
    schedule: "7 * * * *",
    run: ({ database }) => forgetOldPairings(database.db),
  },
  {
    name: "forget where form posts came from",
    schedule: "17 * * * *",
    run: ({ database }) => withDeadline(longMs, () => forgetFormPosts(database.db)),
  },
  {
    name: "forget what old bulk changes replaced",
    schedule: "37 * * * *",
    run: ({ database }) => withDeadline(longMs, () => removeOldBulkChanges(database.db)),
  },
  {
    name: "remove files that nobody attached",
    schedule: "42 * * * *",
    run: ({ database }) => withDeadline(longMs, () => removeLooseFiles(database.db)),
  },
  {
    name: "forget what old imports replaced",
    schedule: "57 * * * *",
    run: ({ database }) => withDeadline(longMs, () => forgetReplaced(database.db)),
  },
  {
    name: "make the next occurrences of events",
    schedule: "13 2 * * *",
    whileHeld: true,
    run: ({ database, announce, config }) =>
      growSeries(database.db, { announce, maxRecords: config.bounds.recordsPerCompany }),
  },
  {
    name: "list what other instances erased",
    schedule: "* * * * *",
    everywhere: true,
    whileHeld: true,
    run: ({ erasures }) => erasures.sweep(),
  },
];

/** The list as status tells of it. */
export const jobs: Job[] = recurring.map(({ name, schedule }) => ({
  name,
  periodSeconds: periodOf(schedule),
}));
