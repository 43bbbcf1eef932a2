import { sql } from "kysely";
import { ownIdOf } from "@/lib/channels/meta/account_settings.ts";
import { findGraphCaller } from "@/lib/channels/meta/graph/callers.ts";
import { callGraph, type GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import type { SeenPerson } from "@/lib/tools/after_commit.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

interface Means {
  db: Db;
  log: Pick<Log, "warn">;
  /** Null where no secrets are kept. */
  cipher: SecretCipher | null;
  graphNetwork: GraphNetwork;
}

interface Mark {
  accountId: number;
  personId: string;
  kind: string;
  settings: Record<string, unknown>;
  key: string;
}

/** Tells people once that their newest message was read; a mark that fails is not repeated. */
export class ReadMarks {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly means: Means) {}

  offer(companyId: number, people: readonly SeenPerson[]): void {
    this.#last = this.#last.then(() => this.#tell(companyId, people)).catch((error) =>
      this.means.log.warn("read_not_told", describeError(error))
    );
  }

  idle(): Promise<void> {
    return this.#last;
  }

  async #tell(companyId: number, people: readonly SeenPerson[]): Promise<void> {
    const { db, cipher, graphNetwork, log } = this.means;
    if (!cipher || graphNetwork.gate.isHeld) return;
    for (const mark of await claim(db, companyId, people)) {
      const { accountId, settings } = mark;
      const caller = await findGraphCaller(db, cipher, { companyId, accountId });
      if (!caller) continue;
      const path = `/${ownIdOf(settings)}/messages`;
      const answer = await callGraph(graphNetwork, caller, {
        ...{ method: "POST", path, json: bodyOf(mark) },
      });
      if (answer.kind === "ok") continue;
      const code = answer.kind === "error" ? answer.error.code : null;
      log.warn("read_not_told", { accountId, kind: answer.kind, code });
    }
  }
}

/** Each mark is taken once, whatever becomes of its call. */
function claim(db: Db, companyId: number, people: readonly SeenPerson[]): Promise<Mark[]> {
  return inCompany(db, companyId, async (trx) => {
    const { rows } = await sql<Mark>`
      update account_people p set marked_key = p.seen_key
      from json_to_recordset(${JSON.stringify(people)}::json)
          as s("accountId" int, "personId" text),
        channel_accounts a
      where p.company_id = ${companyId} and p.account_id = s."accountId"
        and p.person_id = s."personId" and p.seen_key is distinct from p.marked_key
        and a.company_id = p.company_id and a.id = p.account_id and a.deleted_at is null
        and a.state <> 'paused'
      returning p.account_id as "accountId", p.person_id as "personId", a.kind, a.settings,
        p.seen_key as key`.execute(trx);
    return rows;
  });
}

function bodyOf({ kind, key, personId }: Mark) {
  return kind === "whatsapp"
    ? { messaging_product: "whatsapp", status: "read", message_id: key }
    : { recipient: { id: personId }, sender_action: "mark_seen" };
}
