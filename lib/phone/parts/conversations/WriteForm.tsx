import { useEffect } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { ReachLine } from "@/lib/phone/parts/conversations/ReachLine.tsx";
import { PhoneIcon } from "@/lib/phone/parts/conversations/PhoneIcon.tsx";
import { QuotedMessage } from "@/lib/phone/parts/conversations/quoting/QuotedMessage.tsx";
import type { Quote } from "@/lib/phone/parts/conversations/quoting/use_quote.ts";
import { TemplateSheet } from "@/lib/phone/parts/conversations/templates/TemplateSheet.tsx";
import { useWriting } from "@/lib/phone/parts/conversations/use_writing.ts";
import { loadOffer } from "@/lib/phone/conversations/templates.ts";
import type { Thread } from "@/lib/phone/conversations/conversation.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface WriteFormProps {
  thread: Thread;
  quote: Quote;
  device: string;
  language: Language;
  isWriting: boolean;
}

/** An answer or a note to colleagues. What cannot be sent is said before a word is typed. */
export function WriteForm({ thread, quote, device, language, isWriting }: WriteFormProps) {
  const words = speak(conversationWords, language).write;
  const writing = useWriting(thread, quote, device, language);
  const { kind, text, account, field, canSend, isOver, offering, setOffering } = writing;
  const { accounts, why_not: whyNot, name } = thread;
  const isNote = kind === "note";
  const why = isNote ? null : whyNot ?? account?.why;
  // What was typed before it was over stays to be seen.
  const canWrite = isNote || (!whyNot && (!isOver || text !== "" || writing.files.length > 0));
  const choose = () => setOffering({ filled: null });
  useEffect(() => {
    if (isWriting) field.current?.focus();
  }, []);
  useEffect(() => {
    if (!quote.isFresh) return;
    writing.setKind("message");
    field.current?.focus();
  }, [quote.entry?.id]);
  useEffect(() => {
    if (isOver && account?.kind === "whatsapp") {
      void loadOffer({ device, contactId: thread.contact_id, accountId: account.id });
    }
  }, [isOver, account?.id]);
  return (
    <form
      class="write"
      onSubmit={(event) => {
        event.preventDefault();
        void writing.send();
      }}
    >
      <Ways writing={writing} accounts={accounts} language={language} />
      {why && (
        <p class="write-why" id="write-why" role="status">
          <Icon name="circle-alert" class="icon" />
          <span>{why}</span>
        </p>
      )}
      {!isNote && account && (
        <ReachLine
          account={account}
          text={text}
          files={writing.files.length}
          language={language}
          onTemplates={choose}
        />
      )}
      {!isNote && quote.entry && (
        <QuotedMessage
          entry={quote.entry}
          language={language}
          onDrop={() => {
            quote.choose(null);
            field.current?.focus();
          }}
        />
      )}
      <Files writing={writing} language={language} />
      {canWrite && (
        <>
          <label class="unseen" for="write-text">
            {isNote ? words.noteLabel : words.label(name)}
          </label>
          <textarea
            ref={field}
            id="write-text"
            rows={2}
            value={text}
            dir="auto"
            placeholder={isNote ? words.noteLabel : words.label(name)}
            aria-describedby={why ? "write-why" : isOver && !isNote ? "write-over" : undefined}
            onInput={(event) => writing.type(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
                event.currentTarget.form!.requestSubmit();
              }
            }}
          />
          <div class="write-tools">
            {!isNote && (
              <button type="button" class="write-tool" onClick={choose}>
                <Icon name="file-text" class="icon" />
                <span>{words.templates}</span>
              </button>
            )}
            <FileTool label={words.photo} isCamera onFiles={writing.attach} />
            <FileTool label={words.file} onFiles={writing.attach} />
            <button type="submit" class="button button-primary write-send" disabled={!canSend}>
              <Icon name={isNote ? "save" : "send"} class="icon" />
              <span>{isNote ? words.sendNote : words.send}</span>
            </button>
          </div>
        </>
      )}
      {offering && (
        <TemplateSheet
          contactId={thread.contact_id}
          device={device}
          language={language}
          account={account}
          isOver={isOver}
          filled={offering.filled}
          onSend={writing.sendTemplate}
          onClose={() => setOffering(null)}
          onPick={(body) => {
            setOffering(null);
            writing.type([text.trimEnd(), body].filter(Boolean).join("\n"));
            field.current?.focus();
          }}
        />
      )}
    </form>
  );
}

type Writing = ReturnType<typeof useWriting>;

interface WaysProps {
  writing: Writing;
  accounts: Thread["accounts"];
  language: Language;
}

/** Message or note, and the account that sends it. */
function Ways({ writing, accounts, language }: WaysProps) {
  const words = speak(conversationWords, language).write;
  const { kind, account } = writing;
  return (
    <div class="write-ways">
      <div class="segments segments-small" role="radiogroup" aria-label={words.kind}>
        {(["message", "note"] as const).map((one) => (
          <label key={one} class="segment">
            <input
              type="radio"
              name="write-kind"
              checked={kind === one}
              onChange={() => writing.setKind(one)}
            />
            <span>{words[one]}</span>
          </label>
        ))}
      </div>
      {kind === "message" && accounts.length > 0 && (accounts.length > 1 || account?.to) && (
        <label class="write-via">
          <span>{words.via}</span>
          <select
            dir="auto"
            value={account?.id ?? ""}
            onChange={(event) => writing.setChosen(Number(event.currentTarget.value))}
          >
            {!account && <option value="" disabled>{words.choose}</option>}
            {accounts.map((one) => (
              <option key={one.id} value={one.id}>
                {one.to ? words.to(one.name, one.to) : one.name}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function Files({ writing, language }: Omit<WaysProps, "accounts">) {
  const words = speak(conversationWords, language).write;
  const { files } = writing;
  if (files.length === 0) return null;
  return (
    <ul class="write-files">
      {files.map((file, at) => (
        <li key={at}>
          <Icon name="paperclip" class="icon" />
          <span>{file.name}</span>
          <button
            type="button"
            class="top-button"
            aria-label={words.removeFile(file.name)}
            onClick={() => writing.remove(at)}
          >
            <Icon name="x" class="icon" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FileToolProps {
  label: string;
  isCamera?: boolean;
  onFiles(files: FileList | null): void;
}

/** A file of the phone, or a photo that is taken now. */
function FileTool({ label, isCamera = false, onFiles }: FileToolProps) {
  return (
    <label class="write-tool">
      {isCamera ? <PhoneIcon name="camera" /> : <Icon name="paperclip" class="icon" />}
      <span>{label}</span>
      <input
        type="file"
        class="unseen"
        multiple={!isCamera}
        {...isCamera ? { accept: "image/*", capture: "environment" } : {}}
        onChange={(event) => {
          onFiles(event.currentTarget.files);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
