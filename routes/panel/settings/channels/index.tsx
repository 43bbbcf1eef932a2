import { usePage, useWords } from "@/components/page.ts";
import { Empty } from "@/components/Empty.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { NewChannel, NewMailbox } from "@/islands/settings/Channels.tsx";
import { listAccounts } from "@/lib/channels/accounts/accounts.ts";
import { define } from "@/lib/http/pages.ts";
import { ChannelRows } from "@/lib/panel/channels/ChannelRows.tsx";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { settingsWords } from "@/lib/panel/settings/words.ts";

export const handler = panelPage({
  title: settingsWords.names.channels,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member, language, hasSecrets }) => ({
    accounts: await listAccounts(trx, { ...member, language }),
    hasSecrets,
  }),
});

export default define.page<typeof handler>(({ data }) => {
  const { accounts, hasSecrets } = data;
  const { href } = usePage();
  const words = useWords(channelsWords);
  const meta = useWords(metaWords);
  return (
    <SettingsFrame section="channels">
      {!hasSecrets && <Empty icon="lock" text={words.off} />}
      {(hasSecrets || accounts.length > 0) && (
        <div>
          <div data-region="channels">
            {accounts.length === 0
              ? <Empty icon="message-circle" text={words.empty} />
              : <ChannelRows accounts={accounts} />}
          </div>
          {hasSecrets && (
            <div class="mt-4 flex flex-wrap gap-2">
              <NewMailbox />
              <a
                class="button"
                data-command={meta.connect}
                href={href("/panel/settings/channels/meta-apps")}
              >
                <Icon name="message-circle" />
                {meta.connect}
              </a>
              <NewChannel />
            </div>
          )}
        </div>
      )}
    </SettingsFrame>
  );
});
