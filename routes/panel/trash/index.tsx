import { usePage, useWords } from "@/components/page.ts";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { TrashRows } from "@/lib/panel/trash/TrashRows.tsx";
import { TrashActions } from "@/islands/trash/TrashActions.tsx";
import { define } from "@/lib/http/pages.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { trashFilters } from "@/lib/panel/trash/trash_filters.ts";
import { hrefOf, viewOf } from "@/lib/panel/list/list_view.ts";
import { listTrash } from "@/lib/trash/trash.ts";
import { trashQuery } from "@/lib/trash/trash_record.ts";
import { trashWords } from "@/lib/panel/trash/words.ts";

export const handler = panelPage({
  title: trashWords.title,
  stylesheets: ["/lists.css", "/trash.css"],
  run: async ({ trx, member, url }) => {
    const { asked, ignored } = readListQuery(trashQuery, url.searchParams);
    const { records, meta } = await listTrash(trx, member, asked);
    return {
      rows: records,
      meta,
      ignored,
      isOne: asked.id !== undefined,
      view: viewOf(url, member.companyId, ignored),
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { language } = usePage();
  const { rows, meta, ignored, isOne, view } = data;
  const words = useWords(trashWords);
  return (
    <>
      {isOne && (
        <p class="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-info px-3 py-2 text-info-text">
          <span>{words.isHere}</span>
          <a class="font-medium underline" href={hrefOf(view, { id: null, noun: null })}>
            {words.toAll}
          </a>
        </p>
      )}
      <ListPage
        title={words.title}
        icon="trash-2"
        view={view}
        filters={isOne ? [] : trashFilters(language, meta.nouns)}
        ignored={ignored}
        meta={meta}
        hasSearch={!isOne}
        tabs={<p class="list-line text-meta text-soft">{words.kept}</p>}
        empty={{ text: words.empty }}
      >
        <TrashRows rows={rows} />
      </ListPage>
      <TrashActions opens={isOne} />
    </>
  );
});
