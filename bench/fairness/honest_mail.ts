/** Honest mail of the victim's company and of the attacker's: how long until an open page hears. */
import { mailOf } from "@/bench/channels/mailbox.ts";
import { type MailboxAt, openAppending } from "@/bench/load/attacks/imap.ts";

/** Seconds from a mail's arrival in the mailbox; one that was not heard of counts as it waited. */
export interface HonestMail {
  victim: number[];
  /** Seconds of mail to the attacked company, from senders it knows. */
  attacker: number[];
  /** Mails that nobody heard of in time. */
  unheard: number;
}

interface Reader {
  mailbox: MailboxAt;
  companyId: number;
  token: string;
}

const everyMs = 1_000;
const lookMs = 250;

/** Every round has the same writers, who are known from the second on. */
export async function timeHonestMail(
  url: string,
  readers: Record<"victim" | "attacker", Reader>,
  { seconds, patienceS }: { seconds: number; patienceS: number },
): Promise<HonestMail> {
  const [victim, attacker] = await Promise.all(
    [readers.victim, readers.attacker].map((reader) =>
      timeOne(url, reader, { seconds, patienceS })
    ),
  );
  return {
    victim: victim!.seconds,
    attacker: attacker!.seconds,
    unheard: victim!.unheard + attacker!.unheard,
  };
}

let mails = 0;

async function timeOne(
  url: string,
  { mailbox, companyId, token }: Reader,
  { seconds, patienceS }: { seconds: number; patienceS: number },
) {
  const follow = new AbortController();
  const { signal } = follow;
  const sent = new Map<string, number>();
  const tookS: number[] = [];
  const headers = { "Cf-Access-Jwt-Assertion": token };
  /** Asks until it is answered: the attack may have a call refused. */
  const read = async (path: string) => {
    for (;; await pause(lookMs)) {
      const place = `${url}/api/admin/${path}?company_id=${companyId}`;
      const answer = await fetch(place, { headers, signal });
      if (answer.status === 200 || answer.status === 404) return (await answer.json()).data;
      await answer.body?.cancel();
    }
  };
  const notice = async (id: number, heardAt: number) => {
    const name = (await read(`contacts/${id}`))?.name;
    const sentAt = sent.get(name);
    if (sentAt !== undefined && sent.delete(name)) tookS.push((heardAt - sentAt) / 1_000);
  };
  let cursor: string | undefined;
  const follows = async () => {
    const changes = await fetch(`${url}/api/admin/changes?company_id=${companyId}`, {
      headers: { ...headers, ...(cursor === undefined ? {} : { "Last-Event-ID": cursor }) },
      signal,
    });
    if (changes.status !== 200) return await changes.body?.cancel();
    let rest = "";
    for await (const text of changes.body!.pipeThrough(new TextDecoderStream())) {
      const heardAt = performance.now();
      const events = (rest + text).split("\n\n");
      rest = events.pop()!;
      for (const event of events) {
        cursor = /^id: (.*)$/m.exec(event)?.[1] ?? cursor;
        const { noun, id } = JSON.parse(/^data: (\{.*)$/m.exec(event)?.[1] ?? "{}");
        if (noun === "contact") notice(id, heardAt).catch(() => {});
      }
    }
  };
  const hear = async () => {
    for (; !signal.aborted; await pause(lookMs)) await follows().catch(() => {});
  };
  const isWorking = async () => {
    const accounts: { kind: string; state: string }[] = await read("channels");
    return accounts.some(({ kind, state }) => kind === "email" && state === "working");
  };
  while (!await isWorking()) await pause(lookMs);
  const hearing = hear();
  while (cursor === undefined) await pause(lookMs);
  const appending = await openAppending(mailbox);
  for (let n = 0; n < seconds; n++) {
    const next = pause(everyMs);
    const writer = `Honest ${n}`;
    const mail = mailOf(writer, 1_000_000 + ++mails);
    sent.set(writer, performance.now());
    await appending.append(mail);
    await next;
  }
  appending.close();
  const giveUpAt = performance.now() + patienceS * 1_000;
  while (sent.size > 0 && performance.now() < giveUpAt) await pause(lookMs);
  follow.abort();
  await hearing;
  const waited = [...sent.values()].map((sentAt) => (performance.now() - sentAt) / 1_000);
  return { seconds: [...tookS, ...waited], unheard: waited.length };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
