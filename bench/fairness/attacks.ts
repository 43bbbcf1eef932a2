/** One company's ordinary day, alone and while a caller of another does its worst. */
import { arrivalsOf } from "@/bench/arrivals.ts";
import { runLoad, startLoad } from "@/bench/children.ts";
import { type FilledStage, openFilledStage } from "@/bench/crm/filled_stage.ts";
import { hostileMails } from "@/bench/load/attacks/hostile.ts";
import type { MailboxAt } from "@/bench/load/attacks/imap.ts";
import { watchShare } from "@/bench/machine.ts";
import { watchMemory } from "@/bench/memory.ts";
import { type HonestMail, timeHonestMail } from "@/bench/fairness/honest_mail.ts";
import { crowdOf, newcomersOf } from "@/bench/fairness/people.ts";
import { equip, type Equipment, type Kind } from "@/bench/stage.ts";
import type { AttackLoad, AttackResult } from "@/bench/load/attacks/ask.ts";
import type { VictimLoad, VictimResult } from "@/bench/load/victim.ts";
import type { Database } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { connectMailbox, connectProgram, makeSecretsKey } from "@/tests/support/channel_account.ts";
import {
  type Dovecot,
  hasDovecot,
  password,
  startDovecot,
} from "@/tests/channels/email/dovecot.ts";
import { freePort } from "@/tests/support/process.ts";
import { authorityFile, certificateFor } from "@/tests/support/certificates.ts";

/** Calls of the victim. */
export const deeds = ["page", "read", "send", "answer", "callback"] as const;

/** Milliseconds of each deed, and the calls that failed. */
export type Day = Record<typeof deeds[number], number[]> & {
  failures: string[];
  /** Most resident memory of the app and of what reads for it. */
  memoryMiB: number;
  /** Honest mails, where mails are the attack. */
  mail?: HonestMail;
};

export interface Duel {
  attack: string;
  quiet: Day;
  during: Day;
  /** Answers that the attacker had, by status. */
  answers: AttackResult;
  /** Shares of one processor during the attack: the attacker's process and the app's. */
  shares: { attacker: number; app: number };
}

interface FairnessOptions {
  kind: Kind;
  scale: number;
  /** Seconds of the limit's day. */
  seconds: number;
  /** Phones of the attacker. */
  phones: number;
  /** Most seconds that honest mails are waited for. */
  patienceS: number;
  /** Only attacks whose name has this text. */
  only?: string;
}

const victim = 1;
const attacker = 2;
const ordinaryLimits = {
  RATE_LIMIT_PER_SECOND: "",
  PHONE_LIMIT_PER_SECOND: "",
  COMPANY_LIMIT_PER_SECOND: "",
  MEMBER_LIMIT_PER_SECOND: "",
};
const keyCount = 20;
const channelCount = 10;
const roundsPerSecond = 5;
/** Seconds until an attack is at its worst. */
const buildUpSeconds = 3;

/** Every attack in turn, each after a quiet day; the app has its ordinary limits. */
export async function measureFairness(options: FairnessOptions): Promise<Duel[]> {
  const ca = await authorityFile();
  await using receiver = startLoad("receiver", certificateFor());
  const receiverUrl = `https://127.0.0.1:${await receiver.line<number>()}`;
  const attacks = (await runLoad<string[]>("attack", "names"))
    .filter((name) => name.includes(options.only ?? ""))
    .filter((name) => name !== hostileMails || hasDovecot);
  await using mailServer = attacks.includes(hostileMails) ? await startDovecot() : undefined;
  try {
    const { filled, load } = await openArena(options, { ca, mailServer });
    await using _ = filled;
    const { app } = filled;
    const day: VictimLoad = {
      url: app.url,
      token: app.token,
      ...equipmentOf(filled),
      callbackUrl: `${receiverUrl}/callbacks`,
      roundsPerSecond,
      rounds: options.seconds * roundsPerSecond,
    };
    const arena: Arena = { filled, day, receiverUrl, options, load, mailServer };
    await liveThrough({ ...day, rounds: 2 * roundsPerSecond }, receiverUrl);
    const duels: Duel[] = [];
    for (const name of attacks) duels.push(await fight(name, arena));
    return duels;
  } finally {
    await Deno.remove(ca);
  }
}

/** An attack without its name. */
type Means = Omit<AttackLoad, "name" | "url" | "seconds">;

interface Arena {
  filled: FilledStage;
  day: VictimLoad;
  receiverUrl: string;
  options: FairnessOptions;
  load: Means;
  mailServer?: Dovecot;
}

/** A quiet day, and one during the attack. */
async function fight(name: string, arena: Arena): Promise<Duel> {
  const { filled: { app }, options: { seconds } } = arena;
  const quiet = await liveBeside(name, arena);
  const load: AttackLoad = {
    name,
    url: app.url,
    // Mails that come late are waited for, so the attack goes on beside them.
    seconds: (name === hostileMails ? 2 * seconds : seconds) + buildUpSeconds + 1,
    ...arena.load,
  };
  await using attack = startLoad("attack", load, { isPolite: true });
  await attack.line();
  await new Promise((resolve) => setTimeout(resolve, buildUpSeconds * 1_000));
  const [shareOfAttack, shareOfApp] = [watchShare(attack.pid), watchShare(app.pid)];
  const during = await liveBeside(name, arena);
  const shares = { attacker: shareOfAttack(), app: shareOfApp() };
  return { attack: name, quiet, during, shares, answers: await attack.line<AttackResult>() };
}

async function liveBeside(name: string, arena: Arena): Promise<Day> {
  const { filled: { app }, day, receiverUrl, options, load, mailServer } = arena;
  const memory = watchMemory(app.pid);
  const [lived, mail] = await Promise.all([
    liveThrough(day, receiverUrl),
    name === hostileMails && timeHonestMail(app.url, {
      victim: { mailbox: mailboxOf(mailServer!, victim), companyId: victim, token: app.token },
      attacker: { mailbox: load.mailbox!, companyId: attacker, token: load.token },
    }, options),
  ]);
  return { ...lived, memoryMiB: (await memory()).totalMiB, ...(mail ? { mail } : {}) };
}

/** The app on a filled database, and what the second company attacks with. */
async function openArena(
  { kind, scale, phones: phoneCount }: FairnessOptions,
  { ca, mailServer }: { ca: string; mailServer?: Dovecot },
) {
  const secretsKey = makeSecretsKey();
  const domain = { name: "hostile.example", port: freePort() };
  let theirs: Pick<Means, "keys" | "phones" | "quoteIds" | "channels"> | undefined;
  let crowd: { email: string; companyId: number }[] = [];
  const preload = new URL("hostile_domain.ts", import.meta.url);
  preload.search = new URLSearchParams({ port: `${domain.port}`, domain: domain.name }).toString();
  const filled = await openFilledStage(kind, {
    scale,
    now: new Date(),
    users: names("customer", 20),
    runtimeArgs: [`--preload=${preload}`],
    prepare: async (database) => {
      crowd = await crowdOf(database);
      theirs = await equipAttacker(database, { phoneCount, secretsKey });
      for (const companyId of mailServer ? [victim, attacker] : []) {
        const { port: imapPort, ...login } = mailboxOf(mailServer!, companyId);
        await connectMailbox(database.db, {
          ...{ companyId, ...login, imapPort, smtpPort: 9, secretsKey },
          ...{ name: "Mailbox", address: `hello@empresa${companyId}.example` },
        });
      }
    },
    env: {
      NODE_EXTRA_CA_CERTS: ca,
      ...ordinaryLimits,
      SECRETS_KEYS: secretsKey,
      CHANNEL_ALLOW_NETS: "127.0.0.0/8",
      // Each caller says its address, so that a stranger's is not everybody's.
      CLIENT_IP_HEADER: "X-Client-Address",
      LOG_LEVEL: "error",
    },
  });
  const hosts = [domain.name, `autoconfig.${domain.name}`];
  const load: Means = {
    token: await filled.tokenOf(attacker),
    ...theirs!,
    crowd: await Promise.all(crowd.map(async ({ email, companyId }) => ({
      token: await filled.tokenFor(email),
      companyId,
    }))),
    newcomers: await newcomersOf(filled.tokenFor),
    guest: "guest@example.com",
    ...(mailServer ? { mailbox: mailboxOf(mailServer, attacker) } : {}),
    domain: { ...domain, ...certificateFor({ names: hosts }) },
  };
  return { filled, load };
}

async function equipAttacker(
  database: Database,
  { phoneCount, secretsKey }: { phoneCount: number; secretsKey: string },
) {
  const { key, phones } = await equip(database, attacker, names("theirs", phoneCount));
  const keys = [key];
  while (keys.length < keyCount) keys.push((await equip(database, attacker, [])).key);
  const quotes = await inCompany(
    database.db,
    attacker,
    (trx) =>
      trx.selectFrom("quotes").select("id").where("company_id", "=", attacker).limit(50)
        .execute(),
  );
  const channels: Means["channels"] = [];
  while (channels.length < channelCount) {
    const name = `Bot ${channels.length}`;
    channels.push(
      await connectProgram(database.db, { companyId: attacker, name, secretsKey }),
    );
  }
  return { keys, phones, channels, quoteIds: quotes.map(({ id }) => id) };
}

function mailboxOf({ port }: Dovecot, companyId: number): MailboxAt {
  return { port, user: `company-${companyId}`, password };
}

function equipmentOf({ stage: { key, phones } }: FilledStage): Equipment {
  return { key, phones };
}

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
}

async function liveThrough(
  load: VictimLoad,
  receiverUrl: string,
): Promise<Omit<Day, "memoryMiB">> {
  const result = await runLoad<VictimResult>("victim", load);
  const arrivals = await arrivalsOf(
    receiverUrl,
    result.answered.map(({ notificationId }) => notificationId),
  );
  return {
    page: result.pageMs,
    read: result.readMs,
    send: result.sendMs,
    answer: result.answerMs,
    callback: result.answered.map(({ notificationId, sentAt }) =>
      arrivals[notificationId]![0]! - sentAt
    ),
    failures: result.failures,
  };
}
