import type { Db } from "@/lib/db/connection.ts";
import { outsideRequests } from "@/lib/db/deadline.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { settledCursor } from "@/lib/notify/inbox/inbox.ts";
import type { Live } from "@/lib/notify/streams/live.ts";
import type { Places } from "@/lib/fairness/places.ts";
import { readChanges, readMembers } from "@/lib/changes/changes.ts";
import { ChangeFeeds } from "@/lib/changes/feeds.ts";

/** The feeds of a process. Each read is a transaction of its own, as the company's tenant. */
export function openFeeds(db: Db, live: Live, places: Places): ChangeFeeds {
  return new ChangeFeeds({
    live,
    places,
    place: ({ companyId }) => inCompany(db, companyId, (trx) => settledCursor(trx)),
    // A feed is read for all of its streams: it is no part of the request that began it.
    read: ({ companyId }, after) =>
      outsideRequests(() =>
        inCompany(db, companyId, async (trx) => ({
          ...await readChanges(trx, { companyId }, after),
          members: await readMembers(trx, { companyId }),
        }))
      ),
  });
}
