import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Scope, ScopedMeta } from "@/lib/crm/events/rule.ts";
import { showScoped } from "@/lib/panel/events/repeat/show_scoped.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";
import { later } from "@/lib/panel/page/later.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";

const ScopeDialog = later(() => import("@/lib/panel/events/repeat/ScopeDialog.tsx"), "ScopeDialog");

interface TrashEventProps {
  id: number;
  /** Title and time of the occurrence. */
  text: string;
  /** Page that opens when it is done. */
  next: string;
}

/** Trashes an occurrence: it alone, it and the following ones, or all. */
export function TrashEvent({ id, text, next }: TrashEventProps) {
  const { companyId, language } = usePage();
  const [isAsking, setAsking] = useState(false);
  const words = useWords(calendarWords);
  const caller = { companyId, language };
  const path = `events/${id}`;

  async function trash(scope: Scope) {
    if (scope === "this") {
      const undo = { path: `${path}/restore` };
      const verb = { path, method: "DELETE" as const, done: words.trashed, undo };
      const outcome = await runVerb({ ...verb, isLeaving: true, isAsked: true }, caller);
      if (!outcome.ok) return outcome;
    } else {
      const call = { ...caller, method: "DELETE" as const, query: { scope } };
      const outcome = await callApi<unknown, ScopedMeta>(path, call);
      if (!outcome.ok) return outcome;
      showScoped(outcome.meta!, caller, "trashedMany");
    }
    location.assign(next);
  }

  return (
    <>
      <button
        type="button"
        class="button"
        data-command={words.trash}
        data-opens=""
        onClick={() => setAsking(true)}
      >
        <Icon name="trash-2" /> {words.trash}
      </button>
      {isAsking && (
        <ScopeDialog
          title={repeatWords.whichTrash[language]}
          text={text}
          button={words.trash}
          isDanger
          onYes={trash}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
