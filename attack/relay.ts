/** Mails that a notification falls back to: a key must not be a way to write to everybody. */
import type { Answer, Caller } from "@/attack/caller.ts";
import type { Report } from "@/attack/report.ts";
import { describeAnswer, send, senderOf, type Side } from "@/attack/scene.ts";

const area = "Mails of notifications: no key is a mail relay";

interface Context {
  caller: Caller;
  report: Report;
  mark: string;
  /** A key of the scope `send`, of a company with an e-mail account. */
  sendKey?: string;
  /** Different strangers that a key may have mailed in a day. */
  strangers: number;
}

/** Longer than the notification lives, so that no mail ever leaves. */
const afterS = 86_400;

/** @returns the sender whose notifications are to be taken away */
export async function tryRelay(context: Context): Promise<Side | undefined> {
  const { caller, report, mark, sendKey, strangers } = context;
  const what = `A key reaches ${strangers} strangers a day by mail, and not one more`;
  if (sendKey === undefined) return void report.skip(area, what, "give --send-key");
  const sender = senderOf(sendKey, mark);
  const mail = (n: number) =>
    send(caller, sender, {
      mark,
      fields: { fallback: { after: afterS, email: `${mark}-${n}@stranger.invalid` } },
    });
  const first = await mail(0);
  if (first.status === 422 && isOfFallback(first) && !namesBound(first)) {
    report.skip(area, what, "the company of --send-key has no e-mail account");
    return sender;
  }
  await report.check(area, what, async (trial) => {
    trial.expect(first.status === 202, `the first stranger: ${describeAnswer(first)}`);
    let refused: Answer | undefined;
    let accepted = 1;
    while (!refused && accepted <= strangers) {
      const answer = await mail(accepted);
      if (answer.status === 202) accepted++;
      else refused = answer;
    }
    trial.expect(refused !== undefined, `${accepted} different strangers were all accepted`);
    if (refused) {
      const isRight = refused.status === 422 && isOfFallback(refused);
      trial.expect(isRight, `stranger ${accepted + 1}: ${describeAnswer(refused)}`);
      trial.expect(namesBound(refused), "the refusal does not name the bound");
    }
    const again = await mail(0);
    trial.expect(again.status === 202, `the first stranger once more: ${describeAnswer(again)}`);
    trial.figures = `${accepted} strangers accepted`;
  });
  return sender;
}

function wordsOf({ body }: Answer): string | undefined {
  return body?.fields?.["fallback.email"] ?? body?.fields?.fallback;
}

function isOfFallback(answer: Answer): boolean {
  return answer.body?.code === "fallback" || wordsOf(answer) !== undefined;
}

function namesBound(answer: Answer): boolean {
  return /\d/.test(wordsOf(answer) ?? answer.body?.error ?? "");
}
