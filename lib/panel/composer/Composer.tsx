import { useEffect, useRef } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import { isLine, type Touch, touchKeys } from "@/lib/panel/composer/touches.ts";
import { type ComposerOptions, useComposer } from "@/lib/panel/composer/use_composer.ts";
import { composerWords } from "@/lib/panel/composer/words.ts";
import { isShortcut, sentBy } from "@/lib/panel/frame/keys.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { later } from "@/lib/panel/page/later.ts";
import { useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";
import { speak } from "@/lib/words/language.ts";

const Understood = later(async () =>
  (await import("@/lib/panel/tasks/parts/Understood.tsx")).Understood
);

export interface ComposerProps extends ComposerOptions {
  email?: string | null;
  whatsapp?: string | null;
}

/** Notes what happened with a record or is to happen: each touch by one key. Sends nothing. */
export function Composer(props: ComposerProps) {
  const { subject, people, me, language, timeZone, email, whatsapp } = props;
  const composer = useComposer(props);
  const { touches, touch, text, line, failure, isSending } = composer;
  const area = useRef<HTMLTextAreaElement>(null);
  const isPressed = useRef(false);
  const words = speak(composerWords, language);
  const id = idOf("composer", ...Object.entries(subject).flat());
  const isOneLine = isLine(touch);
  useLeaveGuard(text.trim() !== "");

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const next = touches.find((one) => touchKeys[one] === event.key);
      if (!next || !isShortcut(event)) return;
      event.preventDefault();
      composer.choose(next);
      area.current?.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  async function send() {
    await composer.send();
    area.current?.focus();
  }

  const { onSubmit, onKeyDown } = sentBy(send);
  return (
    <form
      class="composer"
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.currentTarget.closest("dialog")) area.current?.blur();
        const isPlainEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing;
        if (isOneLine && isPlainEnter && event.target === area.current) {
          event.preventDefault();
          send();
        } else onKeyDown(event);
      }}
    >
      <fieldset
        class="composer-tabs"
        // Arrows stay among the tabs; who presses one goes on to type.
        onPointerDown={() => (isPressed.current = true)}
        onKeyDown={() => (isPressed.current = false)}
      >
        <legend class="sr-only">{words.which}</legend>
        {touches.map((value) => (
          <label key={value} class="choice" title={titleOf(value, words)}>
            <input
              type="radio"
              name={`${id}-touch`}
              value={value}
              class="sr-only"
              checked={touch === value}
              aria-keyshortcuts={touchKeys[value] ?? undefined}
              onChange={() => {
                composer.choose(value);
                if (isPressed.current) area.current?.focus();
              }}
            />
            {words.tabs[value]}
          </label>
        ))}
      </fieldset>
      <label for={id} class="sr-only">{words.labels[touch]}</label>
      <textarea
        ref={area}
        id={id}
        class="control"
        rows={isOneLine ? 1 : 2}
        maxLength={isOneLine ? 300 : 10_000}
        placeholder={words.labels[touch]}
        value={text}
        readOnly={isSending}
        aria-invalid={failure ? "true" : undefined}
        onInput={(event) => composer.type(event.currentTarget.value)}
      />
      <p role="alert" class="mt-1 text-label text-danger-text empty:hidden">{failure}</p>
      {line && (
        <Understood
          task={line}
          assigneeId={line.personId ?? me}
          people={people}
          language={language}
          timeZone={timeZone}
          onLeave={composer.leave}
        />
      )}
      <div class="composer-end">
        {touch === "reply" && <Ways text={text} email={email} whatsapp={whatsapp} words={words} />}
        <button
          type="submit"
          class="button button-primary ml-auto"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          disabled={isSending}
        >
          {isSending && <Icon name="loader-circle" class="animate-spin" />}
          {words.buttons[touch]}
        </button>
      </div>
    </form>
  );
}

type Words = ReturnType<typeof speak<typeof composerWords>>;

function titleOf(touch: Touch, words: Words): string {
  const key = touchKeys[touch];
  return key ? words.tab(words.tabs[touch], key) : words.tabs[touch];
}

/** Links that open the text where an answer can be sent from. */
function Ways(
  { text, email, whatsapp, words }: Pick<ComposerProps, "email" | "whatsapp"> & {
    text: string;
    words: Words;
  },
) {
  const body = encodeURIComponent(text);
  const query = new URLSearchParams({ text });
  const ways = [
    email && { label: words.mail, href: `mailto:${encodeURIComponent(email)}?body=${body}` },
    whatsapp && { label: "WhatsApp", href: `https://wa.me/${whatsapp}?${query}` },
  ].filter((way) => way !== null && way !== undefined && way !== "");
  if (ways.length === 0) return null;
  return (
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
  );
}
