import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Time } from "@/components/Time.tsx";
import { CopyLine } from "@/lib/panel/channels/meta/guide/CopyLine.tsx";
import { type GuideApp, guideObjects } from "@/lib/panel/channels/meta/guide/guide.ts";
import { guideWords } from "@/lib/panel/channels/meta/guide/guide_words.ts";
import { useSteps } from "@/lib/panel/channels/meta/guide/use_steps.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { TestSteps } from "@/lib/panel/channels/TestSteps.tsx";

/** The hook: set by Relevo or copied, and when Meta proved and used it. */
export function HookStep({ app }: { app: GuideApp }) {
  const words = useWords(guideWords);
  const { objects } = useWords(metaWords);
  const { steps, failure, run, isBusy } = useSteps(app, "subscribe");
  const handshakes = guideObjects.map((object) => app.objects[object].handshakeAt)
    .filter((at) => at !== null);
  return (
    <>
      <button
        type="button"
        class={`button ${handshakes.length > 0 ? "" : "button-primary"}`}
        disabled={isBusy}
        onClick={run}
      >
        {isBusy && <Icon name="loader-circle" class="animate-spin" />}
        {isBusy ? words.subscribing : words.subscribe}
      </button>
      <p role="alert" class="text-meta text-danger-text empty:hidden">{failure}</p>
      <div role="status" class="empty:hidden">{steps && <TestSteps steps={steps} />}</div>
      <p class="text-meta text-soft">{words.byHand}</p>
      <CopyLine name="hook" label={words.hookAddress} value={app.hook} />
      <CopyLine name="verify-token" label={words.verifyToken} value={app.verifyToken} />
      <details class="text-meta">
        <summary class="font-medium">{words.fields}</summary>
        <dl class="mt-1 space-y-1.5">
          {guideObjects.map((object) => (
            <div key={object}>
              <dt>{objects[object]}</dt>
              <dd>
                <code class="text-label wrap-anywhere">{app.fields[object].join(", ")}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      <p role="status" class="flex items-baseline gap-1.5 text-meta">
        {handshakes.length > 0
          ? (
            <>
              <Icon name="check" class="translate-y-0.5 text-success-text" />
              <span>
                {words.handshake}: <Time at={handshakes.sort().at(-1)!} />
              </span>
            </>
          )
          : words.noHandshake}
      </p>
      <Heard app={app} />
    </>
  );
}

/** When each product of Meta's last called. */
function Heard({ app }: { app: GuideApp }) {
  const words = useWords(guideWords);
  const { objects } = useWords(metaWords);
  return (
    <ul class="space-y-1 text-label text-soft">
      {guideObjects.map((object) => {
        const { lastHookAt } = app.objects[object];
        return (
          <li key={object}>
            {objects[object]}: {lastHookAt
              ? (
                <>
                  {words.heard} <Time at={lastHookAt} />
                </>
              )
              : words.unheard}
          </li>
        );
      })}
    </ul>
  );
}
