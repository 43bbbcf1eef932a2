/** The search for a mailbox's servers, which asks hosts that a stranger may run. */
import { type Answer, type Caller, isLimited } from "@/attack/caller.ts";
import { mostMs, type Patience, whileOthersAsk } from "@/attack/patience.ts";
import type { Report } from "@/attack/report.ts";
import { describeAnswer } from "@/attack/scene.ts";

const area = "Mail servers of a domain: one search at a time, and never long";

interface Context {
  caller: Caller;
  report: Report;
  mark: string;
  patience: Patience;
  /** Header that a member is signed in by. */
  member?: [name: string, value: string];
  /** A domain whose `autoconfig.` host is the attacker's own. */
  hostileDomain?: string;
}

/** The service's own bound, waiting included. */
const searchMs = 5_000;
/** Enough searches and rounds that two overlap, even where a search is quick. */
const atOnce = 6;
const mostRounds = 10;

export async function tryDiscover(context: Context): Promise<void> {
  const { caller, report, mark, patience, member, hostileDomain } = context;
  const second = "A member's second search at once is told when to come again";
  const hostile = "A hostile domain's answer holds nobody up";
  if (!member) {
    for (const what of [second, hostile]) report.skip(area, what, "give --member");
    return;
  }
  const [name, value] = member;
  const headers = { [name]: value, "Origin": caller.base, "Sec-Fetch-Site": "same-origin" };
  let path = "/api/admin/channels/discover";
  const search = (domain: string) =>
    caller.call("POST", path, { headers, json: { address: `hello@${domain}` }, once: true });

  await report.check(area, second, async (trial) => {
    const me = await caller.call("GET", "/api/admin/me", { headers });
    if (me.status !== 200) throw new Error(`--member is not signed in: ${describeAnswer(me)}`);
    const company = me.body?.data?.companies?.[0]?.id;
    if (company !== undefined) path += `?company_id=${company}`;
    const alone = await search(`${mark}.invalid`);
    trial.expect(alone.status === 200, `one search alone: ${describeAnswer(alone)}`);
    let answers: Answer[] = [];
    const isRefused = ({ status }: Answer) => status === 429;
    for (let round = 0; round < mostRounds && !answers.some(isRefused); round++) {
      const domains = Array.from({ length: atOnce }, (_, n) => `${mark}-${round}-${n}.invalid`);
      answers = await Promise.all(domains.map(search));
    }
    for (const answer of answers) {
      trial.expect(
        answer.status === 200 || isLimited(answer),
        `beside others: ${describeAnswer(answer)}`,
      );
    }
    const refused = answers.filter(isRefused).length;
    trial.expect(refused > 0, `${atOnce} searches at once were all made`);
    const isInTime = answers.every(({ ms }) => ms <= searchMs + mostMs([me], patience.beyondMs));
    trial.expect(isInTime, `a search took more than ${searchMs} ms`);
    trial.figures = `${atOnce - refused} of ${atOnce} at once were made`;
  });

  if (!hostileDomain) return report.skip(area, hostile, "give --hostile-domain, a host of yours");
  await report.check(
    area,
    hostile,
    (trial) =>
      whileOthersAsk({ caller, trial, patience }, async () => {
        const answer = await search(hostileDomain);
        const isAnswered = answer.status >= 200 && answer.status < 500;
        trial.expect(isAnswered, `the search for ${hostileDomain}: ${describeAnswer(answer)}`);
        const isInTime = answer.ms <= searchMs + patience.beyondMs;
        trial.expect(isInTime, `the search for ${hostileDomain} took ${Math.round(answer.ms)} ms`);
      }),
  );
}
