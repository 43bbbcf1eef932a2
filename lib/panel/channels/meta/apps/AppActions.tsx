import { usePage, useWords } from "@/components/page.ts";
import type { GuideApp, GuideNow } from "@/lib/panel/channels/meta/guide/guide.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { useProblemRetries } from "@/lib/panel/channels/use_problem_retries.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { VerbButton } from "@/lib/panel/save/VerbButton.tsx";

interface AppActionsProps {
  first: GuideNow & { app: GuideApp };
}

/** Deletes an app, and gives its problems to accounts that there are meanwhile. */
export function AppActions({ first }: AppActionsProps) {
  const { companyId, href, language } = usePage();
  const words = useWords(metaWords);
  const { app } = useRegionData("meta-guide", first);
  const { taken, notTaken } = words;
  useProblemRetries<{ taken: boolean }>(
    `meta-apps/${app.id}`,
    { companyId, language },
    (tried) => ({
      text: tried.taken ? taken : notTaken,
      isFailure: !tried.taken,
    }),
  );
  return (
    <VerbButton
      path={`meta-apps/${app.id}`}
      method="DELETE"
      query={{ version: app.version }}
      label={words.removeApp}
      look="danger"
      done={words.removed}
      confirm={{ ...words.removeAsk, title: words.removeAsk.title(app.name) }}
      next={href("/panel/settings/channels/meta-apps")}
    />
  );
}
