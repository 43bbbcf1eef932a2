import { useEffect, useRef, useState } from "preact/hooks";
import { appStanding } from "@/lib/phone/parts/conversations/ReachLine.tsx";
import type { Quote } from "@/lib/phone/parts/conversations/quoting/use_quote.ts";
import { say, serverNow } from "@/lib/phone/page/state.ts";
import { takesBack } from "@/lib/phone/conversations/given_back.ts";
import type { FilledTemplate, NewSend, Send, SendFile } from "@/lib/phone/conversations/send.ts";
import { mostFiles, readFileList } from "@/lib/phone/conversations/send_files.ts";
import { keepSend } from "@/lib/phone/conversations/sends.ts";
import { type Thread, usualAccount } from "@/lib/phone/conversations/conversation.ts";
import { draftOf, keepDraft } from "@/lib/phone/conversations/conversation_drafts.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

/** The account that sends: the chosen one, that of the quoted message, or the usual one. */
function useAccount({ accounts }: Thread, quote: Quote) {
  const [chosen, setChosen] = useState<number>();
  const quoted = quote.entry?.via_id;
  const account = accounts.find(({ id }) => id === (quoted ?? chosen)) ?? usualAccount(accounts);
  return {
    account,
    setChosen(id: number) {
      // Another account's people know nothing of the message.
      if (id !== quoted) quote.choose(null);
      setChosen(id);
    },
  };
}

/** Templates that are offered; `filled`: one that comes back to be changed. */
interface Offering {
  filled: FilledTemplate | null;
}

/** State of the message or note being written; its text is stored until it is sent. */
export function useWriting(thread: Thread, quote: Quote, device: string, language: Language) {
  const { contact_id: contactId, newest, name } = thread;
  const words = speak(conversationWords, language).write;
  const [kind, setKind] = useState<Send["kind"]>("message");
  const [text, setText] = useState(() => draftOf(device, contactId));
  const [files, setFiles] = useState<SendFile[]>([]);
  const [offering, setOffering] = useState<Offering | null>(null);
  const { account, setChosen } = useAccount(thread, quote);
  const field = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(text);
  latest.current = text;

  function type(value: string) {
    setText(value);
    keepDraft(device, contactId, value);
  }

  useEffect(() =>
    takesBack(({ template, optIn, ...send }) => {
      if (send.contactId !== contactId || send.device !== device) return;
      setKind(send.kind);
      if (send.via !== null) setChosen(send.via);
      quote.choose(send.answers ?? null);
      if (template) {
        setOffering({ filled: { template, optIn, files: send.files } });
        return;
      }
      setFiles((before) => [...before, ...send.files].slice(0, mostFiles));
      type([send.text, latest.current].filter(Boolean).join("\n"));
      field.current?.focus();
    }), [contactId, device]);

  function attach(list: FileList | null) {
    const { files: fit, large } = readFileList(list);
    if (large) say(words.tooLarge(large.name), true);
    if (files.length + fit.length > mostFiles) say(words.tooMany, true);
    setFiles([...files, ...fit].slice(0, mostFiles));
  }

  const isEmpty = text.trim() === "" && files.length === 0;
  const standing = account && appStanding(account, new Date(serverNow()));
  const isOver = standing ? !("until" in standing) : false;
  const canSend = !isEmpty && (kind === "note" || (account !== undefined && !isOver));

  /** @returns whether it is kept, to be sent */
  async function keep(
    content: Pick<NewSend, "kind" | "text" | "files" | "template" | "optIn">,
  ): Promise<boolean> {
    const isNote = content.kind === "note";
    const answers = isNote ? undefined : quote.entry?.id;
    const via = isNote ? null : account!.id;
    try {
      await keepSend({ ...content, device, contactId, name, via, after: newest, answers });
    } catch {
      say(words.notKept, true);
      return false;
    }
    if (!isNote) quote.choose(null);
    return true;
  }

  async function send(): Promise<void> {
    if (!canSend || !await keep({ kind, text, files })) return;
    setFiles([]);
    type("");
    field.current?.focus();
  }

  return {
    kind,
    setKind,
    text,
    type,
    files,
    attach,
    account,
    setChosen,
    field,
    isOver,
    canSend,
    send,
    offering,
    setOffering,
    sendTemplate: (filled: FilledTemplate) => keep({ kind: "message", text: "", ...filled }),
    remove: (at: number) => setFiles(files.toSpliced(at, 1)),
  };
}
