import { usePage, useWords } from "@/components/page.ts";
import { Empty } from "@/components/Empty.tsx";
import { MetaGuide } from "@/islands/settings/Meta.tsx";
import { listApps } from "@/lib/channels/meta/apps/apps.ts";
import { define } from "@/lib/http/pages.ts";
import { AppRows } from "@/lib/panel/channels/meta/apps/AppRows.tsx";
import { Cautions } from "@/lib/panel/channels/meta/apps/Cautions.tsx";
import { newGuide } from "@/lib/panel/channels/meta/guide/guide.ts";
import { otherCompanies } from "@/lib/panel/channels/meta/guide/guide_now.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";

export const handler = panelPage({
  title: metaWords.title,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member, memberships, publicUrl, hasSecrets }) => ({
    apps: await listApps(trx, { ...member, publicUrl }),
    others: otherCompanies(memberships, member),
    hasSecrets,
  }),
});

export default define.page<typeof handler>(({ data }) => {
  const { href } = usePage();
  const { apps, others, hasSecrets } = data;
  const words = useWords(metaWords);
  const { back, off } = useWords(channelsWords);
  return (
    <SettingsFrame
      section="channels"
      title={words.title}
      text={words.text}
      back={{ href: href("/panel/settings/channels"), label: back }}
    >
      <Cautions />
      {apps.length > 0 && (
        <Panel title={words.apps} region="meta-apps">
          <AppRows apps={apps} />
        </Panel>
      )}
      {hasSecrets
        ? <MetaGuide first={newGuide} others={others} />
        : <Empty icon="lock" text={off} />}
    </SettingsFrame>
  );
});
