/** Work on records whose statements are looked at. */
import { nameMessages } from "@/lib/crm/contacts/conversation/sending/name_sent.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { choosePosition, type Column, setPosition, stride } from "@/lib/records/position.ts";
import { idOf, uuidOf } from "../rows.ts";
import { type Case, silent, tenant } from "./case.ts";

const column: Column = { ...tenant, table: "opportunities", status: "open", stage_id: 3 };
/** Neighbours in the third stage. */
const [card, above, below] = [idOf(1, 2_501), idOf(1, 2_504), idOf(1, 2_507)];
const at = 2_504 * stride;

export const recordCases: Record<string, Case> = {
  "place a card": (db) =>
    inCompany(db, 1, async (trx) => {
      await choosePosition(trx, column, card);
      await choosePosition(trx, column, card, { after_id: above });
      await choosePosition(trx, column, card, { before_id: below });
      await setPosition(trx, column, card, at);
    }, silent),
  "renumber a column": (db) =>
    inCompany(db, 1, async (trx) => {
      // Without room between them.
      await setPosition(trx, column, above, at);
      await setPosition(trx, column, below, at);
      await choosePosition(trx, column, card, { after_id: above });
    }, silent),
  "name messages": (db) =>
    inCompany(db, 1, (trx) =>
      nameMessages(
        trx,
        tenant,
        Array.from({ length: 48 }, (_, n) => ({
          ...{ accountId: idOf(1, 0), messageId: idOf(1, 2_001 + n) },
          ...{ externalId: `wamid.${n}`, lease: uuidOf("x", n) },
        })),
      ), silent),
};
