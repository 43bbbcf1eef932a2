/**
 * `deno task attack`: tries on a running installation whether two companies are kept apart and
 * served side by side. It needs two API keys and nothing else; what it makes it takes away.
 */
import * as z from "zod";
import { Caller } from "@/attack/caller.ts";
import { tryEndpoints } from "@/attack/endpoints.ts";
import { tryFairness } from "@/attack/fairness.ts";
import { tryIsolation } from "@/attack/isolation.ts";
import { Report } from "@/attack/report.ts";
import { clean, openSide, type Side } from "@/attack/scene.ts";
import {
  isConfirmed,
  type ThrowawayOptions,
  throwawayShape,
  throwawayUsage,
  tryThrowaway,
} from "@/attack/throwaway.ts";
import { readOptions, UsageError } from "@/lib/commands/arguments.ts";

const usage = `deno task attack --url https://crm.example.com --key A --other-key B
  tries the isolation and fairness of a running installation, and prints a report

  --url           where the installation is, as callers outside reach it
  --key           an API key of a company made for this (deno task key create)
  --other-key     one of another company made for this; both without limits of scope
  --requests      sends of the one burst, 10 to 2000; 300 unless told
  --patience-ms   longest wait of the company beside the burst, on top of 20 times what it waited
                  alone just before; 2000 unless told
${throwawayUsage.slice(1)}

Without --throwaway it is safe on a live installation: it reads and writes with these two keys
alone, sends to a user of its own mark in these two companies, calls nobody back, and ends within
4 minutes. What it sent is cancelled and stays in the two companies' history; its phones are
unpaired.
Ends with 0 where all checks passed, 1 where one failed, 2 where it could not begin.`;

const secret = z.string().regex(/^rlv_[\w-]{20,}$/, "must be an API key, which begins with rlv_");
const shape = {
  url: z.url({ protocol: /^https?$/, error: "must be an http or https address" })
    .refine((text) => new URL(text).pathname === "/" && !/[?#@]/.test(text), {
      error: "must be the address alone, without path, query or sign-in",
    }),
  key: secret,
  "other-key": secret,
  requests: z.coerce.number("must be a number").int("must be a whole number")
    .min(10, "must be 10 or more").max(2_000, "must be 2000 or less").optional(),
  "patience-ms": z.coerce.number("must be a number").int("must be a whole number")
    .min(100, "must be 100 or more").max(20_000, "must be 20000 or less").optional(),
  ...throwawayShape,
};

const longestMs = 180_000;
const longestThrowawayMs = 660_000;
const afterwardsMs = 3_000;
const cleaningMs = 60_000;

async function main(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage);
    return 0;
  }
  const options = readOptions(args, shape, ["throwaway"]);
  if (options.key === options["other-key"]) {
    throw new UsageError(["--other-key is the same as --key"]);
  }
  const base = new URL(options.url).origin;
  if (options.throwaway) requireConfirmed(base, options.confirm);
  else refuseOf(options);
  return await attack({
    base,
    throwaway: options.throwaway ? options : undefined,
    keys: [options.key, options["other-key"]],
    requests: options.requests ?? 300,
    patienceMs: options["patience-ms"] ?? 2_000,
  });
}

/** @throws UsageError nothing was tried */
function requireConfirmed(base: string, confirm: string | undefined): void {
  if (isConfirmed(base, confirm, prompt)) return;
  throw new UsageError([`not confirmed: --confirm must be the host, ${new URL(base).host}`]);
}

/** @throws UsageError naming what only a throw-away installation is tried with */
function refuseOf(options: Record<string, unknown>): void {
  const alone = Object.keys(throwawayShape).filter((name) => options[name] !== undefined);
  if (alone.length > 0) throw new UsageError(alone.map((name) => `--${name} needs --throwaway`));
}

interface Plan {
  base: string;
  keys: [string, string];
  requests: number;
  patienceMs: number;
  throwaway?: ThrowawayOptions;
}

async function attack({ base, keys, requests, patienceMs, throwaway }: Plan): Promise<number> {
  const startedAt = new Date();
  const mark = `attack-${crypto.randomUUID().slice(0, 8)}`;
  const caller = new Caller(base, AbortSignal.timeout(throwaway ? longestThrowawayMs : longestMs));
  const report = new Report();
  const sides: Side[] = [];
  try {
    for (const [at, name] of (["A", "B"] as const).entries()) {
      sides.push(await openSide(caller, { name, key: keys[at]!, mark }));
    }
  } catch (error) {
    console.error(`${base}: ${(error as Error).message}`);
    await clean(caller, sides);
    return 2;
  }
  const both: [Side, Side] = [sides[0]!, sides[1]!];
  try {
    await tryIsolation({ caller, report, mark, sides: both });
    await tryEndpoints({ caller, report, mark, side: both[0] });
    await tryFairness({ caller, report, mark, sides: both, requests, patienceMs });
    if (throwaway) {
      const patience = { beyondMs: patienceMs, afterwardsMs };
      const context = { caller, report, mark, side: both[0], patience, options: throwaway };
      sides.push(...await tryThrowaway(context));
    }
  } catch (error) {
    await report.check("The run", "It came to its end", () => Promise.reject(error));
  }
  const cleaner = new Caller(base, AbortSignal.timeout(cleaningMs));
  const totals = await clean(cleaner, sides);
  report.note(`Cancelled ${totals.cancelled} notifications, which stay in the history.`);
  if (totals.notifications + totals.devices > 0) {
    report.note(
      `Left behind: ${totals.notifications} notifications that end within 10 minutes, and ` +
        `${totals.devices} phones, all with "${mark}" in them.`,
    );
  }
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1_000);
  report.note(`${caller.calls + cleaner.calls} calls in ${seconds} s.`);
  console.log(`Relevo: isolation and fairness of ${base}
${
    startedAt.toISOString().slice(0, 16).replace("T", " ")
  } UTC, mark ${mark}, with keys of two companies, A and B

${report}`);
  return report.failed > 0 ? 1 : 0;
}

if (import.meta.main) {
  try {
    Deno.exit(await main(Deno.args));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    Deno.exit(2);
  }
}
