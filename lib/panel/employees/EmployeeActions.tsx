import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { KeyOutcome } from "@/lib/panel/employees/KeyOutcome.tsx";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { VerbButton } from "@/lib/panel/save/VerbButton.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import type { Standing } from "@/lib/panel/employees/standing.ts";
import { clashText, isClash, sayChanges } from "@/lib/panel/save/clash.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { employeeWords } from "@/lib/panel/employees/words.ts";
import { speak } from "@/lib/words/language.ts";

interface EmployeeActionsProps {
  employee: { user_id: number; email: string; name: string; role: string };
  standing: Standing;
}

interface Departure {
  handed_over: Record<string, number>;
}

/**
 * Disables an employee, whose open work goes to another, takes a former one back, or withdraws an
 * invitation.
 */
export function EmployeeActions(props: EmployeeActionsProps) {
  const { href } = usePage();
  const { employee } = props;
  const { user_id, email, role } = employee;
  const standing = useRegionData("employee", props.standing);
  const words = useWords(employeeWords);

  if (standing.isFormer) {
    return (
      <VerbButton
        path="employees"
        json={{ email, role }}
        label={words.reactivate}
        icon="user-check"
        look="primary"
        next={href(`/panel/employees/${user_id}`)}
      />
    );
  }
  if (standing.isInvited) {
    const { title, text, button } = words.withdrawing;
    return (
      <VerbButton
        path={`employees/${user_id}`}
        method="DELETE"
        label={words.withdraw}
        confirm={{ title: title(email), text, button }}
        next={href("/panel/employees")}
      />
    );
  }
  return <DisableButton employee={employee} standing={standing} />;
}

/** Disables an employee, and asks before who takes over and what becomes of their keys. */
function DisableButton({ employee, standing }: EmployeeActionsProps) {
  const { companyId, language } = usePage();
  const { user_id, name } = employee;
  const words = useWords(employeeWords);
  const [to, setTo] = useState("");
  const [keys, setKeys] = useState<"keep" | "revoke">("keep");
  const { isBusy, failure, send, clear } = useAnswer();
  const dialog = useDialog();
  const id = idOf("employee", user_id);
  const reason = standing.isLast ? words.isLast : undefined;

  async function disable() {
    const counts = { ...standing.open, live_keys: standing.keys.length };
    const departure = await send(async () => {
      const outcome = await callApi<Departure>(`employees/${user_id}`, {
        companyId,
        language,
        method: "DELETE",
        query: { reassign_to: to || undefined, keys, ...counts },
      });
      if (!isClash(outcome)) return outcome;
      // The page's own numbers are drawn anew before the button can be pressed again.
      await refreshRegions();
      const labels = { ...words.open, live_keys: words.liveKeys };
      const changes = sayChanges({ before: counts, now: outcome.details }, labels, language);
      return { ...outcome, error: clashText(outcome, changes) };
    });
    if (!departure) return;
    dialog.close();
    // The company is no longer theirs to see.
    if (standing.isSelf) return location.assign("/panel");
    await refreshRegions();
    const taker = standing.others.find((person) => String(person.id) === to);
    const count = Object.values(departure.data.handed_over).reduce((sum, n) => sum + n, 0);
    const { done, doneTo } = words.disabling;
    showToast({ text: taker && count > 0 ? doneTo(name, taker.name, count) : done(name) });
  }

  return (
    <>
      <button
        type="button"
        class="button"
        data-command={reason ? undefined : words.disable}
        data-opens=""
        aria-disabled={reason ? "true" : undefined}
        aria-describedby={reason ? `${id}-why` : undefined}
        title={reason}
        onClick={() => {
          if (reason) return;
          clear();
          dialog.open();
        }}
      >
        <Icon name="lock" />
        {words.disable}
      </button>
      {reason && <span id={`${id}-why`} class="sr-only">{reason}</span>}
      <FormDialog
        dialog={dialog}
        titleId={`${id}-title`}
        title={standing.isSelf ? words.disabling.selfTitle : words.disabling.title(name)}
        button={words.disabling.button}
        isDanger
        isBusy={isBusy}
        failure={failure}
        onSend={disable}
      >
        <p class="text-soft">
          {standing.isSelf ? words.disabling.selfText : words.disabling.text}
        </p>
        <Handover standing={standing} words={words} to={to} onChoose={setTo} />
        <KeyOutcome keys={standing.keys} outcome={keys} onChoose={setKeys} />
      </FormDialog>
    </>
  );
}

interface HandoverProps {
  standing: Standing;
  words: ReturnType<typeof speak<typeof employeeWords>>;
  to: string;
  onChoose(to: string): void;
}

/** Choice of colleagues who take over the open work. */
function Handover({ standing, words, to, onChoose }: HandoverProps) {
  const nouns = Object.keys(words.counts) as (keyof typeof words.counts)[];
  const some = nouns.filter((noun) => standing.open[noun] > 0);
  const { nothing, open, to: label, nobody } = words.disabling;
  if (some.length === 0) return <p>{nothing}</p>;
  return (
    <>
      <div>
        <p class="mb-1 text-label font-medium">{open}</p>
        <ul class="flex flex-wrap gap-1.5">
          {some.map((noun) => (
            <li key={noun} class="tag tabular-nums">{words.counts[noun](standing.open[noun])}</li>
          ))}
        </ul>
      </div>
      <Field name="reassign_to" label={label}>
        {(control) => (
          <select
            {...control}
            class="control"
            value={to}
            onChange={(event) => onChoose(event.currentTarget.value)}
          >
            <option value="">{nobody}</option>
            {standing.others.map((person) => (
              <option key={person.id} value={String(person.id)}>{person.name}</option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
