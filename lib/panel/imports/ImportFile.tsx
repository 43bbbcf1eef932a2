import { usePage } from "@/components/page.ts";
import { useEffect, useRef } from "preact/hooks";
import { DropZone } from "@/lib/panel/imports/DropZone.tsx";
import { ImportProgress } from "@/lib/panel/imports/ImportProgress.tsx";
import { ImportResult } from "@/lib/panel/imports/ImportResult.tsx";
import { PreviewColumns } from "@/lib/panel/imports/PreviewColumns.tsx";
import { HeaderErrors } from "@/lib/panel/imports/HeaderErrors.tsx";
import { PreviewRows } from "@/lib/panel/imports/PreviewRows.tsx";
import { PreviewSummary } from "@/lib/panel/imports/PreviewSummary.tsx";
import type { ImportNoun, ImportTarget } from "@/lib/panel/imports/import_page.ts";
import { useImport } from "@/lib/panel/imports/use_import.ts";
import { useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";

interface ImportFileProps {
  noun: ImportNoun;
  targets: ImportTarget[];
  limits: { bytes: number; rows: number };
}

/** A file is chosen, checked, corrected, imported and, if need be, undone. */
export function ImportFile(props: ImportFileProps) {
  const { companyId, language } = usePage();
  const { noun, targets, limits } = props;
  const state = useImport({ noun, companyId, language, maxBytes: limits.bytes });
  const { phase, preview, result } = state;
  const end = useRef<HTMLDivElement>(null);
  const isBusy = phase === "checking" || phase === "importing";
  useLeaveGuard(phase === "importing");
  // The pressed button has gone: focus goes to what replaced it.
  useEffect(() => {
    if (phase === "done") end.current?.focus();
  }, [phase]);

  if (phase === "done" && result) {
    return (
      <div ref={end} tabIndex={-1} class="outline-none">
        <ImportResult
          noun={noun}
          result={result}
          targets={targets}
          onDownload={state.download}
          onAgain={state.startAgain}
        />
      </div>
    );
  }
  return (
    <div class="space-y-6" aria-busy={isBusy}>
      <DropZone
        name={state.name}
        size={state.size}
        limits={limits}
        isBusy={phase === "importing"}
        onChoose={state.choose}
      />
      <p
        role="alert"
        class="rounded-md bg-danger px-3 py-2 text-meta text-danger-text empty:hidden"
      >
        {state.failure}
      </p>
      {isBusy && (
        <ImportProgress
          phase={phase}
          sent={state.sent}
          rows={preview ? preview.counts.valid + preview.counts.changed : 0}
        />
      )}
      {preview && (
        <fieldset disabled={isBusy} class="min-w-0 space-y-8">
          <PreviewSummary noun={noun} preview={preview} state={state} />
          <HeaderErrors errors={preview.errors} />
          <PreviewColumns
            noun={noun}
            preview={preview}
            targets={targets}
            onMap={state.mapColumn}
          />
          <PreviewRows noun={noun} preview={preview} targets={targets} state={state} />
        </fieldset>
      )}
    </div>
  );
}
