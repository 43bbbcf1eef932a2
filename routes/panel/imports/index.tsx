import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { ImportFile } from "@/islands/imports/ImportPage.tsx";
import { importTargets } from "@/lib/panel/imports/import_targets.ts";
import { ImportTabs } from "@/lib/panel/imports/ImportTabs.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { type ImportNoun, importNouns } from "@/lib/panel/imports/import_page.ts";
import { importLimits } from "@/lib/records/imports/import.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";

export const handler = panelPage({
  title: importPageWords.title,
  stylesheets: ["/imports.css"],
  run: async ({ trx, member, url, language }) => {
    const param = url.searchParams.get("noun");
    const noun = importNouns.find((one) => one === param) ?? "contacts";
    return {
      noun: noun as ImportNoun,
      targets: importTargets(noun, await listPeople(trx, member), language),
      timeZone: member.timezone,
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { noun, targets } = data;
  const words = useWords(importPageWords);
  const { bytes, rows } = importLimits;
  return (
    <RecordPage
      back={{ href: href(`/panel/${noun}`), label: nounWords[noun].many[language] }}
      title={words.title}
      meta={<ImportTabs current={noun} />}
      actions={
        <a
          class="button"
          href={href(`/api/admin/imports/${noun}/template`)}
          download
          data-no-prefetch
        >
          <Icon name="download" /> {words.template}
        </a>
      }
      aside={
        <Panel title={words.guide}>
          <p class="mb-3 text-meta text-soft">{words.guideText} {words.empties}</p>
          <p class="mb-3 text-meta text-soft">{words.known[noun]}</p>
          <dl class="space-y-1.5 text-meta">
            {targets.map(({ field, label, hint, isRequired }) => (
              <div key={field}>
                <dt class="inline font-medium">{label}</dt>
                <dd class="inline text-soft">
                  {`: ${hint}`}
                  {isRequired && <span class="text-text">, {words.required}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
      }
    >
      <noscript>
        <p class="rounded-md bg-warning px-3 py-2 text-meta text-warning-text">{words.noScript}</p>
      </noscript>
      <ImportFile
        key={noun}
        noun={noun}
        targets={targets}
        limits={{ bytes, rows }}
      />
    </RecordPage>
  );
});
