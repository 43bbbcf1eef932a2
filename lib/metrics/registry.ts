import { Counter, Gauge, Histogram, Registry } from "prom-client";
import {
  type CounterName,
  families,
  type Family,
  type FamilyName,
  familyNames,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
} from "@/lib/metrics/families.ts";

/** The one registry of the process. */
const registry = new Registry();

export const contentType = registry.contentType;

interface Made {
  name: string;
  help: string;
  labelNames: string[];
  registers: Registry[];
  buckets?: number[];
}

/** Finds a child by its labels' values: prom-client sorts and joins names at each look-up. */
type Find<Child> = (labels: readonly string[]) => Child;

function make<Child>(
  type: Family["type"],
  childrenOf: (options: Made) => (labels: string[]) => Child,
): Map<FamilyName, Find<Child>> {
  const ofType = familyNames.filter((name) => families[name].type === type);
  return new Map(ofType.map((name) => {
    const { help, labels, buckets }: Family = families[name];
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    const childOf = childrenOf(buckets ? { ...options, buckets: [...buckets] } : options);
    const children = new Map<string, Child>();
    const find = (values: readonly string[]) => {
      const key = values.length === 1 ? values[0]! : values.join("\n");
      const existing = children.get(key);
      if (existing !== undefined) return existing;
      const child = childOf([...values]);
      children.set(key, child);
      return child;
    };
    return [name, find];
  }));
}

const counters = make("counter", (options) => {
  const counter = new Counter(options);
  return (labels) => counter.labels(...labels);
});

for (const name of familyNames) {
  const { first = [] }: Family = families[name];
  for (const labels of first) counters.get(name)!(labels).inc(0);
}

const histograms = make("histogram", (options) => {
  const histogram = new Histogram(options);
  return (labels) => histogram.labels(...labels);
});

const gauges = new Map<FamilyName, Gauge>();
make("gauge", (options) => {
  gauges.set(options.name as GaugeName, new Gauge(options));
  return () => {};
});

export function count<N extends CounterName>(name: N, labels: LabelsOf<N>, by = 1): void {
  counters.get(name)!(labels).inc(by);
}

/** @param seconds a negative time, as of a clock set back, counts as none */
export function observe<N extends HistogramName>(
  name: N,
  labels: LabelsOf<N>,
  seconds: number,
): void {
  histograms.get(name)!(labels).observe(Math.max(0, seconds));
}

/** The present values of gauges; one without samples is left out of the text. */
export type Gauges = { [N in GaugeName]?: [labels: LabelsOf<N>, value: number][] };

/** Writes the families in the text format 0.0.4. */
export async function writeMetrics(
  names: readonly FamilyName[],
  samples: Gauges,
): Promise<string> {
  const present = names.filter((name) => !gauges.has(name) || name in samples);
  for (const [name, values] of Object.entries(samples) as [GaugeName, [string[], number][]][]) {
    const gauge = gauges.get(name)!;
    gauge.reset();
    for (const [labels, value] of values) gauge.labels(...labels).set(value);
  }
  const texts = await Promise.all(present.map((name) => registry.getSingleMetricAsString(name)));
  return `${texts.join("\n")}\n`;
}
