/** The sign-in by code: nobody is locked out by others' guesses, and callers are counted right. */
import { Browser } from "@/attack/browser.ts";
import { type Answer, type Caller, isLimited } from "@/attack/caller.ts";
import type { Report } from "@/attack/report.ts";
import { describeAnswer } from "@/attack/scene.ts";

const area = "Sign-in: others' guesses and addresses";

interface Context {
  caller: Caller;
  report: Report;
  mark: string;
  /** Header that the gateway believes about a caller's address. */
  clientIpHeader?: string;
}

const [ownCode, callers] = [
  "Wrong codes of others leave a person's own code open",
  "An IPv6 network of 64 bits is one caller, and so is an IPv4 address however written",
];
const retryAfterTitle = "Who asks too much is told when to come again";

/** Guesses beyond any limit. */
const guesses = 33;
/** Codes and links beyond any limit of one caller. */
const mostCodes = 60;
const mostLinks = 150;
const wrongCode = "000000";

export async function trySignIn(context: Context): Promise<void> {
  const { caller, report, mark, clientIpHeader } = context;
  const skip = (why: string) =>
    [ownCode, callers, retryAfterTitle].forEach((what) => report.skip(area, what, why));
  const health = await caller.call("GET", "/.gateway/healthz");
  if (health.status !== 200) return skip("no gateway of Relevo's own answers here");
  const from = (address: string) =>
    new Browser(caller, clientIpHeader ? { [clientIpHeader]: address } : {});
  const answers: Answer[] = [];
  const collect = async (answer: Promise<Answer>) => {
    answers.push(await answer);
    return await answer;
  };
  const ask = (who: Browser, name: string) =>
    collect(who.post("/.gateway/code", { email: `${mark}-${name}@attack.invalid` }));
  const guess = (who: Browser, name: string) =>
    collect(who.post("/.gateway/code/check", {
      email: `${mark}-${name}@attack.invalid`,
      code: wrongCode,
    }));

  const owner = from("198.51.100.1");
  const first = await ask(owner, "own");
  if (first.status === 404) return skip("this gateway sends no codes");
  await report.check(area, ownCode, async (trial) => {
    trial.expect(first.status === 200, `a code asked for: ${describeAnswer(first)}`);
    const stranger = from("198.51.100.2");
    for (let n = 0; n < guesses; n++) {
      if (n % 6 === 0) await ask(stranger, "own");
      // Every other one is of nobody in particular, as by a program without cookies.
      const answer = await guess(n % 2 ? stranger : from("198.51.100.3"), "own");
      trial.expect(
        answer.status < 500 && answer.status >= 400,
        `a wrong code: ${describeAnswer(answer)}`,
      );
    }
    // Two of its three tries.
    for (const which of ["first", "second"]) {
      const answer = await guess(owner, "own");
      trial.expect(answer.status === 400, `the owner's ${which} try: ${describeAnswer(answer)}`);
    }
  });
  const lookUp = (address: string) =>
    collect(caller.call("GET", `/enter/${crypto.randomUUID()}`, {
      headers: { [clientIpHeader!]: address },
      once: true,
    }));
  if (clientIpHeader) await tryCallers({ report, from, ask, lookUp });
  else report.skip(area, callers, "give --client-ip-header");
  await report.check(area, retryAfterTitle, (trial) => {
    for (const answer of answers) {
      trial.expect(answer.status !== 429 || isLimited(answer), "429 without Retry-After");
    }
    return Promise.resolve();
  });
}

interface Calling {
  report: Report;
  from: (address: string) => Browser;
  ask: (who: Browser, name: string) => Promise<Answer>;
  /** Follows an invitation that is none. */
  lookUp: (address: string) => Promise<Answer>;
}

async function tryCallers({ report, from, ask, lookUp }: Calling): Promise<void> {
  const network = randomNetwork();
  const ofNetwork = (n: number) =>
    from(`${network}:${(n * 7_919 % 65_536).toString(16)}::${n + 1}`);
  const codesOf = (name: string, address: (n: number) => Browser) =>
    untilRefused(mostCodes, (n) => ask(address(n), `${name}-${n}`));
  const codes = await codesOf("six", ofNetwork);
  const elsewhere = await ask(from(`${randomNetwork()}::1`), "elsewhere");
  if (codes !== undefined && elsewhere.status === 429) {
    const why = "the address in --client-ip-header is not believed here";
    return report.skip(area, callers, why);
  }
  await report.check(area, callers, async (trial) => {
    const isCounted = (count: number | undefined, what: string) =>
      trial.expect(count !== undefined, `${what}: none was refused`);
    isCounted(codes, `${mostCodes} codes from one IPv6 network`);
    const [a, b] = crypto.getRandomValues(new Uint8Array(2));
    const spellings = [
      `192.0.${a}.${b}`,
      `::ffff:192.0.${a}.${b}`,
      `::ffff:c000:${(a! * 256 + b!).toString(16)}`,
    ];
    const four = await codesOf("four", (n) => from(spellings[n % spellings.length]!));
    isCounted(four, `${mostCodes} codes from one IPv4 address in three spellings`);
    const other = randomNetwork();
    const links = await untilRefused(mostLinks, (n) => lookUp(`${other}::${n + 1}`));
    isCounted(links, `${mostLinks} links looked up from one IPv6 network`);
    trial.figures = `refused after ${codes}, ${four} and ${links}`;
  });
}

/** Counts the calls that passed before a refusal; undefined without one. */
async function untilRefused(
  most: number,
  act: (n: number) => Promise<Answer>,
): Promise<number | undefined> {
  for (let n = 0; n < most; n++) {
    const answer = await act(n);
    if (answer.status === 429) return n;
  }
  return undefined;
}

/** The first 64 bits of addresses that are for documentation (RFC 3849). */
function randomNetwork(): string {
  const [a, b] = crypto.getRandomValues(new Uint16Array(2));
  return `2001:db8:${a!.toString(16)}:${b!.toString(16)}`;
}
