import type { FillValues } from "@/lib/panel/record/fill.ts";
import { usePage } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import type { Senders } from "@/lib/crm/contacts/conversation/senders.ts";
import type { SentMessage } from "@/lib/panel/composer/leaving.ts";
import {
  type About,
  type Asked,
  type EntryKind,
  isLine,
  isSent,
  kindsOn,
} from "@/lib/panel/composer/entry_kinds.ts";
import { useAttachments } from "@/lib/panel/composer/files/use_attachments.ts";
import { type GivenBack, useDraft } from "@/lib/panel/composer/use_draft.ts";
import { useLine } from "@/lib/panel/composer/use_line.ts";
import { composerWords } from "@/lib/panel/composer/words.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { useRestored } from "@/lib/panel/page/use_restored.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { answerChosen, type Answered, givenBack, showMade } from "@/lib/panel/save/run_verb.ts";
import type { Language } from "@/lib/words/language.ts";

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

const loadCalls = () => fetchModule(() => import("@/lib/panel/composer/entry_call.ts"));
const loadMail = () => fetchModule(() => import("@/lib/panel/composer/mail_values.ts"));
const loadLeaving = () => fetchModule(() => import("@/lib/panel/composer/leaving.ts"));

/** The account to send by: the chosen one, or else the usual one. */
function useAccount(senders: Senders | undefined, kind: EntryKind) {
  const [chosen, setChosen] = useState<number | null>();
  const accounts = senders?.accounts ?? [];
  const own = chosen === undefined ? senders?.usual ?? null : chosen;
  const via = !isSent(kind) || accounts.length === 0
    ? null
    : kind === "message"
    ? own ?? accounts[0]!.id
    : own;
  const sender = accounts.find(({ id }) => id === via);
  return {
    via,
    sender: sender ?? null,
    name: sender?.name ?? "",
    reply: sender?.mail ?? null,
    setChosen,
  };
}

interface Parts {
  answered: Answered | null;
  setAnswered(message: Answered | null): void;
  draft: ReturnType<typeof useDraft>;
  account: ReturnType<typeof useAccount>;
  line: ReturnType<typeof useLine>;
  attachments: ReturnType<typeof useAttachments>;
  type(body: string): void;
  setFailure(why: string | null): void;
}

function useSending(options: ComposerOptions, parts: Parts) {
  const { companyId, language, timeZone } = usePage();
  const [isSending, setSending] = useState(false);
  const { draft, account, attachments, type, setFailure } = parts;
  const { kind, text, typed, latest } = draft;
  const { contact_id } = options.subject;

  function refuse(why: string | null): void {
    setSending(false);
    setFailure(why);
  }

  /** Shows the new message, and that it leaves. @returns whether it does */
  async function follow(message: SentMessage, onBack: () => void): Promise<boolean> {
    await refreshRegions();
    if (!message.delivery) return false;
    const { showLeaving } = await loadLeaving();
    showLeaving(message, {
      companyId,
      language,
      contactId: contact_id ?? message.contact_id!,
      isElsewhere: contact_id === undefined,
      onBack,
    });
    return true;
  }

  async function send(): Promise<void> {
    if (isSending || (text.trim() === "" && attachments.files.length === 0)) return;
    setSending(true);
    const caller = { companyId, language };
    const call = await loadCalls()
      .then(({ callOf }) => callOf(options, parts, { language, timeZone }))
      .catch(() => noNetwork(language));
    if (typeof call === "string") return refuse(call);
    const { path, json } = call;
    const outcome = await callApi<SentMessage>(path, { ...caller, method: "POST", json });
    if (!outcome.ok) {
      const wrong = outcome.why === "refused" && account.reply
        ? (await loadMail()).mailErrors(outcome.fields)
        : {};
      draft.setErrors(wrong);
      if (outcome.why === "refused" && outcome.code === "address_refused") {
        draft.setLearned(outcome.details.refused as RefusedNote[]);
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
    draft.setMail({});
    type("");
    parts.setAnswered(null);
    const isLeaving = await follow(outcome.data, () => {
      if (latest.current !== "") return;
      draft.setMail(typed);
      type(text);
    });
    if (isLeaving) return;
    // A message of a thread cannot be undone: it stays in the conversation.
    const isThread = path.endsWith("/messages");
    const own = isThread ? null : `${path}/${outcome.data.id}`;
    const done = composerWords.done[kind][language];
    showMade({ text: done, path: own, hasPage: isLine(kind) }, caller);
  }

  return { isSending, send, follow };
}

function noNetwork(language: Language): string {
  return failureText({ ok: false, why: "network" }, language);
}

/** The composer's text, its parsing as a line, and its sending. Drafts are kept in the browser. */
export function useComposer(options: ComposerOptions) {
  const { companyId, language, timeZone } = usePage();
  const { people, me, question } = options;
  const senders = useRegionData("senders", options.senders);
  const accounts = senders?.accounts ?? [];
  const kinds = kindsOn(options.subject, { question, canSend: accounts.length > 0 });
  const [failure, setFailure] = useState<string | null>(null);
  const [isClosed, setClosed] = useState(false);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const draft = useDraft(options, kinds);
  const { kind, text, typed, learned, errors } = draft;
  const account = useAccount(senders, kind);
  const { via, name, reply } = account;
  const line = useLine(text, kind, { people, me, timeZone });
  const attachments = useAttachments({
    companyId,
    language,
    onRefuse: setFailure,
    onLost: () => setFailure(noNetwork(language)),
    onChange: draft.keepFiles,
  });

  useRestored();
  useEffect(() => {
    attachments.restore(draft.restore());
  }, [draft.key]);

  function type(body: string) {
    setFailure(null);
    if (body.trim() === "") line.forget();
    draft.type(body);
  }

  useEffect(() => {
    const takeBack = (event: Event) => {
      setFailure(null);
      draft.takeBack((event as CustomEvent<GivenBack>).detail);
    };
    const answer = (event: Event) => {
      const { detail } = event as CustomEvent<Answered>;
      setAnswered(detail);
      draft.choose("reply");
      account.setChosen(detail.via);
    };
    document.addEventListener(givenBack, takeBack);
    document.addEventListener(answerChosen, answer);
    return () => {
      document.removeEventListener(givenBack, takeBack);
      document.removeEventListener(answerChosen, answer);
    };
  });

  const sending = useSending(options, {
    ...{ draft, account, answered, line, attachments },
    ...{ type, setFailure, setAnswered },
  });
  return {
    ...sending,
    kinds,
    kind,
    text,
    failure,
    accounts,
    via,
    sender: account.sender,
    answered,
    setAnswered,
    /** Whether nothing can be written to the person just now. */
    isClosed,
    setClosed,
    type,
    line: line.line,
    /** Mailbox to send by, and the mail fields typed for it. */
    mail: reply && { name, reply, typed, learned, errors },
    typeMail(values: typeof typed) {
      setFailure(null);
      draft.typeMail(values);
    },
    files: attachments.files,
    choose(next: EntryKind) {
      setFailure(null);
      draft.choose(next);
    },
    /** Changes the account and drops the recipient, which belongs to the previous one. */
    choosesVia(next: number | null) {
      draft.dropRecipient();
      setAnswered(null);
      account.setChosen(next);
    },
    attach: attachments.attach,
    remove: attachments.remove,
    leave: line.leave,
  };
}
