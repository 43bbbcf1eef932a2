/** What Prometheus would do with the series that a process really offers. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { alerts } from "@/lib/alerts/alerts.ts";
import { rulesFile, rulesOf } from "@/lib/alerts/rules.ts";
import { jobs } from "@/lib/service/recurring.ts";
import { type Exposed, readExposition } from "../metrics/exposition.ts";
import { hasPromtool } from "../support/promtool.ts";
import { until } from "../support/wait.ts";

type Families = Map<string, Exposed>;
/** The value of the sample of a family that has the label's value, or of its only one. */
type Value = (family: string, label?: string) => number;

const minutes = 1_600;
const target = { job: "relevo", instance: "127.0.0.1:9100" };
const names = new Set(
  alerts.flatMap((alert) => rulesOf(alert, jobs))
    .flatMap(({ expression }) => expression.match(/\brelevo_\w+/g) ?? []),
);

export class Scrapes {
  #before: Families | undefined;
  readonly #series = new Map<string, { series: string; values: string }[]>();

  constructor(private readonly url: string) {}

  /** Scrapes until the state is there. Counters go on as they went since the scrape before. */
  async read(state: string, isThere: (value: Value) => boolean): Promise<void> {
    const families = await until(async () => {
      const response = await fetch(this.url);
      const families = readExposition(await response.text());
      return isThere(valueIn(families)) && families;
    }, { what: `the state "${state}" in the metrics` });
    this.#series.set(state, seriesOf(families, this.#before ?? families));
    this.#before = families;
  }

  /**
   * Has promtool fire the rules by the series of each state.
   * @param last a state in which others may fire too
   */
  async expect(states: Record<string, string[]>, last: string): Promise<void> {
    assert.deepEqual(Object.keys(states), [...this.#series.keys()]);
    if (!hasPromtool) return;
    const ofState = (state: string) =>
      state === last ? `,alertname=~"relevo_(${states[state]!.join("|")})"` : "";
    const tests = Object.entries(states).map(([state, firing]) => ({
      name: state,
      interval: "1m",
      input_series: this.#series.get(state)!,
      promql_expr_test: [{
        expr: `group by (alertname) (ALERTS{alertstate="firing"${ofState(state)}})`,
        eval_time: `${minutes}m`,
        exp_samples: firing.map((name) => ({
          labels: `{alertname="relevo_${name}"}`,
          value: 1,
        })),
      }],
    }));
    const folder = await Deno.makeTempDir({ prefix: "relevo-scrapes-" });
    await Deno.writeTextFile(join(folder, "rules.yml"), rulesFile(jobs));
    const file = { rule_files: ["rules.yml"], evaluation_interval: "5m", tests };
    await Deno.writeTextFile(join(folder, "test.yml"), JSON.stringify(file));
    const { code, stdout, stderr } = await new Deno.Command("promtool", {
      args: ["test", "rules", "test.yml"],
      cwd: folder,
    }).output();
    await Deno.remove(folder, { recursive: true });
    assert.equal(code, 0, [stdout, stderr].map((one) => new TextDecoder().decode(one)).join(""));
  }
}

function valueIn(families: Families): Value {
  return (family, label) => {
    const samples = families.get(family)?.samples.get(family) ?? [];
    const one = label === undefined
      ? samples[0]
      : samples.find(({ labels }) => Object.values(labels).includes(label));
    return one?.value ?? NaN;
  };
}

/** As a scrape stores them: labels that the target has too are renamed. */
function seriesOf(families: Families, before: Families) {
  return [...families].flatMap(([family, { type, samples }]) =>
    [...samples].filter(([name]) => names.has(name)).flatMap(([name, all]) =>
      all.map(({ labels, value }) => {
        const renamed = Object.entries(labels).map(([label, own]) => [
          label in target ? `exported_${label}` : label,
          own,
        ]);
        const text = [...Object.entries(target), ...renamed]
          .map(([label, own]) => `${label}=${JSON.stringify(own)}`).join(",");
        const was = before.get(family)?.samples.get(name)
          ?.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.value ?? 0;
        const growth = type === "counter" ? value - was : 0;
        return { series: `${name}{${text}}`, values: `${value}+${growth}x${minutes}` };
      })
    )
  );
}
