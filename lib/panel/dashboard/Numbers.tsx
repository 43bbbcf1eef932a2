import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { statOf, type StatProps } from "@/lib/panel/dashboard/Attention.tsx";
import { Figure } from "@/lib/panel/charts/TrendTable.tsx";
import { formatMoney, formatQuantity } from "@/lib/values/money.ts";
import { statHref, type StatPath } from "@/lib/panel/dashboard/stat_links.ts";
import { listHref } from "@/lib/panel/reports/links.ts";
import { dashboardWords } from "@/lib/panel/dashboard/words.ts";
import { channelWord } from "@/lib/words/channel_word.ts";
import { channelWords } from "@/lib/words/statuses.ts";

/** Every indicator, small and in order; each leads to as many records as it says. */
export function Numbers({ stats, currency }: StatProps & { currency: string }) {
  const page = usePage();
  const { companyId, language } = page;
  const { groups, channels } = useWords(dashboardWords);
  const used = byChannel(stats.contacts).filter(({ value }) => value > 0);
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
                  <Figure value={value} text={text} href={statHref(path, page)} />
                </Line>
              );
            })}
          </Group>
        );
      })}
      {used.length > 0 && (
        <Group title={channels}>
          {used.map(({ channel, isByMail, value, filter }) => {
            const path = isByMail ? "contacts.by_mail" : `contacts.by_channel.${channel}`;
            return (
              <Line key={path} label={channelWord(channel, isByMail)[language]} path={path}>
                <Figure
                  value={value}
                  text={formatQuantity(value, language)}
                  href={listHref("contacts", companyId, { channel, ...filter })}
                />
              </Line>
            );
          })}
        </Group>
      )}
    </div>
  );
}

/** Mail is taken out of the channel that it is stored as. */
function byChannel({ by_channel, by_mail }: StatProps["stats"]["contacts"]) {
  const names = Object.keys(channelWords) as (keyof typeof channelWords)[];
  const ofMail = { channel: "other", isByMail: true, value: by_mail } as const;
  return names.flatMap((channel) => {
    const line = { channel, isByMail: false, value: by_channel[channel], filter: {} };
    if (channel !== "other" || by_mail === 0) return line;
    return [
      { ...ofMail, filter: { account_kind: "email" } },
      { ...line, value: line.value - by_mail, filter: { account_kind: "not_email" } },
    ];
  });
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
