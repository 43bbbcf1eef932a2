/** Text that is made to cost its reader much: every endpoint that takes a stranger's must stay quick. */
import { type Answer, type Caller, isLimited } from "@/attack/caller.ts";
import { mostMs, type Patience, whileOthersAsk } from "@/attack/patience.ts";
import type { Report, Trial } from "@/attack/report.ts";
import { describeAnswer, send, type Side, userOf } from "@/attack/scene.ts";

const area = "Hostile text: what strangers write is read in good time";

const units: Record<string, string> = {
  "brackets": "(",
  "newlines": "\n",
  "closing tags": "</b> ",
  "entities": "&#32;",
  "blanks": " ",
  "tabs and newlines": "\t\n",
  "quotation marks": '"',
  "quoted lines": "> \n",
  "at signs": "@",
  "labels of a name": "a.",
  "digits": "0 ",
  "combining marks": "e\u0301\u0301",
  "invisible letters": "\u200b\u202e",
  "formulas": "=(",
};

/** A letter first, so that the text is none of blanks alone. */
function filled(unit: string, characters: number): string {
  return `x${unit.repeat(Math.floor((characters - 2) / unit.length))}x`;
}

interface Context {
  caller: Caller;
  report: Report;
  mark: string;
  side: Side;
  patience: Patience;
  /** A program's account and a key of the scope `channel`. */
  program?: { key: string; channelId: number };
}

/** Sends one text; the nth of its endpoint. */
type Endpoint = (unit: string, n: number) => Promise<Answer>;

/** A plain one is sent three times before. */
const plain = "word ";
const quietSends = 3;

export async function tryHostileText(context: Context): Promise<void> {
  const { caller, report, patience, program } = context;
  const endpoints = endpointsOf(context);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    await report.check(area, name, (trial) => tryEndpoint(endpoint, { trial, caller, patience }));
  }
  if (program) return;
  report.skip(area, programEndpoint, "give --channel-key and --channel");
}

const programEndpoint = "Messages that a program brings, of 100,000 characters";

async function tryEndpoint(
  endpoint: Endpoint,
  { trial, caller, patience }: { trial: Trial; caller: Caller; patience: Patience },
): Promise<void> {
  const quiet: Answer[] = [];
  while (quiet.length < quietSends) quiet.push(await endpoint(plain, quiet.length));
  const limitMs = mostMs(quiet, patience.beyondMs);
  await whileOthersAsk({ caller, trial, patience }, async () => {
    for (const [at, [name, unit]] of Object.entries(units).entries()) {
      const answer = await endpoint(unit, quietSends + at);
      const { status, ms } = answer;
      trial.expect(status >= 200 && status < 500, `${name}: ${describeAnswer(answer)}`);
      trial.expect(ms <= limitMs, `${name} took ${Math.round(ms)} ms, more than ${limitMs | 0}`);
      trial.expect(status !== 429 || isLimited(answer), `${name}: 429 without Retry-After`);
    }
  });
}

function endpointsOf({ caller, mark, side, program }: Context): Record<string, Endpoint> {
  return {
    "The public contact form": (unit, n) =>
      caller.call("POST", "/api/contact", {
        // Beyond its limit it says so at once, and would for minutes.
        once: true,
        json: {
          name: filled(unit, 200),
          email: `${mark}-${n}@attack.invalid`,
          subject: filled(unit, 200),
          message: filled(unit, 5_000),
          referrer: filled(unit, 2_000),
          utm_source: filled(unit, 2_000),
          wish: filled(unit, 500),
        },
      }),
    "Notifications, as long as they may be": (unit, n) =>
      send(caller, side, {
        mark,
        fields: {
          title: filled(unit, 120),
          body: filled(unit, 2_000),
          tag: filled(unit, 60),
          idempotencyKey: `${mark}-${n}`,
        },
      }),
    "Notifications of 200 KB, which are refused": (unit) =>
      send(caller, side, {
        mark,
        fields: { title: filled(unit, 60_000), body: filled(unit, 60_000), sender: unit },
      }),
    ...(program
      ? {
        [programEndpoint]: (unit: string, n: number) =>
          caller.call("POST", "/api/messages", {
            as: program.key,
            json: {
              channelId: program.channelId,
              externalId: `${mark}-${n}`,
              from: { id: `${userOf(mark)}-${n}`, name: filled(unit, 200) },
              text: filled(unit, 100_000),
            },
          }),
      }
      : {}),
  };
}
