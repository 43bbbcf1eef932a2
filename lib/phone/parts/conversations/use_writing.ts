import { useEffect, useRef, useState } from "preact/hooks";
import { appStanding } from "@/lib/phone/parts/conversations/ReachLine.tsx";
import { say, serverNow } from "@/lib/phone/page/state.ts";
import { takesBack } from "@/lib/phone/conversations/given_back.ts";
import type { Send, SendFile } from "@/lib/phone/conversations/send.ts";
import { keepSend } from "@/lib/phone/conversations/sends.ts";
import { type Thread, usualAccount } from "@/lib/phone/conversations/conversation.ts";
import { draftOf, keepDraft } from "@/lib/phone/conversations/conversation_drafts.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

const maxFileBytes = 26_214_400;
const mostFiles = 10;

/** State of the message or note being written; its text is stored until it is sent. */
export function useWriting(thread: Thread, device: string, language: Language) {
  const { contact_id: contactId, accounts, newest, name } = thread;
  const words = speak(conversationWords, language).write;
  const [kind, setKind] = useState<Send["kind"]>("message");
  const [text, setText] = useState(() => draftOf(device, contactId));
  const [files, setFiles] = useState<SendFile[]>([]);
  const [chosen, setChosen] = useState<number>();
  const field = useRef<HTMLTextAreaElement>(null);
  const account = accounts.find(({ id }) => id === chosen) ?? usualAccount(accounts);
  const latest = useRef(text);
  latest.current = text;

  function type(value: string) {
    setText(value);
    keepDraft(device, contactId, value);
  }

  useEffect(() =>
    takesBack((send) => {
      if (send.contactId !== contactId || send.device !== device) return;
      setKind(send.kind);
      setFiles((before) => [...before, ...send.files].slice(0, mostFiles));
      type([send.text, latest.current].filter(Boolean).join("\n"));
      field.current?.focus();
    }), [contactId, device]);

  function attach(fileList: FileList | null) {
    const all = [...fileList ?? []];
    const large = all.find(({ size }) => size > maxFileBytes);
    const fit = all.filter(({ size }) => size > 0 && size <= maxFileBytes)
      .map((blob) => ({ name: blob.name || "file", blob }));
    if (large) say(words.tooLarge(large.name), true);
    if (files.length + fit.length > mostFiles) say(words.tooMany, true);
    setFiles([...files, ...fit].slice(0, mostFiles));
  }

  const isEmpty = text.trim() === "" && files.length === 0;
  const standing = account && appStanding(account, new Date(serverNow()));
  const isOver = standing ? !("until" in standing) : false;
  const canSend = !isEmpty && (kind === "note" || (account !== undefined && !isOver));

  async function send(): Promise<void> {
    if (!canSend) return;
    const via = kind === "note" ? null : account!.id;
    try {
      await keepSend({ device, contactId, name, kind, text, via, after: newest, files });
    } catch {
      return say(words.notKept, true);
    }
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
    canSend,
    send,
    remove: (at: number) => setFiles(files.toSpliced(at, 1)),
  };
}
