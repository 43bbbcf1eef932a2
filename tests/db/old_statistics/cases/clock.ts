/** Single steps of the work by the clock, and of the process itself. */
import { Share } from "@/lib/fairness/share.ts";
import { dropConversationReminders } from "@/lib/crm/conversations/later.ts";
import { dropEventReminders } from "@/lib/crm/events/remind_events.ts";
import { dropMornings } from "@/lib/crm/morning/send_mornings.ts";
import { summarise } from "@/lib/notify/due/summarise.ts";
import { findElsewhere, notePlace } from "@/lib/service/hold/place.ts";
import { Instance } from "@/lib/status/instances.ts";
import { createLog } from "@/lib/tools/log.ts";
import { Processes } from "@/lib/work/processes.ts";
import { idOf, userOf, uuidOf } from "../rows.ts";
import { arrange, type Case, tenant, within } from "./case.ts";

const log = createLog("error");
const id = uuidOf("process", 1);
const user = userOf(2_007);
const summary = { id: uuidOf("t", 2_007), user_id: user, is_member: false };
const before = new Date();

export const clockCases: Record<string, Case> = {
  "leave out conversations": within((trx) => dropConversationReminders(trx, tenant, { before })),
  "leave out events": within((trx) =>
    dropEventReminders(trx, tenant, { before, ids: [idOf(1, 7), idOf(1, 2_007)] })
  ),
  "leave out mornings": within((trx) => dropMornings(trx, tenant)),
  "quiet hours that are over": within(async (trx) => {
    await arrange(
      trx,
      `update push_jobs set held_by_member = false,
         ends_at = case when id::text < '8' then now() else ends_at end
       where company_id = 1 and user_id = '${user}'`,
    );
    await summarise(trx, tenant, summary);
  }),
  "quiet hours that go on": within(async (trx) => {
    const quiet = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00", timezone: "UTC" };
    await trx.updateTable("attention").set({
      quiet: JSON.stringify({ ...quiet, highPasses: false }),
    })
      .where("company_id", "=", 1).where("user_id", "=", user).execute();
    await summarise(trx, tenant, summary);
  }),
  "a process beats": async (db) => {
    const free = () => Promise.resolve();
    const own = { id, instance: id, share: new Share(), isAlone: true };
    const processes = new Processes({ db, log, free, ...own });
    await processes.start();
    await processes.stop();
    const instance = new Instance({ db, log, id, findStuck: () => Promise.resolve([]) });
    await instance.look();
    await instance.stop();
  },
  "a process notes where it is": async (db) => {
    const config = { databaseUrl: "postgres://db/relevo", dataDir: "." };
    await notePlace({ db, kind: "postgres" }, config);
    await findElsewhere({ db, kind: "postgres" }, config);
  },
};
