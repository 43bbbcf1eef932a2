import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import type { ApprovalRules as Rules } from "@/lib/crm/companies/approval_rules.ts";
import { parseDecimal, writeDecimal } from "@/lib/panel/page/numbers.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { approvalRuleWords } from "@/lib/panel/settings/approval_words.ts";
import { commonWords } from "@/lib/words/common.ts";

interface ApprovalRulesProps {
  rules: Rules;
  people: { id: number; name: string }[];
  currency: string;
}

type Name = keyof Rules;
const bounds = ["discount_above", "margin_below", "amount_above"] as const;

/** When a quotation needs approval before it is sent, and whose; each field saves itself. */
export function ApprovalRules({ people, currency, ...props }: ApprovalRulesProps) {
  const { rules, errors, textOf, type, save, forget, commit } = useRules(props.rules);
  const words = useWords(approvalRuleWords);
  return (
    <div class="grid gap-4 pt-3 md:grid-cols-2">
      {bounds.map((name) => (
        <Field
          key={name}
          name={`approval.${name}`}
          label={name === "amount_above" ? `${words[name]} (${currency})` : words[name]}
          hint={words.hints[name]}
          error={errors[name]}
        >
          {(control) => (
            <input
              {...control}
              class="control tabular-nums"
              inputMode="decimal"
              data-most={20}
              dir="auto"
              placeholder={words.never}
              value={textOf(name)}
              onInput={({ currentTarget: { value } }) => type(name, value)}
              onBlur={() => commit(name)}
              onKeyDown={(event) => {
                if (event.key === "Escape") forget(name);
                if (event.key === "Enter") commit(name);
              }}
            />
          )}
        </Field>
      ))}
      <Field
        name="approval.approver_id"
        label={words.approver_id}
        hint={words.hints.approver_id}
        error={errors.approver_id}
      >
        {(control) => (
          <select
            {...control}
            class="control"
            value={String(rules.approver_id ?? "")}
            onChange={({ currentTarget: { value } }) =>
              save("approver_id", value === "" ? null : Number(value))}
          >
            <option value="" selected={rules.approver_id === null}>{words.nobody}</option>
            {people.map(({ id, name }) => (
              <option key={id} value={String(id)} selected={id === rules.approver_id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

/** The rules as saved and as typed; each is saved alone, which can be taken back. */
function useRules(initial: Rules) {
  const { companyId, language } = usePage();
  const [rules, setRules] = useState(initial);
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const words = useWords(approvalRuleWords);
  const { notUnderstood, undo } = useWords(commonWords);
  const textOf = (name: Name) => typed[name] ?? writeDecimal(rules[name], language);

  async function save(name: Name, value: number | null, isUndo = false): Promise<void> {
    const before = rules[name];
    if (value === before && !isUndo) return forget(name);
    const json = { approval: { [name]: value } };
    const call = { companyId, language, method: "PATCH" as const, json };
    const saved = await callApi<{ approval: Rules }>(`companies/${companyId}`, call);
    if (!saved.ok) {
      const text = saved.why === "refused" ? saved.fields[`approval.${name}`] : undefined;
      return setErrors((all) => ({ ...all, [name]: text ?? failureText(saved, language) }));
    }
    setRules(saved.data.approval);
    forget(name);
    showToast({
      text: isUndo ? words.undone : words.saved,
      undo: isUndo ? undefined : { label: undo, run: () => save(name, before, true) },
    });
  }

  function forget(name: Name) {
    setTyped(({ [name]: _, ...others }) => others);
    setErrors(({ [name]: _, ...others }) => others);
  }

  function commit(name: Name) {
    const value = parseDecimal(textOf(name), language);
    if (value !== undefined) return save(name, value);
    setErrors((all) => ({ ...all, [name]: notUnderstood }));
  }

  const type = (name: Name, value: string) => setTyped((all) => ({ ...all, [name]: value }));
  return { rules, errors, textOf, type, save, forget, commit };
}
