import { metricsOf } from "@/lib/service/metrics/scrape.ts";
import { until } from "../support/wait.ts";
import type { World } from "../support/world.ts";
import { type Exposed, readExposition, valueOf } from "./exposition.ts";

export async function scrape(world: World): Promise<Map<string, Exposed>> {
  return readExposition(await metricsOf(world.services)());
}

export type Labels = Record<string, string>;

/** Metrics as they grow: the process's counters count all worlds of a test file. */
export async function watch(world: World) {
  let before = await scrape(world);
  const grown = async (sample: string, labels: Labels = {}) =>
    valueOf(await scrape(world), sample, labels) - valueOf(before, sample, labels);
  return {
    grown,
    /** Counts from now on. */
    async restart() {
      before = await scrape(world);
    },
    /** Waits until it has grown by that much, and no more. */
    async by(most: number, sample: string, labels: Labels = {}) {
      const what = `${sample} ${JSON.stringify(labels)} to grow by ${most}`;
      const by = await until(async () => {
        const now = await grown(sample, labels);
        return now >= most && now;
      }, { what });
      if (by !== most) throw new Error(`${what}: by ${by}`);
    },
  };
}

/** Waits until a gauge has the value. */
export async function reaches(world: World, value: number, gauge: string, labels: Labels = {}) {
  await until(async () => valueOf(await scrape(world), gauge, labels) === value, {
    what: `${gauge} ${JSON.stringify(labels)} to be ${value}`,
  });
}
