import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { UndoImports } from "@/islands/imports/UndoImports.tsx";
import { readListQuery } from "@/lib/input/list_reading.ts";
import type { PageQuery } from "@/lib/input/list.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { type ImportNoun, importNouns } from "@/lib/panel/imports/import_page.ts";
import { ImportTabs } from "@/lib/panel/imports/ImportTabs.tsx";
import { importTargets } from "@/lib/panel/imports/import_targets.ts";
import { PastImportRows } from "@/lib/panel/imports/PastImportRows.tsx";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { pastImportQuery } from "@/lib/records/imports/past_import.ts";
import { listImports } from "@/lib/records/imports/past_imports.ts";
import type { Language } from "@/lib/words/language.ts";

export const handler = panelPage({
  title: importPageWords.past,
  stylesheets: ["/lists.css", "/imports.css"],
  run: async ({ trx, member, url }) => {
    const { asked, ignored } = readListQuery<PageQuery>(pastImportQuery, url.searchParams);
    const { records, meta } = await listImports(trx, member, asked);
    return {
      rows: records,
      meta,
      ignored,
      view: viewOf(url, member.companyId, ignored),
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { rows, meta, ignored, view } = data;
  const words = useWords(importPageWords);
  return (
    <>
      <ListPage
        title={words.past}
        icon="history"
        view={view}
        filters={[]}
        ignored={ignored}
        meta={meta}
        hasSearch={false}
        tabs={<ImportTabs current="past" />}
        note={<p class="mb-3 text-meta text-soft">{words.pastNote}</p>}
        empty={{
          text: words.noPast,
          action: <a class="button" href={href("/panel/imports")}>{words.title}</a>,
        }}
      >
        <PastImportRows rows={rows} />
      </ListPage>
      <UndoImports labels={labelsOf(language)} />
    </>
  );
});

function labelsOf(language: Language) {
  const labels = importNouns.map((noun) => [
    noun,
    Object.fromEntries(
      importTargets(noun, [], language).map(({ field, label }) => [field, label]),
    ),
  ]);
  return Object.fromEntries(labels) as Record<ImportNoun, Record<string, string>>;
}
