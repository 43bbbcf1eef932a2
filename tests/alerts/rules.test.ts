/** Prometheus' own tool fires each rule by its series, and none while all is well. */
import assert from "node:assert/strict";
import { testWithPromtool } from "../support/promtool.ts";
import { join } from "node:path";
import type { AlertName, Job } from "@/lib/alerts/alert.ts";
import { alerts } from "@/lib/alerts/alerts.ts";
import { rulesFile, rulesOf } from "@/lib/alerts/rules.ts";
import { alertWords } from "@/lib/alerts/words.ts";
import { families } from "@/lib/metrics/families.ts";
import { jobs } from "@/lib/service/recurring.ts";

type Labels = Record<string, string>;

interface Case {
  /** Series by their names, over a value for each minute. */
  series: Record<string, string>;
  /** Labels of what fires, beside those of the rule. */
  labels: Labels;
  class?: string;
  period?: number;
  minutes?: number;
}

const on = "1x3000";
const instance = { instance: "a:9100" };
const own = 'instance="a:9100"';
const single = (series: string, value: string, labels: Labels = {}): Case => ({
  series: { [series]: value },
  labels,
});
const jobAge = (job: Job, label: string): Case => ({
  series: { [`relevo_job_age_seconds{${label}="${job.name}"}`]: `${3 * job.periodSeconds}x3000` },
  labels: { [label]: job.name },
  period: job.periodSeconds,
  minutes: 1_600,
});

const cases: Record<AlertName, Case[]> = {
  database_away: [single('relevo_stuck{part="database"}', on, { part: "database" })],
  part_stuck: [single('relevo_stuck{part="queue"}', on, { part: "queue" })],
  disk_full: [
    {
      series: {
        'relevo_disk_free_bytes{place="data"}': "9000000000x90",
        'relevo_disk_bytes{place="data"}': "100000000000x90",
      },
      labels: { place: "data" },
    },
    { series: { relevo_database_disk_full: on }, labels: {}, class: "down" },
  ],
  callbacks_failing: [
    single('relevo_failing_receivers{kind="callback"}', on, { kind: "callback" }),
  ],
  deliveries_late: [single('relevo_oldest_owed_seconds{kind="push"}', "901x90", { kind: "push" })],
  given_up: [single('relevo_given_up_total{kind="mail"}', "0 0 1x90", { kind: "mail" })],
  channel_failing: [
    single('relevo_channels{kind="email",state="fails"}', on, { kind: "email", state: "fails" }),
    single('relevo_failing_receivers{kind="mail"}', on, { kind: "mail" }),
  ],
  pushes_failing: [single('relevo_failing_receivers{kind="push"}', on, { kind: "push" })],
  backup_old: [{
    series: {
      relevo_backup_age_seconds: "93601x90",
      relevo_backup_max_age_seconds: "93600x90",
    },
    labels: {},
  }],
  certificate_ends: [single("relevo_certificate_seconds", "432000x90")],
  sign_in_keys_away: [
    single('relevo_refusals_total{code="keys_unavailable"}', "0+1x60", {
      code: "keys_unavailable",
    }),
  ],
  job_missing: [60, 3_600, 86_400].flatMap((period) => {
    const job = jobs.find(({ periodSeconds }) => periodSeconds === period)!;
    return [jobAge(job, "job"), jobAge(job, "exported_job")];
  }),
  standby_behind: [
    single("relevo_standby_lag_seconds", "61x90"),
    single("relevo_database_standbys", "2x3 1x90"),
  ],
  transaction_open: [single("relevo_open_transaction_seconds", "601x90")],
  held: [single("relevo_held", on)],
  versions_differ: [{
    series: {
      'relevo_info{version="1",build="a"}': on,
      'relevo_info{version="2",build="b"}': on,
    },
    labels: {},
  }],
  company_large: [single("relevo_company_records_share", "0.51x90")],
  table_large: [
    single('relevo_table_rows{table="activities"}', "50000000x90", { table: "activities" }),
    single('relevo_table_bytes{table="activities"}', "50000000000x90", { table: "activities" }),
  ],
  errors: [{
    series: {
      [`relevo_requests_total{${own},status="2xx"}`]: "0+90x60",
      [`relevo_requests_total{${own},status="5xx"}`]: "0+10x60",
    },
    labels: instance,
  }],
};

const calm: Record<string, string> = {
  'relevo_stuck{part="database"}': "0x3000",
  'relevo_stuck{part="queue"}': "0x3000",
  'relevo_stuck{part="draining"}': on,
  'relevo_disk_free_bytes{place="data"}': "50000000000x3000",
  'relevo_disk_bytes{place="data"}': "100000000000x3000",
  relevo_database_disk_full: "0x3000",
  'relevo_failing_receivers{kind="callback"}': "0x3000",
  'relevo_oldest_owed_seconds{kind="push"}': "5x3000",
  'relevo_given_up_total{kind="mail"}': "7x3000",
  'relevo_channels{kind="email",state="works"}': on,
  relevo_backup_age_seconds: "3600x3000",
  relevo_backup_max_age_seconds: "93600x3000",
  relevo_certificate_seconds: "5000000x3000",
  'relevo_job_age_seconds{job="sweep callbacks that are due"}': "70x3000",
  'relevo_job_age_seconds{exported_job="forget old pairing codes"}': "3600x3000",
  relevo_standby_lag_seconds: "1x3000",
  relevo_database_standbys: on,
  relevo_open_transaction_seconds: "2x3000",
  relevo_held: "0x3000",
  relevo_company_records_share: "0.5x3000",
  'relevo_table_rows{table="activities"}': "49999999x3000",
  'relevo_table_bytes{table="activities"}': "49999999999x3000",
  'relevo_info{version="1",build="a"}': on,
  'relevo_requests_total{status="2xx"}': "0+100x3000",
  'relevo_requests_total{status="5xx"}': "0+0.5x3000",
};

function inputOf(series: Record<string, string>) {
  return Object.entries(series).map(([name, values]) => ({ series: name, values }));
}

function expectation(name: AlertName, { labels, class: weight, period }: Case) {
  const alert = alerts.find((one) => one.name === name)!;
  const { title, advice } = alertWords[name];
  return {
    exp_labels: {
      ...labels,
      class: weight ?? alert.class,
      ...period === undefined ? {} : { period: String(period) },
    },
    exp_annotations: {
      summary: title.en,
      summary_es: title.es,
      description: advice.en,
      description_es: advice.es,
    },
  };
}

async function check(tests: unknown[]): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-rules-" });
  try {
    await Deno.writeTextFile(join(folder, "alerts.rules.yml"), rulesFile(jobs));
    // JSON is YAML.
    const file = { rule_files: ["alerts.rules.yml"], evaluation_interval: "5m", tests };
    await Deno.writeTextFile(join(folder, "test.yml"), JSON.stringify(file));
    const { code, stdout, stderr } = await new Deno.Command("promtool", {
      args: ["test", "rules", "test.yml"],
      cwd: folder,
    }).output();
    const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
    assert.equal(code, 0, output);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("rules speak of metrics that there are", () => {
  const named = alerts.flatMap((alert) => rulesOf(alert, jobs))
    .flatMap(({ expression }) => expression.match(/\brelevo_\w+/g) ?? []);
  assert.deepEqual(named.filter((name) => !(name in families)), []);
});

Deno.test("every alert's rules have a case", () => {
  for (const alert of alerts) {
    assert.ok(cases[alert.name].length >= rulesOf(alert, jobs).length, alert.name);
  }
});

testWithPromtool(
  "promtool fires each alert by its series, and holds back what holding brings about",
  async () => {
    const holding = { relevo_held: on };
    const tests = alerts.flatMap(({ name, afterSeconds, restsWhileHeld }) =>
      cases[name].flatMap((one) => {
        const eval_time = `${one.minutes ?? Math.ceil(afterSeconds / 60) + 30}m`;
        const fires = (series: Record<string, string>, exp_alerts: unknown[]) => ({
          interval: "1m",
          input_series: inputOf(series),
          alert_rule_test: [{ eval_time, alertname: `relevo_${name}`, exp_alerts }],
        });
        return [
          fires(one.series, [expectation(name, one)]),
          ...restsWhileHeld ? [fires({ ...one.series, ...holding }, [])] : [],
        ];
      })
    );
    await check(tests);
  },
);

testWithPromtool("promtool fires nothing while all is well", async () => {
  const alert_rule_test = ["30m", "1500m"].flatMap((eval_time) =>
    alerts.map(({ name }) => ({ eval_time, alertname: `relevo_${name}`, exp_alerts: [] }))
  );
  await check([{ interval: "1m", input_series: inputOf(calm), alert_rule_test }]);
});
