import { useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { AskFields } from "@/lib/panel/notifications/parts/AskFields.tsx";
import { RecipientsField } from "@/lib/panel/notifications/parts/RecipientsField.tsx";
import {
  ButtonFields,
  PriorityChoice,
  ReplyChoice,
  TypeChoice,
} from "@/lib/panel/notifications/parts/SendTestFields.tsx";
import {
  type Draft,
  type DraftLimits,
  leftOf,
  ttlChoices,
} from "@/lib/panel/notifications/draft.ts";
import { notificationWords } from "@/lib/panel/notifications/words.ts";
import { sendingWords } from "@/lib/panel/notifications/sending_words.ts";

interface SendFieldsProps {
  draft: Draft;
  errors: Record<string, string>;
  limits: DraftLimits;
  onChange(change: Partial<Draft>): void;
}

/** A notification's fields in the order in which a phone shows them; rare ones folded away. */
export function SendFields(props: SendFieldsProps) {
  const { draft, errors, limits, onChange } = props;
  const words = useWords(sendingWords);
  const common = useWords(notificationWords);
  const shared = { draft, errors, limits, words: common, onChange };
  const remaining = (name: "title" | "body") => words.left(leftOf(draft[name], limits[name]));
  return (
    <>
      <RecipientsField
        userIds={draft.userIds}
        error={recipientError(draft, errors, words.toMissing)}
        onChange={(userIds) => onChange({ userIds })}
      />
      <Field
        name="title"
        label={common.form.subject}
        note={remaining("title")}
        error={errors.title}
      >
        {(control) => (
          <input
            {...control}
            class="control"
            dir="auto"
            required
            autocomplete="off"
            value={draft.title}
            onInput={(event) => onChange({ title: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field name="body" label={common.form.body} note={remaining("body")} error={errors.body}>
        {(control) => (
          <textarea
            {...control}
            class="control"
            dir="auto"
            required
            value={draft.body}
            onInput={(event) => onChange({ body: event.currentTarget.value })}
          />
        )}
      </Field>
      <TypeChoice {...shared} />
      <ButtonFields {...shared} />
      <ReplyChoice {...shared} />
      <div class="grid gap-4 md:grid-cols-2">
        <PriorityChoice {...shared} />
        <TtlChoice {...props} />
      </div>
      <AskFields
        asks={draft.asks}
        errors={errors}
        onChange={(asks) => onChange({ asks })}
      />
      <RareFields {...props} />
    </>
  );
}

function RareFields({ draft, errors, limits, onChange }: SendFieldsProps) {
  const words = useWords(sendingWords);
  const { optional } = useWords(notificationWords).form;
  const [hadRare] = useState([draft.sender, draft.url, draft.tag].some(Boolean));
  const isRareWrong = [errors.sender, errors.url, errors.tag].some(Boolean);
  const line = (name: "sender" | "url" | "tag", hint: string) => (
    <Field name={name} label={words[name]} note={optional} hint={hint} error={errors[name]}>
      {(control) => (
        <input
          {...control}
          type={name === "url" ? "url" : "text"}
          class="control"
          autocomplete="off"
          data-most={limits[name]}
          dir="auto"
          value={draft[name]}
          onInput={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <details open={hadRare || isRareWrong}>
      <summary class="w-fit py-1 font-medium text-soft hover:text-text">
        {words.more}
      </summary>
      <div class="mt-3 space-y-4">
        {line("url", words.urlHint)}
        {line("sender", words.senderHint)}
        {line("tag", words.tagHint)}
      </div>
    </details>
  );
}

function TtlChoice({ draft, errors, onChange }: SendFieldsProps) {
  const words = useWords(sendingWords);
  const isListed = ttlChoices.some(([, seconds]) => seconds === draft.ttl);
  return (
    <Field name="ttl" label={words.ttl} error={errors.ttl}>
      {(control) => (
        <select
          {...control}
          class="control"
          value={draft.ttl ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ttl: value === "" ? null : Number(value) })}
        >
          {ttlChoices.map(([name, seconds]) => (
            <option key={name} value={seconds ?? ""} selected={seconds === draft.ttl}>
              {words.ttls[name]}
            </option>
          ))}
          {!isListed && (
            <option value={draft.ttl!} selected>
              {words.ttlOther(Math.round(draft.ttl! / 60))}
            </option>
          )}
        </select>
      )}
    </Field>
  );
}

/** The API names the list, one of its parts, or the field that is there for a single user. */
function recipientError({ userIds }: Draft, errors: Record<string, string>, missing: string) {
  const name = Object.keys(errors).find((one) => /^userIds?(\.|$)/.test(one));
  if (name === undefined) return undefined;
  if (userIds.length === 0) return missing;
  const [, at] = name.split(".");
  return at === undefined ? errors[name] : `${userIds[Number(at)]}: ${errors[name]}`;
}
