import { useMemo, useRef, useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import { type About, type EntryKind, isSent } from "@/lib/panel/composer/entry_kinds.ts";
import type { Attached, KeptFile } from "@/lib/panel/composer/files/attachments.ts";
import type { mailErrors, MailTyped } from "@/lib/panel/composer/mail_values.ts";
import { unsavedAt } from "@/lib/panel/save/unsaved.ts";

interface Options extends About {
  me: number;
}

export interface GivenBack {
  body: string;
  subject: string | null;
}

/** The typed fields of a mail, and what was wrong with them. */
function useMail() {
  const [typed, setTyped] = useState<MailTyped>({});
  const [errors, setErrors] = useState<ReturnType<typeof mailErrors>>({});
  const [learned, setLearned] = useState<RefusedNote[]>([]);
  const mail = useRef(typed);

  function setMail(next: MailTyped) {
    mail.current = next;
    setTyped(next);
    setErrors({});
  }

  return { mail, typed, errors, learned, setMail, setErrors, setLearned };
}

/** What is being written, and its copy in this browser. */
export function useDraft({ subject, me }: Options, kinds: readonly EntryKind[]) {
  const { companyId } = usePage();
  const [kind, setKind] = useState<EntryKind>(kinds[0]!);
  const [text, setText] = useState("");
  const { mail, setMail, ...ofMail } = useMail();
  const stored = useRef<KeptFile[]>([]);
  const latest = useRef(text);
  latest.current = text;
  // Per member: others may use the same browser.
  const key = `touches:${me}:${Object.entries(subject).join()}`;
  const unsaved = useMemo(() => unsavedAt(companyId, key), [key]);

  function keep(body: string, kind: EntryKind) {
    const files = stored.current;
    if (body.trim() === "" && files.length === 0) {
      unsaved.forget(["body", "kind", "files", "mail"]);
      return;
    }
    const values = { body, kind, files, mail: mail.current };
    unsaved.keep({ values, base: {} });
  }

  return {
    key,
    kind,
    text,
    latest,
    setMail,
    ...ofMail,
    type(body: string) {
      setText(body);
      keep(body, kind);
    },
    choose(next: EntryKind) {
      setKind(next);
      keep(text, next);
    },
    keepFiles(files: Attached[]) {
      stored.current = files.flatMap(({ id, name, size, at }) =>
        id && at ? [{ id, name, size, at }] : []
      );
      keep(latest.current, kind);
    },
    typeMail(values: MailTyped) {
      setMail({ ...mail.current, ...values });
      keep(latest.current, kind);
    },
    dropRecipient() {
      const { to: _, ...rest } = mail.current;
      setMail(rest);
    },
    /** @returns the files of the stored draft */
    restore(): KeptFile[] {
      const { body, kind, files, mail: before } = unsaved.read().values;
      stored.current = Array.isArray(files) ? files : [];
      setMail(before as MailTyped | undefined ?? {});
      setText(typeof body === "string" ? body : "");
      if (kinds.includes(kind as EntryKind)) setKind(kind as EntryKind);
      return stored.current;
    },
    /** Puts a message that was not sent before what is being written. */
    takeBack({ body, subject }: GivenBack) {
      const whole = [body, latest.current].filter((one) => one.trim() !== "").join("\n\n");
      if (subject !== null) setMail({ subject, ...mail.current });
      const sent = kinds.find(isSent) ?? kind;
      setText(whole);
      setKind(sent);
      keep(whole, sent);
    },
  };
}
