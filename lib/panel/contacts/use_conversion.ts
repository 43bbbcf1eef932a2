import { useRef, useState } from "preact/hooks";
import { callApi, type Refusal } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import type { ConversionStart } from "@/lib/panel/contacts/page_state.ts";
import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { convertWords } from "@/lib/panel/contacts/convert_words.ts";

/** The client that the contact becomes. */
export type WhoChoice = { kind: "client"; id: number } | { kind: "search" } | { kind: "new" };

export interface WantedLine {
  product_id: number;
  name: string;
  unit_price: number;
  quantity: string;
}

/** Links to the records of a conversion, new or earlier. */
export interface MadeLinks {
  isOld: boolean;
  client: number;
  opportunity: number | null;
  quote: number | null;
}

interface Options {
  contactId: number;
  companyId: number;
  language: Language;
  start: ConversionStart;
  /** Default assignee of the created records. */
  assigneeId: number | null;
}

interface Converted {
  client: { id: number };
  opportunity: { id: number } | null;
  quote: { id: number } | null;
}

/** State of the conversion dialog and its single call. */
export function useConversion(options: Options) {
  const { contactId, companyId, language, start, assigneeId: first } = options;
  const begun = useRef(start);
  const [choice, setChoice] = useState(firstChoice(start));
  const [found, setFound] = useState<{ id: number; label: string } | null>(null);
  const [client, setClient] = useState(start.client);
  const [lines, putLines] = useState<WantedLine[]>([]);
  const [wantsOpportunity, setWantsOpportunity] = useState(false);
  const [title, setTitle] = useState(start.title);
  const [chosen, setAssignee] = useState<number | null | undefined>(undefined);
  const assigneeId = chosen === undefined ? first : chosen;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [made, setMade] = useState<MadeLinks | null>(null);
  const words = speak(convertWords, language);
  const isOpportunity = wantsOpportunity || lines.length > 0;

  /** Takes over the contact's current data if it has changed since. */
  function begin() {
    if (JSON.stringify(begun.current) === JSON.stringify(start)) return;
    begun.current = start;
    setChoice(firstChoice(start));
    setClient(start.client);
    setTitle(start.title);
    setAssignee(undefined);
  }

  function addLine(line: Omit<WantedLine, "quantity">) {
    const at = lines.findIndex(({ product_id }) => product_id === line.product_id);
    if (at < 0) return setLines([...lines, { ...line, quantity: "1" }]);
    const more = (quantityOf(lines[at]!, language) ?? 0) + 1;
    setLines(lines.with(at, { ...lines[at]!, quantity: String(more) }));
  }

  /** Also clears errors of the lines, except quantities that are still wrong. */
  function setLines(now: WantedLine[]) {
    putLines(now);
    const kept = Object.entries(errors).filter(([name]) => !name.startsWith("products."));
    const isOfLines = kept.length < Object.keys(errors).length;
    if (!isOfLines) return;
    const left = Object.fromEntries([...kept, ...wrongQuantities(now)]);
    setErrors(left);
    if (Object.keys(left).length === 0) setFailure(null);
  }

  function wrongQuantities(lines: WantedLine[]): [string, string][] {
    return lines.flatMap((line, at) =>
      quantityOf(line, language) === null ? [[`products.${at}.quantity`, words.wrongQuantity]] : []
    );
  }

  function mistakes(): Record<string, string> {
    const wrong = wrongQuantities(lines);
    const isLost = choice.kind === "search" && found === null;
    return Object.fromEntries([
      ...wrong,
      ...(isLost ? [["client_id", words.chooseClient] as const] : []),
    ]);
  }

  function body() {
    const { kind } = choice;
    const given = Object.entries(client).filter(([, value]) => value.trim() !== "");
    const named = title.trim() ? { title } : {};
    return {
      ...(kind === "client" ? { client_id: choice.id } : {}),
      ...(kind === "search" ? { client_id: found?.id } : {}),
      ...(kind === "new"
        ? { client: { ...Object.fromEntries(given), assignee_id: assigneeId } }
        : {}),
      ...(isOpportunity
        ? { create_opportunity: true, opportunity: { ...named, assignee_id: assigneeId } }
        : {}),
      products: lines.map((line) => ({
        product_id: line.product_id,
        quantity: quantityOf(line, language),
      })),
    };
  }

  async function convert() {
    if (isSending) return;
    const wrong = mistakes();
    setErrors(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    setSending(true);
    const call = { method: "POST" as const, companyId, language, json: body() };
    const outcome = await callApi<Converted>(`contacts/${contactId}/convert`, call);
    setSending(false);
    if (outcome.ok) {
      const { client, opportunity, quote } = outcome.data;
      setMade({
        isOld: false,
        client: client.id,
        opportunity: opportunity?.id ?? null,
        quote: quote?.id ?? null,
      });
      await refreshRegions();
    } else if (outcome.why === "refused" && outcome.code === "already_converted") {
      setMade(oldLinks(outcome));
      await refreshRegions();
    } else {
      if (outcome.why === "refused") setErrors(outcome.fields);
      setFailure(failureText(outcome, language));
    }
  }

  return {
    begin,
    choice,
    choose: setChoice,
    found,
    find: setFound,
    client,
    setClient,
    lines,
    setLines,
    addLine,
    isOpportunity,
    setWantsOpportunity,
    title,
    setTitle,
    assigneeId,
    setAssignee,
    errors,
    failure,
    isSending,
    made,
    convert,
  };
}

export type ConversionForm = ReturnType<typeof useConversion>;

function firstChoice({ likely: [first] }: ConversionStart): WhoChoice {
  return first ? { kind: "client", id: first.id } : { kind: "new" };
}

/** Null if it is no number above 0. */
export function quantityOf({ quantity }: WantedLine, language: Language): number | null {
  const value = parseDecimal(quantity, language);
  return value !== null && value !== undefined && value > 0 ? value : null;
}

function oldLinks({ details }: Refusal): MadeLinks {
  const idOf = (name: string) => details[name] === null ? null : Number(details[name]);
  return {
    isOld: true,
    client: Number(details.client_id),
    opportunity: idOf("opportunity_id"),
    quote: idOf("quote_id"),
  };
}
