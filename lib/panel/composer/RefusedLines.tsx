import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import { dayIn, formatDay } from "@/lib/values/dates.ts";
import { mailWords } from "@/lib/panel/composer/mail_words.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { type Language } from "@/lib/words/language.ts";

interface RefusedLinesProps {
  refused: RefusedNote[];
}

/** Addresses of a mail that returned one before: why, and the way to take the warning off. */
export function RefusedLines({ refused }: RefusedLinesProps) {
  const { companyId, language } = usePage();
  const words = useWords(mailWords);
  const [gone, setGone] = useState<number[]>([]);
  const visible = refused.filter(({ id }) => !gone.includes(id));

  async function forget({ id }: RefusedNote) {
    const call = { method: "DELETE" as const, companyId, language };
    const done = await callApi(`refused-addresses/${id}`, call);
    // Somebody else has taken it off, or a mail came from there.
    const isGone = done.ok || (done.why === "refused" && done.status === 404);
    if (!isGone) return showToast({ text: failureText(done, language), isFailure: true });
    setGone((before) => [...before, id]);
    showToast({ text: words.forgotten });
  }

  return (
    <div role="alert">
      {visible.length > 0 && (
        <div class="my-2 space-y-1 rounded-lg bg-warning p-2 text-label text-warning-text">
          {visible.map((one) => (
            <p key={one.id} class="flex flex-wrap items-center gap-x-2">
              <Icon name="triangle-alert" />
              <span class="min-w-0 flex-1 wrap-anywhere">
                {words.refused(one.address, dayOf(one.at, language))}
                {one.reason && `: ${one.reason}`}
              </span>
              <button
                type="button"
                class="button button-plain"
                aria-label={words.forgetOf(one.address)}
                onClick={() => forget(one)}
              >
                {words.forget}
              </button>
            </p>
          ))}
          <p>{words.refusedMeans}</p>
        </div>
      )}
    </div>
  );
}

function dayOf(at: string, language: Language): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return formatDay(dayIn(timeZone, new Date(at)), language);
}
