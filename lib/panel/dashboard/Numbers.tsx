import type { ComponentChildren } from "preact";
import { statOf, type StatProps } from "@/lib/panel/dashboard/Attention.tsx";
import { Figure } from "@/lib/panel/charts/TrendTable.tsx";
import { formatMoney, formatQuantity } from "@/lib/values/money.ts";
import { statHref, type StatPath } from "@/lib/panel/dashboard/stat_links.ts";
import { listHref } from "@/lib/panel/reports/links.ts";
import { speak } from "@/lib/words/language.ts";
import { dashboardWords } from "@/lib/panel/dashboard/words.ts";
import { channelWords } from "@/lib/words/statuses.ts";

/** Every indicator, small and in order; each leads to as many records as it says. */
export function Numbers({ stats, place, language, currency }: StatProps & { currency: string }) {
  const { groups, channels } = speak(dashboardWords, language);
  const names = speak(channelWords, language);
  const used = (Object.keys(names) as (keyof typeof names)[])
    .filter((channel) => stats.contacts.by_channel[channel] > 0);
  return (
    <div class="gap-x-10 md:columns-2 xl:columns-4">
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => {
        const { title, ...figures } = groups[group] as Record<string, string>;
        return (
          <Group key={group} title={title!}>
            {Object.entries(figures).map(([name, label]) => {
              const path = `${group}.${name}` as StatPath;
              const value = statOf(stats, path);
              const text = name.includes("amount")
                ? formatMoney(value, { language, currency })
                : formatQuantity(value, language);
              return (
                <Line key={name} label={label} path={path}>
                  <Figure value={value} text={text} href={statHref(path, place)} />
                </Line>
              );
            })}
          </Group>
        );
      })}
      {used.length > 0 && (
        <Group title={channels}>
          {used.map((channel) => {
            const value = stats.contacts.by_channel[channel];
            return (
              <Line
                key={channel}
                label={names[channel]}
                path={`contacts.by_channel.${channel}`}
              >
                <Figure
                  value={value}
                  text={formatQuantity(value, language)}
                  href={listHref("contacts", place.companyId, { channel })}
                />
              </Line>
            );
          })}
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="mb-6 break-inside-avoid">
      <h3 class="mb-1 text-label font-medium text-soft">{title}</h3>
      <dl class="numbers">{children}</dl>
    </section>
  );
}

interface LineProps {
  label: string;
  path: string;
  children: ComponentChildren;
}

function Line({ label, path, children }: LineProps) {
  return (
    <div data-figure={path}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
