import { ThreadIds } from "@/lib/channels/email/thread_ids.ts";
import type { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import { CatchUps } from "@/lib/channels/meta/catch_up/catch_ups.ts";
import { fetchText } from "@/lib/channels/meta/graph/fetch_text.ts";
import { handOver } from "@/lib/channels/meta/apps/hand_over.ts";
import { Hooks } from "@/lib/channels/meta/hook/hooks.ts";
import { MetaAccounts } from "@/lib/channels/meta/connect/meta_accounts.ts";
import { Splitting } from "@/lib/channels/meta/hook/splitting.ts";
import { Intake } from "@/lib/channels/in/intake.ts";
import { Mailboxes } from "@/lib/channels/in/mailboxes/mailboxes.ts";
import { Reading, type ReadingMs } from "@/lib/channels/in/reading.ts";
import { crmChannelHandlers as handlers } from "@/lib/crm/contacts/conversation/file_messages.ts";
import type { Reader } from "@/lib/readers/reader.ts";
import type { Config } from "@/lib/service/config.ts";
import type { Ends } from "@/lib/service/opening/ends.ts";
import type { Ground } from "@/lib/service/opening/ground.ts";
import type { Outbound } from "@/lib/service/opening/outbound.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Log } from "@/lib/tools/log.ts";

interface Under {
  config: Config;
  log: Log;
  ground: Ground;
  outbound: Outbound;
  logins: MailLogins;
  announce: Announce;
  reader: Reader;
  readingMs?: ReadingMs;
}

/** Opens what channels bring: events of programs, hooks of Meta, and mailboxes that are read. */
export function openMail(under: Under, ends: Ends) {
  const { config, log, ground, outbound, logins, announce, reader, readingMs: ms } = under;
  const { database, db, secretCipher: cipher } = ground;
  const reading = new Reading({
    db,
    log,
    announce,
    handlers,
    reader,
    ms,
    threads: cipher && new ThreadIds(cipher),
    filesBytesPerCompany: config.filesBytesPerCompany,
    fetchText(message, signal) {
      // Instagram names new messages so while its app is in development: there is more than a text.
      catchUps.start(message);
      return fetchText({ db, cipher, network: outbound.graphNetwork }, message, signal);
    },
  });
  ends.drain(() => reading.stop());
  const mailboxes = new Mailboxes({
    db,
    holder: ground.holder,
    log,
    announce,
    handlers,
    reading,
    cipher,
    logins,
    network: outbound.mailNetwork,
  });
  ground.hold.on("held", () => mailboxes.leave());
  ends.drain(() => mailboxes.stop());
  const intake = new Intake({
    database,
    announce,
    handlers,
    log,
    readLater: (companyId) => reading.sweepLater(companyId),
  });
  ends.drain(() => intake.idle());
  const hookSplitting = new Splitting({
    ...{ db, log, reader },
    read: (companyId) => reading.sweepSoon(companyId),
  });
  ends.drain(() => hookSplitting.stop());
  const hooks = new Hooks({
    ...{ db, log, cipher },
    split: (companyId) => hookSplitting.add(companyId),
  });
  ends.drain(() => hooks.idle());
  const catchUps = new CatchUps({
    ...{ db, log, cipher, network: outbound.graphNetwork },
    read: (companyId) => reading.sweepSoon(companyId),
  });
  ends.drain(() => catchUps.stop());
  const metaAccounts = new MetaAccounts({
    ...{ db, log, announce, handlers, cipher, handOver },
    network: outbound.graphNetwork,
    read: (companyId) => reading.sweepSoon(companyId),
    catchUp: (account) => catchUps.start(account),
  });
  ends.drain(() => metaAccounts.stop());
  return { reading, mailboxes, intake, hooks, hookSplitting, metaAccounts, catchUps };
}
