import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import type { NoticeKind } from "@/lib/crm/companies/notice_kinds.ts";
import { useIsFormer } from "@/lib/panel/employees/use_is_former.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { employeeWords } from "@/lib/panel/employees/words.ts";

interface NoticeSwitchesProps {
  /** Path of the PATCH that takes `notify`: `me`, `employees/7`. */
  path: string;
  /** Name of the person. */
  name: string;
  notify: Record<NoticeKind, boolean>;
  /** Kinds that the person switched off in every company. */
  silenced?: NoticeKind[];
}

/** Switches of a person's notices; each saves itself and goes back if refused. */
export function NoticeSwitches(props: NoticeSwitchesProps) {
  const { companyId, language } = usePage();
  const { path, name, silenced = [] } = props;
  const [notify, setNotify] = useState(props.notify);
  const words = useWords(employeeWords);
  const isFormer = useIsFormer();

  async function turn(kind: NoticeKind, isOn: boolean) {
    setNotify((before) => ({ ...before, [kind]: isOn }));
    const json = { notify: { [kind]: isOn } };
    const outcome = await runVerb(
      { path, method: "PATCH", json, done: words.noticeSaved },
      { companyId, language },
    );
    if (!outcome.ok) setNotify((before) => ({ ...before, [kind]: !isOn }));
  }

  return (
    <fieldset class="notices" disabled={isFormer}>
      <legend class="sr-only">{`${words.notices}: ${name}`}</legend>
      {(Object.keys(words.kinds) as NoticeKind[]).map((kind) => (
        <label key={kind} class="notice">
          <input
            type="checkbox"
            class="size-4 shrink-0 accent-accent"
            checked={notify[kind]}
            onChange={(event) => turn(kind, event.currentTarget.checked)}
          />
          <span>
            <span class="notice-name">{words.kinds[kind]}</span>
            {silenced.includes(kind) && (
              <span class="block text-label text-soft">{words.silenced}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
