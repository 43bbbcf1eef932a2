import { useEffect, useRef, useState } from "preact/hooks";
import { usePage, useWords } from "@/components/page.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { showLeaving } from "@/lib/panel/composer/leaving.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { focusFault } from "@/lib/panel/page/focus_fault.ts";
import type { Dialog } from "@/lib/panel/page/use_dialog.ts";
import { useAsking } from "@/lib/panel/quotes/approval/use_asking.ts";
import { changedSince } from "@/lib/panel/quotes/message/changed_since.ts";
import {
  drawnQuote,
  flushLines,
  learnQuote,
  type QuoteNow,
} from "@/lib/panel/quotes/editor/quote_now.ts";
import { type SendDialogProps, startOf } from "@/lib/panel/quotes/message/start_message.ts";
import {
  isWindowOver,
  type QuoteMessage,
  useMessage,
} from "@/lib/panel/quotes/message/use_message.ts";
import { sendWords } from "@/lib/panel/quotes/send_words.ts";
import { accepted, useAnswer } from "@/lib/panel/save/use_answer.ts";
import type { QuoteWarning } from "@/lib/sales/sharing/quote_warnings.ts";

const printingMs = 120_000;

/** A quotation that is previewed and sent: its message, whom to ask before, and the calls. */
export function useSending(props: SendDialogProps, dialog: Dialog) {
  const { companyId, language } = usePage();
  const caller = { companyId, language };
  const { quote } = props;
  const isDraft = quote.status === "draft";
  const words = useWords(sendWords);
  const message = useMessage({
    ...startOf("sent", props),
    ...{ prefers: "quote.", prefix: "message.", clientId: quote.client.id, ...caller },
  });
  const isSending = isDraft && message.account !== undefined;
  const asking = useAsking(props);
  const answer = useAnswer({
    textOf: (failed) => isStale(failed) ? words.changed : message.refuse(failed),
  });
  const [isRead, setRead] = useState(!isDraft);
  const passing = usePassing({ quote, isSending, message, asking, dialog });
  const isBusy = answer.isBusy || !isRead;
  const [warnings, setWarnings] = useState<QuoteWarning[]>([]);
  const [changes, setChanges] = useState<string[]>([]);
  const preview = useRef<HTMLDivElement>(null);
  /** What the preview shows. */
  const latest = useRef(quote);

  useEffect(() => {
    if (isDraft) answer.send(() => show(message.load)).then(() => setRead(true));
    else show();
  }, []);

  /** Saves the last input first, so that the preview is what will be sent. */
  async function show(load?: typeof message.load): Promise<Outcome<unknown>> {
    if (isDraft && !await flushLines()) {
      dialog.close();
      return accepted;
    }
    const [warned, chosen, people] = await Promise.all([
      isDraft ? callApi<QuoteWarning[]>(`quotes/${quote.id}/warnings`, caller) : accepted,
      isDraft && load ? load() : accepted,
      asking.load(),
      refreshRegions(["document", "record"]),
    ]);
    if (warned.ok) setWarnings(warned.data ?? []);
    const drawn = document.querySelector("[data-region=document] [data-document]");
    if (drawn) preview.current?.replaceChildren(drawn.cloneNode(true));
    latest.current = drawnQuote() ?? quote;
    return [warned, chosen, people].find((one) => one?.ok === false) ?? accepted;
  }

  async function send() {
    if (isBusy) return;
    const before = latest.current;
    setChanges([]);
    message.setErrors({});
    if (isSending && !message.check()) return focusFault(dialog);
    const sent = await answer.send(async () => {
      const outcome = await passing.pass(before.version);
      // Somebody else, or a request whose answer was lost, may have changed or sent it.
      if (!outcome.ok && outcome.why === "refused" && outcome.status === 409) await show();
      if (isWindowOver(outcome)) await message.renew();
      if (isStale(outcome)) setChanges(changedSince(before, latest.current, language));
      return outcome;
    });
    if (!sent) focusFault(dialog);
  }

  const { failure } = answer;
  return {
    ...{ isDraft, isSending, isBusy, url: passing.url, preview, message, asking },
    ...{ failure, changes, warnings, send },
  };
}

interface PassingOptions {
  quote: QuoteNow;
  /** Whether an account sends it. */
  isSending: boolean;
  message: QuoteMessage;
  asking: ReturnType<typeof useAsking>;
  dialog: Dialog;
}

/** The call that is next, and the link once there is one. */
function usePassing({ quote, isSending, message, asking, dialog }: PassingOptions) {
  const { companyId, language } = usePage();
  const caller = { companyId, language };
  const [url, setUrl] = useState("");

  /** Asks for approval, sends by an account, or makes the link: what is next. */
  async function pass(version: number): Promise<Outcome<unknown>> {
    if (asking.isNeeded) {
      const request = await asking.ask(version, isSending ? message.json() : undefined);
      if (!request?.ok) return request ?? accepted;
      await refreshRegions();
      dialog.close();
      return request;
    }
    const call = { ...caller, method: "POST" as const };
    if (quote.status !== "draft") return await share(version);
    const json = { version, ...(isSending ? { message: message.json() } : {}) };
    const timeoutMs = isSending ? printingMs : undefined;
    const sent = await callApi<QuoteNow>(`quotes/${quote.id}/send`, { ...call, json, timeoutMs });
    if (!sent.ok) return sent;
    learnQuote(sent.data);
    if (!isSending) return await share(sent.data.version);
    dialog.close();
    await refreshRegions();
    const { delivery } = sent.data;
    const { message_id: id, contact_id: contactId } = delivery!;
    showLeaving({ id, delivery }, { contactId, isElsewhere: true, ...caller, onBack() {} });
    return sent;
  }

  async function share(version: number) {
    const call = { ...caller, method: "POST" as const, json: { version } };
    const link = await callApi<{ url: string }>(`quotes/${quote.id}/share`, call);
    await refreshRegions();
    if (link.ok) setUrl(link.data.url);
    return link;
  }

  return { url, pass };
}

function isStale(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.why === "refused" && outcome.code === "version_conflict";
}

export type Sending = ReturnType<typeof useSending>;
