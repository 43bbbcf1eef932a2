/** What is made of the table of metrics: its page and its dashboard. */
import { families, type Family, type FamilyName } from "@/lib/metrics/families.ts";

export const all = Object.entries(families) as [FamilyName, Family][];

const whose = {
  process: "the app, each process",
  database: "the app, all the same",
  gateway: "the gateway",
};

/** The rows of the page's table, as cells. */
export function pageRows(): string[][] {
  return all.map(([name, { type, labels, help, of }]) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(", "),
    name.startsWith("process_") ? "each process" : whose[of],
    help,
  ]);
}

export function pageTable(): string {
  const head = ["metric", "type", "labels", "whose", ""];
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...pageRows().map(line)].join("\n");
}

const units = { number: "short", seconds: "s", bytes: "bytes", state: "none" };
const job = `{job=~"$job"}`;

/** Labels that Prometheus has itself: a scrape puts ours beside its own under another name. */
const isPrometheusOwn = (label: string) => label === "job" || label === "instance";

function targetsOf(name: FamilyName, { type, labels: own, of }: Family) {
  const labels = own.map((label) => isPrometheusOwn(label) ? `exported_${label}` : label);
  const by = (...more: string[]) => [...labels, ...more].join(", ");
  const legend = labels.map((label) => `{{${label}}}`).join(" ") || "{{instance}}";
  const grouped = (inner: string) => `sum by (${by()}) (${inner})`;
  if (type === "counter") {
    const total = `rate(${name}${job}[$__rate_interval])`;
    return [{ expr: labels.length > 0 ? grouped(total) : `sum(${total})`, legendFormat: legend }];
  }
  if (type === "histogram") {
    return [0.5, 0.95].map((part) => ({
      expr: `histogram_quantile(${part}, sum by (${
        by("le")
      }) (rate(${name}_bucket${job}[$__rate_interval])))`,
      legendFormat: `${labels.length > 0 ? `${legend} ` : ""}${part * 100} %`,
    }));
  }
  if (of === "database") {
    const most = labels.length > 0 ? `max by (${by()}) (${name}${job})` : `max(${name}${job})`;
    return [{ expr: most, legendFormat: labels.length > 0 ? legend : name }];
  }
  const legendFormat = labels.length > 0 ? `{{instance}} ${legend}` : "{{instance}}";
  return [{ expr: `${name}${job}`, legendFormat }];
}

/** A dashboard for Grafana, with a panel for each family. */
export function dashboard() {
  const datasource = { type: "prometheus", uid: "${source}" };
  const panels = all.map(([name, family], at) => ({
    id: at + 1,
    type: "timeseries",
    title: name,
    description: family.help,
    datasource,
    gridPos: { h: 8, w: 8, x: (at % 3) * 8, y: Math.floor(at / 3) * 8 },
    fieldConfig: {
      defaults: {
        unit: family.type === "counter" && family.unit === "number" ? "cps" : units[family.unit],
        min: 0,
      },
      overrides: [],
    },
    options: { legend: { displayMode: "list", placement: "bottom", showLegend: true } },
    targets: targetsOf(name, family).map((target, at) => ({
      refId: String.fromCharCode(65 + at),
      datasource,
      ...target,
    })),
  }));
  return {
    title: "Relevo",
    uid: "relevo",
    tags: ["relevo"],
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [
        { name: "source", label: "Source", type: "datasource", query: "prometheus" },
        {
          name: "job",
          label: "Job",
          type: "query",
          datasource,
          query: { query: "label_values(process_start_time_seconds, job)", refId: "job" },
          refresh: 2,
          includeAll: true,
          multi: true,
          current: { text: "All", value: "$__all" },
        },
      ],
    },
    panels,
  };
}
