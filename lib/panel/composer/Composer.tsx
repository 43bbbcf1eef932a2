import { useWords } from "@/components/page.ts";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ComposerEnd } from "@/lib/panel/composer/ComposerEnd.tsx";
import { type EntryKind, isLine, kindKeys, takesFiles } from "@/lib/panel/composer/entry_kinds.ts";
import { type ComposerProps, useComposer } from "@/lib/panel/composer/use_composer.ts";
import { composerWords } from "@/lib/panel/composer/words.ts";
import { isShortcut, sentBy } from "@/lib/panel/page/keys.ts";
import { idOf } from "@/lib/panel/page/id_of.ts";
import { later } from "@/lib/panel/page/later.ts";
import { useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";
import { speak } from "@/lib/words/language.ts";

const Understood = later(() => import("@/lib/panel/tasks/parts/Understood.tsx"), "Understood");
const AttachedFiles = later(
  () => import("@/lib/panel/composer/files/AttachedFiles.tsx"),
  "AttachedFiles",
);
const MailFields = later(() => import("@/lib/panel/composer/MailFields.tsx"), "MailFields");
const AnsweredMessage = later(
  () => import("@/lib/panel/composer/apps/AnsweredMessage.tsx"),
  "AnsweredMessage",
);
const MailSignature = later(() => import("@/lib/panel/composer/MailFields.tsx"), "MailSignature");

/** Form for messages, notes, calls, tasks and events of a record, each with a shortcut key. */
export function Composer(props: ComposerProps) {
  const { subject, people, me } = props;
  const composer = useComposer(props);
  const { kind, text, line, failure, via, mail, files, answered } = composer;
  const area = useRef<HTMLTextAreaElement>(null);
  const words = useWords(composerWords);
  const id = idOf("composer", ...Object.entries(subject).flat());
  const isOneLine = isLine(kind);
  const hasFiles = takesFiles(kind);
  const label = via === null ? words.labels[kind] : words.write;
  useLeaveGuard(text.trim() !== "");
  useKindKeys(composer, area);

  async function send() {
    await composer.send();
    area.current?.focus();
  }

  const { onSubmit, onKeyDown } = sentBy(send);
  return (
    <form
      class="composer"
      onSubmit={onSubmit}
      onDragOver={(event) => markOver(event, hasFiles)}
      onDragLeave={(event) => markOver(event, false)}
      onDrop={(event) => {
        if (hasFiles) event.preventDefault();
        markOver(event, false);
        if (hasFiles) composer.attach([...event.dataTransfer?.files ?? []]);
      }}
      onKeyDown={(event) => {
        const isInArea = event.target === area.current;
        if (event.key === "Escape" && !event.currentTarget.closest("dialog")) {
          area.current?.blur();
        }
        const isPlainEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing;
        if (isOneLine && isPlainEnter && isInArea) {
          event.preventDefault();
          send();
        } else onKeyDown(event);
      }}
    >
      <EntryKinds id={id} composer={composer} words={words} area={area} />
      {answered && (
        <AnsweredMessage
          text={answered.text}
          onDrop={() => composer.setAnswered(null)}
        />
      )}
      {mail && <MailFields key={via} id={id} {...mail} onType={composer.typeMail} />}
      <label for={id} class="sr-only">{label}</label>
      <textarea
        ref={area}
        id={id}
        class="control"
        rows={isOneLine ? 1 : 2}
        data-most={isOneLine ? 300 : 10_000}
        dir="auto"
        placeholder={label}
        value={text}
        readOnly={composer.isSending}
        aria-invalid={failure ? "true" : undefined}
        onInput={(event) => composer.type(event.currentTarget.value)}
        onPaste={(event) => {
          const pasted = [...event.clipboardData?.files ?? []];
          if (pasted.length === 0 || !hasFiles) return;
          event.preventDefault();
          composer.attach(pasted);
        }}
      />
      {mail?.reply.signature && <MailSignature text={mail.reply.signature} />}
      <p role="alert" class="mt-1 text-label text-danger-text empty:hidden">{failure}</p>
      {files.length > 0 && hasFiles && <AttachedFiles files={files} onRemove={composer.remove} />}
      {line && (
        <Understood
          task={line}
          assigneeId={line.personId ?? me}
          people={people}
          onLeave={composer.leave}
        />
      )}
      <ComposerEnd id={id} composer={composer} area={area} props={props} />
    </form>
  );
}

type Words = ReturnType<typeof speak<typeof composerWords>>;
type Composing = ReturnType<typeof useComposer>;

/** Highlights the form while a file is dragged over it. */
function markOver(event: DragEvent, isOver: boolean): void {
  if (isOver) event.preventDefault();
  (event.currentTarget as HTMLElement).toggleAttribute("data-over", isOver);
}

/** Shortcut keys that choose a touch and focus the field. */
function useKindKeys({ kinds, choose }: Composing, area: RefObject<HTMLTextAreaElement>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const next = kinds.find((one) => kindKeys[one] === event.key);
      if (!next || !isShortcut(event)) return;
      event.preventDefault();
      choose(next);
      area.current?.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

interface EntryKindsProps {
  id: string;
  composer: Composing;
  words: Words;
  area: RefObject<HTMLTextAreaElement>;
}

function EntryKinds({ id, composer, words, area }: EntryKindsProps) {
  const { kinds, kind, choose } = composer;
  const isPressed = useRef(false);
  return (
    <fieldset
      class="composer-tabs"
      // Arrow keys stay among the tabs; a press on a tab moves on to the text field.
      onPointerDown={() => (isPressed.current = true)}
      onKeyDown={() => (isPressed.current = false)}
    >
      <legend class="sr-only">{words.which}</legend>
      {kinds.map((value) => (
        <label key={value} class="choice" title={titleOf(value, words)}>
          <input
            type="radio"
            name={`${id}-touch`}
            value={value}
            class="sr-only"
            checked={kind === value}
            aria-keyshortcuts={kindKeys[value] ?? undefined}
            onChange={() => {
              choose(value);
              if (isPressed.current) area.current?.focus();
            }}
          />
          {words.tabs[value]}
        </label>
      ))}
    </fieldset>
  );
}

function titleOf(kind: EntryKind, words: Words): string {
  const key = kindKeys[kind];
  return key ? words.tab(words.tabs[kind], key) : words.tabs[kind];
}
