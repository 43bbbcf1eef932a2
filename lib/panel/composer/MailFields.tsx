import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import type { MailReply } from "@/lib/crm/contacts/conversation/mail_reply.ts";
import { copiesIn, type MailTyped, refusedIn } from "@/lib/panel/composer/mail_values.ts";
import { RefusedLines } from "@/lib/panel/composer/RefusedLines.tsx";
import { mailWords } from "@/lib/panel/composer/mail_words.ts";
import { isSaveKey } from "@/lib/panel/page/keys.ts";

interface MailFieldsProps {
  id: string;
  reply: MailReply;
  typed: MailTyped;
  /** Addresses that the last attempt to send reported as returning mail. */
  learned: RefusedNote[];
  errors: Partial<Record<keyof MailTyped, string>>;
  /** Name of the account: the subject of a first mail. */
  name: string;
  onType(values: MailTyped): void;
}

/** Recipients and subject of a mail in one line, which unfolds; one button adds all others. */
export function MailFields(props: MailFieldsProps) {
  const { reply, typed, learned, errors, onType } = props;
  const words = useWords(mailWords);
  const fold = useRef<HTMLDetailsElement>(null);
  const subject = typed.subject ?? reply.subject ?? "";
  const to = typed.to ?? reply.to;
  const cc = typed.cc ?? "";
  const copies = copiesIn(cc);
  const missing = reply.others.filter((one) => one !== to && !copies.includes(one));
  const [isOpen, setOpen] = useState(reply.subject === null);
  const isWrong = Object.keys(errors).length > 0;
  useEffect(() => {
    if (!isWrong) return;
    setOpen(true);
    fold.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);

  return (
    <div
      class="composer-mail"
      // Enter in the subject must not send the mail.
      onKeyDown={(event) => {
        const isField = event.target instanceof HTMLInputElement;
        if (isField && event.key === "Enter" && !isSaveKey(event)) event.preventDefault();
      }}
    >
      <details
        ref={fold}
        open={isOpen || isWrong}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary title={words.fold}>
          <span class="min-w-0 truncate">
            {words.to} <bdi class="text-text">{[to, ...copies].join(", ")}</bdi>
            {subject !== "" && (
              <>
                {" · "}
                <bdi>{subject}</bdi>
              </>
            )}
          </span>
        </summary>
        <Recipients {...props} {...{ subject, to, cc }} />
      </details>
      {missing.length > 0 && (
        <button
          type="button"
          class="button button-plain"
          title={missing.join(", ")}
          onClick={() => onType({ cc: [...copies, ...missing].join(", ") })}
        >
          <Icon name="reply" />
          {words.all}
        </button>
      )}
      <RefusedLines
        refused={refusedIn(typed, reply, learned)}
      />
    </div>
  );
}

interface RecipientsProps extends MailFieldsProps {
  subject: string;
  to: string;
  cc: string;
}

function Recipients({ id, reply, errors, name, subject, to, cc, onType }: RecipientsProps) {
  const words = useWords(mailWords);
  return (
    <div class="space-y-2 pt-1 pb-2">
      {reply.choices.length > 0 && (
        <Field id={`${id}-to`} name="to" label={words.to} error={errors.to}>
          {(control) => (
            <select
              {...control}
              class="control"
              value={to}
              onChange={(event) => onType({ to: event.currentTarget.value })}
            >
              {[reply.to, ...reply.choices].map((address) => (
                <option key={address} value={address} selected={address === to}>
                  {address}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field id={`${id}-cc`} name="cc" label={words.cc} error={errors.cc}>
        {(control) => (
          <input
            {...control}
            class="control"
            placeholder={words.ccHint}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            value={cc}
            onInput={(event) => onType({ cc: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field id={`${id}-subject`} name="subject" label={words.subject} error={errors.subject}>
        {(control) => (
          <input
            {...control}
            class="control"
            placeholder={name}
            autocomplete="off"
            data-most={300}
            dir="auto"
            value={subject}
            onInput={(event) => onType({ subject: event.currentTarget.value })}
          />
        )}
      </Field>
    </div>
  );
}

/** Signature that the account adds below the text. */
export function MailSignature({ text }: { text: string }) {
  const { language } = usePage();
  return (
    <p class="composer-signature">
      <span class="sr-only">{mailWords.signature[language]}</span>
      <span dir="auto" title={mailWords.signature[language]}>{text}</span>
    </p>
  );
}
