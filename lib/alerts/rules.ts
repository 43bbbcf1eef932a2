/** The rules file for Prometheus and the page of the docs, made of the table. */
import type { Alert, Job, Rule } from "@/lib/alerts/alert.ts";
import { alerts } from "@/lib/alerts/alerts.ts";
import { alertWords } from "@/lib/alerts/words.ts";

export function rulesOf({ rules }: Alert, jobs: readonly Job[]): Rule[] {
  return typeof rules === "function" ? rules(jobs) : rules;
}

/** Rules as Prometheus 2 reads them. */
export function rulesFile(jobs: readonly Job[]): string {
  const entries = alerts.flatMap((alert) =>
    rulesOf(alert, jobs).map((rule) => ruleEntry(alert, rule))
  );
  return [
    "# Made of lib/alerts/alerts.ts; a test compares.",
    "groups:",
    "  - name: relevo",
    "    rules:",
    ...entries,
    "",
  ].join("\n");
}

function ruleEntry(alert: Alert, rule: Rule): string {
  const { title, advice } = alertWords[alert.name];
  const lines = [
    `- alert: relevo_${alert.name}`,
    `  expr: ${quoted(rule.expression)}`,
    `  for: ${rule.afterSeconds ?? alert.afterSeconds}s`,
    "  labels:",
    `    class: ${rule.class ?? alert.class}`,
    ...rule.period === undefined ? [] : [`    period: "${rule.period}"`],
    "  annotations:",
    `    summary: ${quoted(title.en)}`,
    `    summary_es: ${quoted(title.es)}`,
    `    description: ${quoted(advice.en)}`,
    `    description_es: ${quoted(advice.es)}`,
  ];
  return lines.map((line) => `      ${line}`).join("\n");
}

/** A scalar of YAML. */
function quoted(text: string): string {
  return text.includes('"') ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

/** The part of docs/operating/alerts.md that the table says. */
export function alertList(): string {
  return alerts.map((alert) => {
    const { name, class: weight, afterSeconds, restsWhileHeld } = alert;
    const { title, when, advice } = alertWords[name];
    const rests = restsWhileHeld ? " It rests while the installation is held." : "";
    return [
      `### \`${name}\``,
      "",
      wrapped(`Class \`${weight}\`, ${duration(afterSeconds)}. ${when.en}${rests}`),
      "",
      wrapped(`- ${title.en}. ${advice.en}`, "  "),
      wrapped(`- ${title.es}. ${advice.es}`, "  "),
    ].join("\n");
  }).join("\n\n");
}

const lineWidth = 100;

/** Breaks between words, as `deno fmt` does. */
function wrapped(text: string, indent = ""): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= lineWidth) lines[lines.length - 1] = longer;
    else lines.push(indent + word);
  }
  return lines.join("\n");
}

function duration(seconds: number): string {
  if (seconds === 0) return "at once";
  const [count, unit] = seconds % 3_600 === 0 ? [seconds / 3_600, "h"] : [seconds / 60, "min"];
  return `after ${count} ${unit}`;
}
