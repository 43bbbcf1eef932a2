import { useRef, useState } from "preact/hooks";
import type { RefusedNote } from "@/lib/channels/email/refused_address.ts";
import { fillTemplate, variablesIn } from "@/lib/crm/templates/variables.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { useStanding } from "@/lib/panel/composer/apps/use_standing.ts";
import { type Account, preferredOf, reachOf } from "@/lib/panel/quotes/message/accounts.ts";
import { appMessageWords as appWords } from "@/lib/panel/quotes/message/words.ts";
import type { Language } from "@/lib/words/language.ts";

interface Template {
  id: number;
  name: string;
  body: string;
}

export interface MessageValues {
  /** Empty: by no account. */
  via: string;
  to: string;
  cc: string;
  subject: string;
  /** Empty: the built-in text. */
  template: string;
  text: string;
}

type Part = "via" | "to" | "cc" | "subject" | "body" | "template";
export interface MessageErrors extends Partial<Record<Part, string>> {
  /** Of a WhatsApp template's places, by their names. */
  places?: Record<string, string>;
}

/** What is filled into a template of WhatsApp. */
interface Filled {
  check(): MessageErrors | null;
  json(): object;
}

interface Options {
  start: { to: string | null; subject: string; text: string };
  /** Values of template variables; the server fills in the others. */
  fill: Parameters<typeof fillTemplate>[1];
  /** Preselects a template with a variable of this prefix; those with `never` are left out. */
  prefers?: string;
  never?: string;
  /** Language of the client. */
  written: Language;
  /** Prefix of the fields' names in errors: `message.`. */
  prefix: string;
  /** The client whom the accounts have to reach. */
  clientId: number;
  companyId: number;
  language: Language;
}

/** State of a message about a quotation: its account, its recipients and its text. */
export function useMessage(options: Options) {
  const { start, fill, prefers, never, written, prefix, clientId, companyId, language } = options;
  const caller = { companyId, language };
  const [accounts, setAccounts] = useState<Account[]>([]);
  const [templates, setTemplates] = useState<Template[]>([]);
  const [errors, setErrors] = useState<MessageErrors>({});
  /** Addresses that returned mail. */
  const [returned, setReturned] = useState<RefusedNote[]>([]);
  const [values, setValues] = useState<MessageValues>({
    ...{ via: "", to: start.to ?? "", cc: "", subject: start.subject },
    ...{ template: "", text: start.text },
  });
  /** Text typed for each template, restored when that is chosen again. */
  const [typed, setTyped] = useState<Record<string, string>>({});
  const account = accounts.find(({ id }) => String(id) === values.via);
  const isMail = account?.kind === "email";
  const reach = reachOf(account);
  const standing = useStanding(reach);
  /** It goes as a template of WhatsApp, once that is chosen. */
  const isTemplate = standing?.state === "template";
  const filled = useRef<Filled | null>(null);

  const readAccounts = () => callApi<Account[]>(`clients/${clientId}/accounts`, caller);

  /** Reads again how the accounts reach them: their window may be over. */
  async function renew(): Promise<void> {
    const again = await readAccounts();
    if (again.ok) setAccounts(again.data);
  }

  /** Shows what is wrong with a template. @returns whether the message can be sent */
  function check(): boolean {
    if (!isTemplate) return standing?.state !== "closed";
    const wrong = filled.current ? filled.current.check() : { template: appWords.none[language] };
    setErrors(wrong ?? {});
    return wrong === null;
  }

  /** Loads accounts and templates, and preselects one of each. */
  async function load(): Promise<Outcome<unknown>> {
    const [channels, replies, wrong] = await Promise.all([
      readAccounts(),
      callApi<Template[]>("reply-templates", { ...caller, query: { language: written } }),
      callApi<RefusedNote[]>("refused-addresses", { ...caller, query: { per_page: 200 } }),
    ]);
    if (!channels.ok) return channels;
    if (!replies.ok) return replies;
    if (wrong.ok) setReturned(wrong.data);
    const offered = replies.data.filter(({ body }) =>
      !never || !variablesIn(body).some((name) => name === never)
    );
    const template = prefers === undefined ? undefined : templateWith(offered, prefers);
    const first = preferredOf(channels.data);
    setAccounts(channels.data);
    setTemplates(offered);
    setValues((before) => ({
      ...before,
      via: first ? String(first.id) : "",
      ...(template
        ? { template: String(template.id), text: fillTemplate(template.body, fill) }
        : {}),
    }));
    return channels;
  }

  const change = (more: Partial<MessageValues>) => setValues((before) => ({ ...before, ...more }));

  function chooseTemplate(template: string) {
    setTyped((before) => ({ ...before, [values.template]: values.text }));
    const body = templates.find(({ id }) => String(id) === template)?.body;
    const text = typed[template] ?? (body === undefined ? start.text : fillTemplate(body, fill));
    change({ template, text });
  }

  const copies = values.cc.split(/[\s,;]+/).filter(Boolean);
  const refused = isMail ? notesOf([values.to, ...copies], returned) : [];
  const json = () => ({
    via: Number(values.via),
    ...(isTemplate ? filled.current?.json() : { body: values.text }),
    ...(isMail ? { to: values.to, cc: copies, subject: values.subject } : {}),
    // The writer saw the warning above the button.
    ...(refused.length > 0 ? { despite_refusal: true } : {}),
  });

  /** Shows errors beside their fields. @returns the text of the remaining ones */
  function refuse(outcome: Exclude<Outcome<unknown>, { ok: true }>): string {
    if (outcome.why !== "refused") return failureText(outcome, language);
    if (outcome.code === "address_refused") {
      setReturned((before) => withNotes(before, outcome.details.refused as RefusedNote[]));
      return "";
    }
    const { byPart, beside } = errorsByPart(outcome.fields, { prefix, isMail });
    setErrors(byPart);
    return failureText(outcome, language, beside);
  }

  return {
    ...{ accounts, templates, account, isMail, values, errors, refused },
    ...{ reach, standing, isTemplate, filled },
    ...{ load, renew, change, chooseTemplate, check, json, refuse, setErrors },
  };
}

function templateWith(templates: Template[], prefix: string): Template | undefined {
  return templates.find(({ body }) => variablesIn(body).some((name) => name.startsWith(prefix)));
}

export function isWindowOver(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.why === "refused" && outcome.code === "window_closed";
}

/** Those of the addresses that returned mail. */
function notesOf(addresses: string[], notes: RefusedNote[]): RefusedNote[] {
  const compared = new Set(addresses.map(comparedAddress));
  return notes.filter(({ address }) => compared.has(comparedAddress(address)));
}

function withNotes(before: RefusedNote[], notes: RefusedNote[]): RefusedNote[] {
  const ids = new Set(notes.map(({ id }) => id));
  return [...notes, ...before.filter(({ id }) => !ids.has(id))];
}

/** Errors of the message's parts, and the names of the fields that they are of. */
function errorsByPart(
  fields: Record<string, string>,
  { prefix, isMail }: { prefix: string; isMail: boolean },
) {
  const beside: string[] = [];
  const byPart: MessageErrors = {};
  for (const [name, text] of Object.entries(fields)) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    const place = /^template\.variables\.(.+)$/.exec(rest)?.[1];
    const part = /^(via|to|cc|subject|body|template)(\.|$)/.exec(rest)?.[1] as Part | undefined;
    if (!part || (!isMail && ["to", "cc", "subject"].includes(part))) continue;
    if (place) byPart.places = { ...byPart.places, [place]: text };
    else byPart[part] ??= text;
    beside.push(name);
  }
  return { byPart, beside };
}

export type QuoteMessage = ReturnType<typeof useMessage>;
