import type { FillValues } from "@/lib/panel/record/fill.ts";
import { usePage } from "@/components/page.ts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import type { Senders } from "@/lib/crm/contacts/conversation/senders.ts";
import type { KeptFile } from "@/lib/panel/composer/files/attachments.ts";
import type { EntryCall } from "@/lib/panel/composer/calls.ts";
import type { SentMessage } from "@/lib/panel/composer/leaving.ts";
import type { mailErrors, MailTyped } from "@/lib/panel/composer/mail_values.ts";
import {
  type About,
  type Asked,
  type EntryKind,
  isLine,
  isSent,
  kindsOn,
} from "@/lib/panel/composer/entry_kinds.ts";
import { useAttachments } from "@/lib/panel/composer/files/use_attachments.ts";
import { useLine } from "@/lib/panel/composer/use_line.ts";
import { composerWords } from "@/lib/panel/composer/words.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { useRestored } from "@/lib/panel/page/use_restored.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { givenBack, showMade } from "@/lib/panel/save/run_verb.ts";
import { unsavedAt } from "@/lib/panel/save/unsaved.ts";
import { speak } from "@/lib/words/language.ts";

export interface ComposerProps extends ComposerOptions {
  email?: string | null;
  whatsapp?: string | null;
  /** Values for template variables; without them no templates are offered. */
  fill?: FillValues;
}

export interface ComposerOptions extends About {
  people: { id: number; name: string }[];
  question?: Asked;
  /** Accounts that can send to the person, on pages of people. */
  senders?: Senders;
  me: number;
}

interface GivenBack {
  body: string;
  subject: string | null;
}

const loadCalls = () => fetchModule(() => import("@/lib/panel/composer/calls.ts"));
const loadMail = () => fetchModule(() => import("@/lib/panel/composer/mail_values.ts"));
const loadLeaving = () => fetchModule(() => import("@/lib/panel/composer/leaving.ts"));

/** The composer's text, its parsing as a line, and its sending. Drafts are kept in the browser. */
export function useComposer(options: ComposerOptions) {
  const { companyId, language, timeZone } = usePage();
  const { subject, links, me, people } = options;
  const words = speak(composerWords, language);
  const noNetwork = failureText({ ok: false, why: "network" }, language);
  const senders = useRegionData("senders", options.senders);
  const accounts = senders?.accounts ?? [];
  const kinds = kindsOn(subject, { question: options.question, canSend: accounts.length > 0 });
  const [kind, setKind] = useState<EntryKind>(kinds[0]!);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<number | null>();
  const [failure, setFailure] = useState<string | null>(null);
  const [typed, setTyped] = useState<MailTyped>({});
  const [fields, setFields] = useState<ReturnType<typeof mailErrors>>({});
  const [learned, setLearned] = useState<RefusedNote[]>([]);
  const [isSending, setSending] = useState(false);
  const line = useLine(text, kind, { people, me, timeZone });
  const attachments = useAttachments({
    companyId,
    language,
    onRefuse: setFailure,
    onLost: () => setFailure(noNetwork),
    onChange: (files) => {
      there.current = files.flatMap(({ id, name, size, at }) =>
        id && at ? [{ id, name, size, at }] : []
      );
      keep(latest.current, kind);
    },
  });
  const { files } = attachments;
  const there = useRef<KeptFile[]>([]);
  const latest = useRef(text);
  latest.current = text;
  const mail = useRef(typed);
  // Per member: others may use the same browser.
  const draftKey = `touches:${me}:${Object.entries(subject).join()}`;
  const unsaved = useMemo(() => unsavedAt(companyId, draftKey), [draftKey]);
  const own = chosen === undefined ? senders?.usual ?? null : chosen;
  const via = !isSent(kind) || accounts.length === 0
    ? null
    : kind === "message"
    ? own ?? accounts[0]!.id
    : own;
  const sender = accounts.find(({ id }) => id === via);
  const reply = sender?.mail ?? null;

  useRestored();
  useEffect(() => {
    const { body, kind, files, mail: before } = unsaved.read().values;
    there.current = Array.isArray(files) ? files : [];
    setMail(before as MailTyped | undefined ?? {});
    setText(typeof body === "string" ? body : "");
    if (kinds.includes(kind as EntryKind)) setKind(kind as EntryKind);
    attachments.restore(there.current);
  }, [draftKey]);

  function keep(body: string, kind: EntryKind) {
    const files = there.current;
    if (body.trim() === "" && files.length === 0) {
      unsaved.forget(["body", "kind", "files", "mail"]);
      return;
    }
    const values = { body, kind, files, mail: mail.current };
    unsaved.keep({ values, base: {} });
  }

  function setMail(next: MailTyped) {
    mail.current = next;
    setTyped(next);
    setFields({});
  }

  /** Changes the account and drops the recipient, which belongs to the previous one. */
  function choosesVia(next: number | null) {
    const { to: _, ...rest } = mail.current;
    setMail(rest);
    setChosen(next);
  }

  function typeMail(values: MailTyped) {
    setFailure(null);
    setMail({ ...mail.current, ...values });
    keep(latest.current, kind);
  }

  function type(body: string) {
    setFailure(null);
    setText(body);
    if (body.trim() === "") line.forget();
    keep(body, kind);
  }

  function choose(next: EntryKind) {
    setFailure(null);
    setKind(next);
    keep(text, next);
  }

  useEffect(() => {
    const takeBack = (event: Event) => {
      const { body, subject } = (event as CustomEvent<GivenBack>).detail;
      // What is being written stays, behind it.
      const whole = [body, latest.current].filter((one) => one.trim() !== "").join("\n\n");
      const sent = kinds.find(isSent) ?? kind;
      setFailure(null);
      setText(whole);
      setKind(sent);
      if (subject !== null) setMail({ subject, ...mail.current });
      keep(whole, sent);
    };
    document.addEventListener(givenBack, takeBack);
    return () => document.removeEventListener(givenBack, takeBack);
  });

  async function send(): Promise<void> {
    if (isSending || (text.trim() === "" && files.length === 0)) return;
    setSending(true);
    const call = await callOf({ subject, links }).catch(() => noNetwork);
    if (typeof call === "string") return refuse(call);
    const { path, json } = call;
    const who = { companyId, language };
    const outcome = await callApi<SentMessage>(path, { ...who, method: "POST", json });
    if (!outcome.ok) {
      const wrong = outcome.why === "refused" && reply
        ? (await loadMail()).mailErrors(outcome.fields)
        : {};
      setFields(wrong);
      if (outcome.why === "refused" && outcome.code === "address_refused") {
        setLearned(outcome.details.refused as RefusedNote[]);
        return refuse(null);
      }
      // Show the newer message above, so that sending again counts it as seen.
      if (outcome.why === "refused" && outcome.code === "conversation_moved") {
        await refreshRegions();
      }
      return refuse(Object.keys(wrong).length > 0 ? null : failureText(outcome, language));
    }
    setSending(false);
    attachments.clear();
    setMail({});
    type("");
    await refreshRegions();
    if (outcome.data.delivery) {
      const contactId = subject.contact_id ?? outcome.data.contact_id!;
      const { showLeaving } = await loadLeaving();
      return showLeaving(outcome.data, {
        ...who,
        contactId,
        isElsewhere: subject.contact_id === undefined,
        onBack: () => {
          if (latest.current !== "") return;
          setMail(typed);
          type(text);
        },
      });
    }
    // A message of a thread cannot be undone: it stays in the conversation.
    const isThread = path.endsWith("/messages");
    const own = isThread ? null : `${path}/${outcome.data.id}`;
    showMade({ text: words.done[kind], path: own, hasPage: isLine(kind) }, who);
  }

  /** The call that stores the text, or an error text if something is missing. */
  async function callOf(about: About): Promise<EntryCall | string> {
    if (!isLine(kind)) {
      const leaving = via === null ? null : await loadLeaving();
      const unfilled = leaving && leaving.unfilledIn(text, language);
      if (unfilled !== null) return unfilled;
      const ids = await attachments.ready();
      if (typeof ids === "string") return ids;
      // A note has words; those of a thread may be files alone.
      const isNote = subject.contact_id === undefined && kind !== "message";
      const names = files.map(({ name }) => name).join(", ");
      const body = isNote && text.trim() === "" ? names : text;
      const mail = reply && (await loadMail()).mailValues(typed, reply, learned);
      const { textCall } = await loadCalls();
      return textCall(kind, { body, via, files: ids, mail, after: leaving?.newestSeen() }, about);
    }
    const entry = await line.read();
    if (entry.title === "") return words.noTitle;
    if (kind === "event" && entry.day === null) return words.noDay;
    const { lineCall } = await loadCalls();
    return lineCall(kind, { line: entry, assigneeId: me, timeZone }, about);
  }

  function refuse(why: string | null): void {
    setSending(false);
    setFailure(why);
  }

  return {
    kinds,
    kind,
    text,
    line: line.line,
    failure,
    isSending,
    accounts,
    via,
    /** Mailbox to send by, and the mail fields typed for it. */
    mail: reply && { name: sender!.name, reply, typed, learned, errors: fields },
    typeMail,
    files,
    type,
    choose,
    choosesVia,
    attach: attachments.attach,
    remove: attachments.remove,
    leave: line.leave,
    send,
  };
}
