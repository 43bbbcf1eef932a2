/** Trials for a throw-away installation only: they fill limits for hours. */
import * as z from "zod";
import type { Caller } from "@/attack/caller.ts";
import { tryDiscover } from "@/attack/discover.ts";
import { tryHostileText } from "@/attack/hostile_text.ts";
import type { Patience } from "@/attack/patience.ts";
import { tryRelay } from "@/attack/relay.ts";
import type { Report } from "@/attack/report.ts";
import type { Side } from "@/attack/scene.ts";
import { trySignIn } from "@/attack/sign_in.ts";

const headerName = /^[A-Za-z0-9-]+$/;
const anyKey = z.string().regex(/^rlv_[\w-]{20,}$/, "must be an API key, which begins with rlv_");

/** Options that `--throwaway` alone takes. */
export const throwawayShape = {
  confirm: z.string().optional(),
  member: z.string().regex(/^[A-Za-z0-9-]+: *\S.*$/, "must be a header, as Name: value").optional(),
  "hostile-domain": z.string().regex(/^[a-z\d.-]+\.[a-z]{2,}$/i, "must be a domain").optional(),
  "client-ip-header": z.string().regex(headerName, "must be the name of a header").optional(),
  "send-key": anyKey.optional(),
  strangers: z.coerce.number("must be a number").int("must be a whole number")
    .min(1, "must be 1 or more").max(500, "must be 500 or less").optional(),
  "channel-key": anyKey.optional(),
  channel: z.coerce.number("must be a number").int("must be a whole number")
    .min(1, "must be 1 or more").optional(),
};

export type ThrowawayOptions = z.output<z.ZodObject<typeof throwawayShape>>;

export const throwawayUsage = `
  --throwaway     tries more, on an installation that was made for it and holds nothing dear: text
                  that is made to be slow, wrong codes, limits of callers, mails to strangers. It
                  leaves contacts and messages behind, and limits of a day used up; ends within 12
                  minutes; and begins once the host of --url was typed. With it alone:
  --confirm       that host, where nobody can be asked
  --member        a header that a member is signed in by: "Cookie: …" of Relevo's own gateway, or
                  "Cf-Access-Jwt-Assertion: …"
  --hostile-domain  a domain whose autoconfig. host is yours and answers what is slow to read
  --client-ip-header  the header in which this installation is told a caller's address, where
                  you may set it
  --send-key      a key of the scope send, of a company with an e-mail account
  --strangers     its MAX_FALLBACK_STRANGERS_PER_DAY; 50 unless told
  --channel-key   a key of the scope channel, and
  --channel       the id of its account`;

const defaultStrangers = 50;

/**
 * Asks for the host's name unless the option gives it, so that no real installation is attacked.
 * @param ask reads a reply; null without a terminal
 */
export function isConfirmed(
  base: string,
  confirm: string | undefined,
  ask: (question: string) => string | null,
): boolean {
  const { host } = new URL(base);
  const question = `This leaves ${host} full of what it tried. ` +
    `Type its host to go on (${host}):`;
  return (confirm ?? ask(question) ?? "").trim().toLowerCase() === host;
}

interface Context {
  caller: Caller;
  report: Report;
  mark: string;
  side: Side;
  patience: Patience;
  options: ThrowawayOptions;
}

/** @returns who else sent, and whose notifications are to be taken away */
export async function tryThrowaway(context: Context): Promise<Side[]> {
  const { options } = context;
  const { "channel-key": key, channel: channelId } = options;
  const [, name, value] = /^([^:]+): *(.*)$/.exec(options.member ?? "") ?? [];
  await tryHostileText({
    ...context,
    ...(key && channelId ? { program: { key, channelId } } : {}),
  });
  await tryDiscover({
    ...context,
    ...(name ? { member: [name, value!] } : {}),
    hostileDomain: options["hostile-domain"],
  });
  await trySignIn({ ...context, clientIpHeader: options["client-ip-header"] });
  const sender = await tryRelay({
    ...context,
    sendKey: options["send-key"],
    strangers: options.strangers ?? defaultStrangers,
  });
  return sender ? [sender] : [];
}
