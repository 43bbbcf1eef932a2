import { useWords } from "@/components/page.ts";
import type { OtherCompany } from "@/lib/panel/channels/meta/apps/AppFields.tsx";
import { AppNow, NewApp } from "@/lib/panel/channels/meta/guide/AppStep.tsx";
import { AssetsStep } from "@/lib/panel/channels/meta/guide/AssetsStep.tsx";
import { type GuideNow, guideSteps, stepsDone } from "@/lib/panel/channels/meta/guide/guide.ts";
import { guideWords } from "@/lib/panel/channels/meta/guide/guide_words.ts";
import { HookStep } from "@/lib/panel/channels/meta/guide/HookStep.tsx";
import { MessageStep } from "@/lib/panel/channels/meta/guide/MessageStep.tsx";
import { Step } from "@/lib/panel/channels/meta/guide/Step.tsx";
import { TokenStep } from "@/lib/panel/channels/meta/guide/TokenStep.tsx";
import { useAssets } from "@/lib/panel/channels/meta/guide/use_assets.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { usePolling } from "@/lib/panel/live/use_polling.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";

const tokenPlace = "https://business.facebook.com/settings/system-users";

/** The page of an app's secret. */
function appPlace(appId: string | undefined): string {
  const apps = "https://developers.facebook.com/apps";
  return appId === undefined ? apps : `${apps}/${appId}/settings/basic/`;
}

/** No feed tells of Meta's calls. */
const lookMs = 4_000;

interface MetaGuideProps {
  first: GuideNow;
  /** The member's other companies. */
  others: OtherCompany[];
}

/** Leads through connecting, in steps that tick themselves once they are done. */
export function MetaGuide({ first, others }: MetaGuideProps) {
  const words = useWords(guideWords);
  const { sharedMeans, sharedHook } = useWords(metaWords);
  const now = useRegionData("meta-guide", first);
  const { app, shared, accounts } = now;
  const appId = app?.id ?? shared?.id;
  const assets = useAssets(appId ?? 0);
  const done = stepsDone(now, assets.assets !== null);
  const next = guideSteps.find((step) => !done[step]);
  usePolling(appId !== undefined && next !== undefined, lookMs, async () => {
    await refreshRegions(["meta-guide"]);
  });
  const step = (name: typeof guideSteps[number]) => ({
    step: name,
    number: guideSteps.indexOf(name) + 1,
    isDone: done[name],
    isNext: next === name,
    text: words.where[name],
  });
  const isAdded = appId !== undefined;

  return (
    <section aria-labelledby="meta-guide">
      <header class="flex flex-wrap items-baseline gap-x-3 border-b border-line pb-1.5">
        <h2 id="meta-guide" class="font-semibold">{words.title}</h2>
        <p class="text-label tabular-nums text-soft">
          {words.progress(guideSteps.filter((name) => done[name]).length, guideSteps.length)}
        </p>
      </header>
      <ol>
        {shared
          ? (
            <>
              <Step {...step("app")} text={sharedMeans} />
              <Step {...step("hook")} text={sharedHook} />
            </>
          )
          : (
            <>
              <Step {...step("app")} place={appPlace(app?.appId)}>
                {app ? <AppNow app={app} others={others} /> : <NewApp others={others} />}
              </Step>
              <Step {...step("hook")} waits={isAdded ? undefined : words.waits.hook}>
                {app && <HookStep app={app} />}
              </Step>
            </>
          )}
        <Step {...step("token")} place={tokenPlace} waits={isAdded ? undefined : words.waits.hook}>
          <TokenStep assets={assets} hasAccounts={accounts.length > 0} />
        </Step>
        <Step
          {...step("accounts")}
          waits={assets.assets || accounts.length > 0 ? undefined : words.waits.accounts}
        >
          <AssetsStep assets={assets} accounts={accounts} />
        </Step>
        <Step {...step("message")} waits={accounts.length > 0 ? undefined : words.waits.message}>
          <MessageStep accounts={accounts} />
        </Step>
      </ol>
    </section>
  );
}
