/** The part `companies` of `deno task bench scale`: one company's calls beside few and beside many. */
import type { Part } from "@/bench/notify/parts.ts";
import { milliseconds, table } from "@/bench/report.ts";
import { fewOf, type Sizes, sizesOf } from "@/bench/scale/companies/fill.ts";
import { measureCalls, measureWork, openPlace } from "@/bench/scale/companies/measure.ts";
import { startKeyServer } from "@/tests/support/gateway.ts";

const quickShare = 0.002;
const rounds = { quick: 2, usual: 50 };

/** At `--share` of what one installation is to carry. */
export const companies: Part = async ({ quick, share = 1 }) => {
  const many = sizesOf(quick ? quickShare : share);
  const few = fewOf(many);
  await using keys = await startKeyServer();
  await using small = await openPlace(few, keys);
  await using large = await openPlace(many, keys);
  const places = [small, large];
  const calls = await measureCalls(places, quick ? rounds.quick : rounds.usual);
  const work = await measureWork(places);
  const rows = [...calls, ...work].map(({ what, ms: [one, other], isCall }) => [
    what,
    milliseconds(one!),
    milliseconds(other!),
    isCall ? (other! / one!).toFixed(2) : "",
  ]);
  const head = ["what", `${few.companies} companies, ms`, `${count(many.companies)}, ms`, "÷"];
  return `${table(head, rows)}\n\nMany: ${sizesText(many)}; few: ${sizesText(few)}. The company ` +
    "that calls has the same rows in both, the others theirs by Zipf's law. Calls are medians of " +
    `${quick ? rounds.quick : rounds.usual}, one after the other and in turns at both; sweeps ` +
    "medians of three, with a callback that waits in each of up to 1,000 companies.";
};

const count = (n: number) => n.toLocaleString("en");

function sizesText(sizes: Sizes): string {
  return Object.entries(sizes).map(([name, n]) => `${count(n)} ${name}`).join(", ");
}
