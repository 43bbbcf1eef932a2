import { usePage, useWords } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import type { listApps } from "@/lib/channels/meta/apps/apps.ts";
import { guideObjects, isSecretWrong } from "@/lib/panel/channels/meta/guide/guide.ts";
import { guideApp, isOwn, type OwnApp } from "@/lib/panel/channels/meta/guide/guide_now.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { formatQuantity } from "@/lib/values/money.ts";

interface AppRowsProps {
  apps: Awaited<ReturnType<typeof listApps>>;
}

/** The company's Meta apps, and those of others that it may use. */
export function AppRows({ apps }: AppRowsProps) {
  const { href } = usePage();
  const words = useWords(metaWords);
  return (
    <ul class="list-rows">
      {apps.map((app) => {
        const page = href(`/panel/settings/channels/meta-apps/${app.id}`);
        return (
          <li key={app.id} class="list-row max-lg:flex-wrap" data-id={app.id}>
            <p class="min-w-0 flex-1 basis-full lg:basis-0">
              <a class="font-medium hover:underline" href={page}>
                <bdi>{app.name}</bdi>
              </a>
              <span class="block text-label text-soft">
                {isOwn(app) ? words.appId(app.app_id) : words.shared}
              </span>
            </p>
            {isOwn(app) && <AppState app={app} page={page} />}
          </li>
        );
      })}
    </ul>
  );
}

function AppState({ app, page }: { app: OwnApp; page: string }) {
  const { language } = usePage();
  const words = useWords(metaWords);
  const { problemCount, never } = useWords(channelsWords);
  const { refused, objects } = guideApp(app);
  const last = guideObjects.map((object) => objects[object].lastHookAt ?? "").sort().at(-1);
  return (
    <>
      <p class="min-w-0 flex-1 text-label text-soft">
        {isSecretWrong(guideApp(app))
          ? (
            <span class="text-danger-text">
              {words.refused(refused.count, formatQuantity(refused.count, language))}
            </span>
          )
          : <>{words.lastHook}: {last ? <Time at={last} /> : never.toLowerCase()}</>}
      </p>
      <p class="shrink-0 text-right lg:w-32">
        {app.problems > 0 && (
          <a class="button text-danger-text" href={`${page}#problems`}>
            {problemCount(app.problems, formatQuantity(app.problems, language))}
          </a>
        )}
      </p>
    </>
  );
}
