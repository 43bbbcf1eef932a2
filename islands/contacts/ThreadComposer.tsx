import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { isShortcut, sentBy } from "@/lib/panel/frame/keys.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { forgetUnsaved, keepUnsaved, readUnsaved } from "@/lib/panel/save/unsaved.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

const kinds = ["out", "note", "in"] as const;
type Kind = (typeof kinds)[number];

interface ThreadComposerProps {
  id: number;
  companyId: number;
  language: Language;
  /** Where an answer can be sent by hand. */
  email: string | null;
  /** Digits with the country's, as WhatsApp takes them. */
  whatsapp: string | null;
}

/** Puts down what was answered, what they said elsewhere, or a note. It sends nothing. */
export function ThreadComposer(props: ThreadComposerProps) {
  const { id, companyId, language, email, whatsapp } = props;
  const [kind, setKind] = useState<Kind>("out");
  const [body, setBody] = useState("");
  const [isSending, setSending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const fieldId = idOf("thread", id);
  const words = speak(inboxWords, language).composer;
  const path = `contacts/${id}/messages`;

  function type(text: string) {
    setBody(text);
    if (text === "") forgetUnsaved(companyId, path, ["body"]);
    else keepUnsaved(companyId, path, { values: { body: text }, base: {} });
  }

  useEffect(() => {
    const kept = readUnsaved(companyId, path)?.values.body;
    if (typeof kept === "string") setBody(kept);
    const press = (event: KeyboardEvent) => {
      if (event.key !== "r" || !isShortcut(event)) return;
      event.preventDefault();
      setKind("out");
      area.current?.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  async function send() {
    if (isSending || body.trim() === "") return;
    setSending(true);
    const json = { direction: kind, body };
    const sent = await runVerb({ path, json, done: words.done[kind] }, { companyId, language });
    setSending(false);
    if (sent.ok) type("");
    area.current?.focus();
  }

  const ways = [
    email && { label: words.mail, href: mailTo(email, body) },
    whatsapp && { label: "WhatsApp", href: `https://wa.me/${whatsapp}?${textQuery(body)}` },
  ].filter((way) => way !== null && way !== "");

  return (
    <form
      class="mt-3 rounded-lg border border-line bg-raised p-2"
      {...sentBy(send)}
    >
      <fieldset class="mb-2 inline-flex max-w-full gap-0.5 rounded-md bg-sunken p-0.5">
        <legend class="sr-only">{words.which}</legend>
        {kinds.map((value) => (
          <label key={value} class="choice">
            <input
              type="radio"
              name="kind"
              value={value}
              class="sr-only"
              checked={kind === value}
              onChange={() => setKind(value)}
            />
            {words.kinds[value]}
          </label>
        ))}
      </fieldset>
      <label for={fieldId} class="sr-only">{words.label[kind]}</label>
      <textarea
        ref={area}
        id={fieldId}
        class="control"
        maxLength={10_000}
        placeholder={words.label[kind]}
        aria-keyshortcuts="r"
        value={body}
        readOnly={isSending}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <div class="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        {kind === "out" && ways.length > 0 && (
          <p class="text-label text-soft">
            {words.sendBy} {ways.map(({ label, href }, index) => (
              <>
                {index > 0 && " · "}
                <a
                  class="font-medium text-text underline decoration-line-strong underline-offset-2"
                  href={href}
                  target={href.startsWith("https:") ? "_blank" : undefined}
                  rel="noreferrer"
                >
                  {label}
                </a>
              </>
            ))}
          </p>
        )}
        <button
          type="submit"
          class="button button-primary ml-auto"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          disabled={isSending}
        >
          {isSending && <Icon name="loader-circle" class="animate-spin" />}
          {words.buttons[kind]}
          <kbd aria-hidden="true" class="hidden font-sans text-label opacity-80 md:inline">⌘⏎</kbd>
        </button>
      </div>
    </form>
  );
}

function mailTo(email: string, body: string): string {
  return `mailto:${encodeURIComponent(email)}?body=${encodeURIComponent(body)}`;
}

function textQuery(text: string): URLSearchParams {
  return new URLSearchParams({ text });
}
