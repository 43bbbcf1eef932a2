/** One company's ordinary day, alone and while a caller of another does its worst. */
import { arrivalsOf } from "@/bench/arrivals.ts";
import { runLoad, startLoad } from "@/bench/children.ts";
import { type FilledStage, openFilledStage } from "@/bench/crm/filled_stage.ts";
import { watchShare } from "@/bench/machine.ts";
import { crowdOf, newcomersOf } from "@/bench/fairness/people.ts";
import { equip, type Equipment, type Kind } from "@/bench/stage.ts";
import type { AttackLoad, AttackResult } from "@/bench/load/attacks/ask.ts";
import type { VictimLoad, VictimResult } from "@/bench/load/victim.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { connectProgram, makeSecretsKey } from "@/tests/support/channel_account.ts";
import { authorityFile, certificateFor } from "@/tests/support/certificates.ts";

/** Calls of the victim. */
export const deeds = ["page", "read", "send", "answer", "callback"] as const;

/** Milliseconds of each deed, and the calls that failed. */
export type Day = Record<typeof deeds[number], number[]> & { failures: string[] };

export interface Duel {
  attack: string;
  quiet: Day;
  during: Day;
  /** Answers that the attacker had, by status. */
  answers: AttackResult;
  /** Of one processor, during the attack: what the attacker's process took, and the app's. */
  shares: { attacker: number; app: number };
}

interface FairnessOptions {
  kind: Kind;
  scale: number;
  /** Of each day. */
  seconds: number;
  /** Phones of the attacker. */
  phones: number;
  /** Only attacks whose name has this text. */
  only?: string;
}

const attacker = 2;
const ordinaryLimits = {
  RATE_LIMIT_PER_SECOND: "",
  PHONE_LIMIT_PER_SECOND: "",
  COMPANY_LIMIT_PER_SECOND: "",
  MEMBER_LIMIT_PER_SECOND: "",
};
const keyCount = 20;
const channelCount = 10;
const turnsPerSecond = 5;
/** Until an attack is at its worst. */
const buildUpSeconds = 3;

/** Every attack in turn, each after a quiet day; the app has its ordinary limits. */
export async function measureFairness(options: FairnessOptions): Promise<Duel[]> {
  const { kind, scale, seconds } = options;
  let theirs: Pick<AttackLoad, "keys" | "phones" | "quoteIds" | "channels"> | undefined;
  const secretsKey = makeSecretsKey();
  let crowd: { email: string; companyId: number }[] = [];
  const ca = await authorityFile();
  await using receiver = startLoad("receiver", certificateFor());
  const receiverUrl = `https://127.0.0.1:${await receiver.line<number>()}`;
  try {
    await using filled = await openFilledStage(kind, {
      scale,
      now: new Date(),
      users: names("customer", 20),
      prepare: async (database) => {
        const { key, phones } = await equip(database, attacker, names("theirs", options.phones));
        crowd = await crowdOf(database);
        const keys = [key];
        while (keys.length < keyCount) keys.push((await equip(database, attacker, [])).key);
        const quotes = await inCompany(
          database.db,
          attacker,
          (trx) =>
            trx.selectFrom("quotes").select("id").where("company_id", "=", attacker).limit(50)
              .execute(),
        );
        const channels: AttackLoad["channels"] = [];
        while (channels.length < channelCount) {
          const name = `Bot ${channels.length}`;
          const given = { companyId: attacker, name, secretsKey };
          channels.push(await connectProgram(database.db, given));
        }
        theirs = { keys, phones, channels, quoteIds: quotes.map(({ id }) => id) };
      },
      env: {
        NODE_EXTRA_CA_CERTS: ca,
        ...ordinaryLimits,
        SECRETS_KEYS: secretsKey,
        // Each caller says its address, so that a stranger's is not everybody's.
        CLIENT_IP_HEADER: "X-Client-Address",
        LOG_LEVEL: "error",
      },
    });
    const { app } = filled;
    const day: VictimLoad = {
      url: app.url,
      token: app.token,
      ...equipmentOf(filled),
      callbackUrl: `${receiverUrl}/callbacks`,
      turnsPerSecond,
      turns: seconds * turnsPerSecond,
    };
    const token = await filled.tokenOf(attacker);
    const attacks = (await runLoad<string[]>("attack", "names"))
      .filter((name) => name.includes(options.only ?? ""));
    const people = {
      crowd: await Promise.all(crowd.map(async ({ email, companyId }) => ({
        token: await filled.tokenFor(email),
        companyId,
      }))),
      newcomers: await newcomersOf(filled.tokenFor),
      guest: "guest@example.com",
    };
    await liveThrough({ ...day, turns: 2 * turnsPerSecond }, receiverUrl);
    const duels: Duel[] = [];
    for (const name of attacks) {
      const quiet = await liveThrough(day, receiverUrl);
      const load: AttackLoad = {
        name,
        url: app.url,
        seconds: seconds + buildUpSeconds + 1,
        token,
        ...theirs!,
        ...people,
      };
      await using attack = startLoad("attack", load, { isPolite: true });
      await attack.line();
      await new Promise((resolve) => setTimeout(resolve, buildUpSeconds * 1_000));
      const [shareOfAttack, shareOfApp] = [watchShare(attack.pid), watchShare(app.pid)];
      const during = await liveThrough(day, receiverUrl);
      const shares = { attacker: shareOfAttack(), app: shareOfApp() };
      duels.push({
        attack: name,
        quiet,
        during,
        shares,
        answers: await attack.line<AttackResult>(),
      });
    }
    return duels;
  } finally {
    await Deno.remove(ca);
  }
}

function equipmentOf({ stage: { key, phones } }: FilledStage): Equipment {
  return { key, phones };
}

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
}

async function liveThrough(load: VictimLoad, receiverUrl: string): Promise<Day> {
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
