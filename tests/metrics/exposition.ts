/** Strict reader of the text format 0.0.4 of Prometheus. */
import assert from "node:assert/strict";

interface Sample {
  labels: Record<string, string>;
  value: number;
}

export interface Exposed {
  type: string;
  help: string;
  /** By the sample's own name, which for a histogram has an ending. */
  samples: Map<string, Sample[]>;
}

const name = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const sampleLine = new RegExp(`^(${name})(?:\\{(.*)\\})? (\\S+)$`);
const labelPart = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;
const endings = ["_bucket", "_sum", "_count"];

export function readExposition(text: string): Map<string, Exposed> {
  assert.ok(text.endsWith("\n"), "the last line ends");
  const families = new Map<string, Exposed>();
  let current: { name: string; family: Exposed } | undefined;
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const [, kind, family = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === "HELP") {
      assert.ok(!families.has(family), `${family} comes once`);
      current = { name: family, family: { type: "", help: rest, samples: new Map() } };
      families.set(family, current.family);
    } else if (kind === "TYPE") {
      assert.equal(family, current?.name, "the type follows its help");
      assert.match(rest, /^(counter|gauge|histogram)$/);
      current!.family.type = rest;
    } else readSample(line, current);
  }
  for (const [name, family] of families) {
    if (family.type === "histogram") checkHistogram(name, family);
  }
  return families;
}

function readSample(line: string, current: { name: string; family: Exposed } | undefined): void {
  const [, own, labels = "", value = ""] = sampleLine.exec(line) ?? [];
  assert.ok(own && current, `a sample of a family: ${line}`);
  const isOfFamily = current.family.type === "histogram"
    ? endings.some((ending) => own === current.name + ending)
    : own === current.name;
  assert.ok(isOfFamily, line);
  assert.match(value, /^([+-]?Inf|NaN|[+-]?\d+(\.\d+)?(e[+-]?\d+)?)$/, line);
  const read = { labels: readLabels(labels), value: Number(value.replace("Inf", "Infinity")) };
  const others = current.family.samples.get(own) ?? [];
  const key = JSON.stringify(read.labels);
  assert.ok(others.every((one) => JSON.stringify(one.labels) !== key), `once: ${line}`);
  current.family.samples.set(own, [...others, read]);
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== "";) {
    const [whole, name, value] = labelPart.exec(rest) ?? [];
    assert.ok(whole && name && !(name in labels), `labels: ${text}`);
    labels[name] = value!.replace(/\\(.)/g, (_, one) => one === "n" ? "\n" : one);
    rest = rest.slice(whole.length);
  }
  return labels;
}

/** Buckets grow to `+Inf`, which is the count. */
function checkHistogram(name: string, { samples }: Exposed): void {
  const of = (ending: string) => samples.get(name + ending) ?? [];
  for (const { labels, value } of of("_count")) {
    const buckets = of("_bucket").filter((bucket) =>
      Object.entries(labels).every(([label, own]) => bucket.labels[label] === own)
    );
    assert.equal(buckets.at(-1)?.labels.le, "+Inf", name);
    assert.equal(buckets.at(-1)?.value, value, name);
    buckets.reduce((before, { value }) => {
      assert.ok(value >= before, `${name}: buckets grow`);
      return value;
    }, 0);
  }
}

/** The value of one sample; 0 where it is not there yet. */
export function valueOf(
  families: Map<string, Exposed>,
  sample: string,
  labels: Record<string, string> = {},
): number {
  const family = families.get(sample) ?? families.get(sample.replace(/_(bucket|sum|count)$/, ""));
  assert.ok(family, `no family ${sample}`);
  return family.samples.get(sample)?.find((one) =>
    Object.entries(labels).every(([name, value]) => one.labels[name] === value)
  )?.value ?? 0;
}
