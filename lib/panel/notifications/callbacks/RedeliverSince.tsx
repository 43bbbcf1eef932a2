import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { instantOf } from "@/lib/panel/form/field_spec.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useOnce } from "@/lib/panel/page/use_once.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";
import { callbackWords } from "@/lib/panel/notifications/callbacks/words.ts";

interface RedeliverSinceProps {
  /** The moment that is offered, on the company's clock. */
  since: string;
}

/** Tries every callback again that did not get through since a moment; asks for it first. */
export function RedeliverSince(props: RedeliverSinceProps) {
  const { companyId, language, timeZone } = usePage();
  const words = useWords(callbackWords).all;
  const common = useWords(commonWords);
  const [since, setSince] = useState(props.since);
  const [error, setError] = useState<string | null>(null);
  const dialog = useDialog();
  const id = "redeliver";

  const [run, isBusy] = useOnce(async () => {
    const instant = instantOf(since, timeZone);
    setError(instant ? null : common.notUnderstood);
    if (!instant) return;
    const call = { method: "POST", companyId, language, json: { since: instant } } as const;
    const tried = await callApi<{ count: number }>("callbacks/redeliver", call);
    if (!tried.ok) return setError(failureText(tried, language));
    dialog.close();
    showToast({ text: words.done(tried.data.count) });
    await refreshRegions();
  });

  return (
    <>
      <button
        type="button"
        class="button"
        data-command={words.open}
        data-opens=""
        onClick={dialog.open}
      >
        <Icon name="rotate-cw" />
        {words.open}
      </button>
      <FormDialog
        dialog={dialog}
        titleId={`${id}-title`}
        title={words.title}
        button={words.button}
        isBusy={isBusy}
        onSend={run}
      >
        <p class="text-soft">{words.text}</p>
        <div>
          <label for={`${id}-since`} class="mb-1 block text-label font-medium">
            {words.since}
          </label>
          <input
            id={`${id}-since`}
            type="datetime-local"
            class="control"
            value={since}
            aria-invalid={error ? "true" : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onInput={(event) => setSince(event.currentTarget.value)}
          />
          {error && (
            <p id={`${id}-error`} role="alert" class="mt-1 text-label text-danger-text">
              {error}
            </p>
          )}
        </div>
      </FormDialog>
    </>
  );
}
