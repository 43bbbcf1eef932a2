import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { VerbButton } from "@/lib/panel/save/VerbButton.tsx";
import type { MadeLink } from "@/lib/panel/employees/EntryLinkDialog.tsx";
import { entryWords } from "@/lib/panel/employees/entry_words.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { later } from "@/lib/panel/page/later.ts";
import { useOnce } from "@/lib/panel/page/use_once.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";

const EntryLinkDialog = later(
  () => import("@/lib/panel/employees/EntryLinkDialog.tsx"),
  "EntryLinkDialog",
);

interface EntryLinkProps {
  userId: number;
  email: string;
  /** Whether there is one that can be used. */
  hasLink: boolean;
}

/** Makes, makes anew or withdraws the link by which an employee comes in for the first time. */
export function EntryLink(props: EntryLinkProps) {
  const { companyId, language } = usePage();
  const { userId, email } = props;
  const words = useWords(entryWords);
  const { hasLink, hasEntered } = useRegionData("entry", {
    hasLink: props.hasLink,
    hasEntered: false,
  });
  const [link, setLink] = useState<MadeLink | null>(null);
  const path = `employees/${userId}/link`;

  const [make, isBusy] = useOnce(async () => {
    const outcome = await callApi<MadeLink>(path, { method: "POST", companyId, language });
    await refreshRegions();
    if (outcome.ok) setLink(outcome.data);
    else showToast({ text: failureText(outcome, language), isFailure: true });
  });

  return (
    <>
      {!hasEntered && (
        <div class="mt-3 flex flex-wrap items-center gap-2">
          <button
            type="button"
            class="button"
            data-command={hasLink ? words.remake : words.make}
            data-opens=""
            aria-disabled={isBusy ? "true" : undefined}
            aria-describedby={hasLink ? "entry-remake" : undefined}
            onClick={make}
          >
            <Icon name="link" />
            {hasLink ? words.remake : words.make}
          </button>
          {hasLink && (
            <>
              <VerbButton
                path={path}
                method="DELETE"
                label={words.withdraw}
                done={words.withdrawn}
              />
              <p id="entry-remake" class="text-label text-soft">{words.remakeHint}</p>
            </>
          )}
        </div>
      )}
      {link && (
        <EntryLinkDialog
          link={link}
          email={email}
          onClose={() => setLink(null)}
        />
      )}
    </>
  );
}
