import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { CallbackRows } from "@/lib/panel/notifications/callbacks/CallbackRows.tsx";
import { Sections } from "@/lib/panel/notifications/parts/Sections.tsx";
import { KeepFresh } from "@/islands/frame/KeepFresh.tsx";
import { ListKeys } from "@/islands/list/List.tsx";
import { RedeliverSince } from "@/islands/notifications/RedeliverSince.tsx";
import { RowVerbs } from "@/islands/list/RowVerbs.tsx";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { type CallbackQuery, callbackQuery } from "@/lib/notify/callbacks/callback.ts";
import { findCallbackPage } from "@/lib/notify/callbacks/callback_pages.ts";
import { callbackFilters } from "@/lib/panel/notifications/filters.ts";
import { listData } from "@/lib/panel/notifications/list_data.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { localOf } from "@/lib/panel/form/field_spec.ts";
import { redeliverVerb } from "@/lib/panel/notifications/verbs.ts";
import { callbackWords } from "@/lib/panel/notifications/callbacks/words.ts";

const dayMs = 86_400_000;

export const handler = panelPage({
  title: callbackWords.title,
  stylesheets: ["/lists.css", "/notification.css"],
  run: async (call) => {
    const { trx, member, url } = call;
    const { asked, ignored } = readListQuery<CallbackQuery>(callbackQuery, url.searchParams);
    const page = await findCallbackPage(trx, member, asked);
    return listData(call, { query: asked, ignored, page });
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { language, now, timeZone } = usePage();
  const { rows, meta, ignored, view } = data;
  const words = useWords(callbackWords);
  const isPending = rows.some(({ status }) => status === "pending");
  return (
    <>
      <Sections current="callbacks" />
      <KeepFresh name="awaited" isOpen={isPending} />
      <ListKeys name="callbacks" />
      <RowVerbs verbs={{ redeliver: redeliverVerb(language) }} />
      <ListPage
        title={words.title}
        icon="send"
        view={view}
        filters={callbackFilters({ view, language })}
        ignored={ignored}
        meta={meta}
        hasSearch={false}
        empty={{ text: words.empty }}
        actions={
          <RedeliverSince
            since={localOf(new Date(now.getTime() - dayMs).toISOString(), timeZone)}
          />
        }
      >
        <data data-json="awaited" value={JSON.stringify(isPending)} hidden />
        <p class="mb-2 text-meta text-soft">{words.intro}</p>
        <CallbackRows rows={rows} />
      </ListPage>
    </>
  );
});
