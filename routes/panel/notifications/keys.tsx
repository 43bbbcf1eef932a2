import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { Empty } from "@/components/Empty.tsx";
import { KeyRows } from "@/lib/panel/notifications/keys/KeyRows.tsx";
import { Sections } from "@/lib/panel/notifications/parts/Sections.tsx";
import { NewKey } from "@/islands/notifications/NewKey.tsx";
import { RowVerbs } from "@/islands/list/RowVerbs.tsx";
import { listKeys } from "@/lib/access/keys.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { revokeVerb } from "@/lib/panel/notifications/verbs.ts";
import { keyWords } from "@/lib/panel/notifications/keys/words.ts";

export const handler = panelPage({
  title: keyWords.title,
  stylesheets: ["/notification.css"],
  run: async ({ trx, member }) => ({ keys: await listKeys(trx, member) }),
});

export default define.page<typeof handler>(({ data: { keys } }) => {
  const { language } = usePage();
  const words = useWords(keyWords);
  return (
    <>
      <Sections current="keys" />
      <RowVerbs verbs={{ revoke: revokeVerb(language) }} />
      <header class="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 class="text-title font-semibold tracking-tight">{words.title}</h1>
        <div class="ml-auto">
          <NewKey />
        </div>
        <p class="w-full text-meta text-soft">
          {words.intro}{" "}
          <a class="underline underline-offset-2 hover:text-text" href="/api/docs">{words.docs}</a>
        </p>
      </header>
      <div data-region="list">
        {keys.length === 0
          ? <Empty icon="key-round" text={words.empty} />
          : <KeyRows keys={keys} />}
      </div>
    </>
  );
});
