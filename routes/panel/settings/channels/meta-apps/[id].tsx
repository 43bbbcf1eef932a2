import { usePage, useWords } from "@/components/page.ts";
import { AppActions, MetaGuide } from "@/islands/settings/Meta.tsx";
import { listAccounts } from "@/lib/channels/accounts/accounts.ts";
import { problemQuery } from "@/lib/channels/meta/apps/app.ts";
import { listApps } from "@/lib/channels/meta/apps/apps.ts";
import { listAppProblems } from "@/lib/channels/meta/apps/problems.ts";
import { define } from "@/lib/http/pages.ts";
import { problem } from "@/lib/input/errors.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { AppProblems } from "@/lib/panel/channels/meta/apps/AppProblems.tsx";
import { Cautions } from "@/lib/panel/channels/meta/apps/Cautions.tsx";
import { guideNow, otherCompanies } from "@/lib/panel/channels/meta/guide/guide_now.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { Pager } from "@/lib/panel/list/Pager.tsx";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";

export const handler = panelPage({
  stylesheets: ["/settings.css"],
  run: async ({ trx, member, memberships, params, url, publicUrl, language }) => {
    const reader = { ...member, publicUrl, language };
    const id = recordId(params);
    const app = (await listApps(trx, reader)).find((one) => one.id === id);
    if (!app) throw problem("not_found");
    const { asked, ignored } = readListQuery(problemQuery, url.searchParams);
    return {
      now: guideNow(app, await listAccounts(trx, reader)),
      problems: "hook" in app ? await listAppProblems(trx, reader, id, asked) : null,
      others: otherCompanies(memberships, member),
      view: viewOf(url, member.companyId, ignored),
      name: app.name,
    };
  },
  title: ({ name }) => name,
});

export default define.page<typeof handler>(({ data }) => {
  const { href } = usePage();
  const { now, problems, others, view, name } = data;
  const { app } = now;
  const words = useWords(metaWords);
  const { problems: title } = useWords(channelsWords);
  return (
    <SettingsFrame
      section="channels"
      title={name}
      text={words.text}
      back={{ href: href("/panel/settings/channels/meta-apps"), label: words.title }}
    >
      <Cautions />
      <div data-region="meta-guide" hidden>
        <data data-json="meta-guide" value={JSON.stringify(now)} />
      </div>
      <MetaGuide first={now} others={others} />
      {app && problems && (
        <section id="problems" aria-label={title}>
          <Panel title={title}>
            <p class="py-1 text-label text-soft">{words.problemsMeans}</p>
            <div data-region="problems">
              <AppProblems appId={app.id} problems={problems.records} />
              <Pager view={view} meta={problems.meta} />
            </div>
          </Panel>
        </section>
      )}
      {app && <AppActions first={{ ...now, app }} />}
    </SettingsFrame>
  );
});
