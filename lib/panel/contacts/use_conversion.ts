import { useRef, useState } from "preact/hooks";
import { callApi, type Refusal } from "@/lib/panel/api/call_api.ts";
import { usePage, useWords } from "@/components/page.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import type { ConversionStart } from "@/lib/panel/contacts/page_state.ts";
import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import type { Language } from "@/lib/words/language.ts";
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

interface ConversionDraft {
  choice: WhoChoice;
  /** Of a search. */
  picked: { id: number; label: string } | null;
  client: ConversionStart["client"];
  lines: WantedLine[];
  wantsOpportunity: boolean;
  title: string;
  assigneeId: number | null;
}

interface Options {
  contactId: number;
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
export function useConversion({ contactId, start, ...first }: Options) {
  const { companyId, language } = usePage();
  const words = useWords(convertWords);
  const begun = useRef(start);
  const [isAssigned, setAssigned] = useState(false);
  const form = useForm<ConversionDraft>(
    { ...firstDraft(start), picked: null, lines: [], wantsOpportunity: false, ...first },
    { beside: [] },
  );
  const [outcome, setOutcome] = useState<MadeLinks | null>(null);
  const draft = isAssigned ? form.values : { ...form.values, ...first };
  const { lines } = draft;

  /** Takes over the contact's current data if it has changed since. */
  function begin() {
    if (JSON.stringify(begun.current) === JSON.stringify(start)) return;
    begun.current = start;
    form.begin((before) => ({ ...before, ...firstDraft(start) }));
    setAssigned(false);
  }

  function addLine(line: Omit<WantedLine, "quantity">) {
    const at = lines.findIndex(({ product_id }) => product_id === line.product_id);
    if (at < 0) return setLines([...lines, { ...line, quantity: "1" }]);
    const more = (quantityOf(lines[at]!, language) ?? 0) + 1;
    setLines(lines.with(at, { ...lines[at]!, quantity: String(more) }));
  }

  /** Sets the lines and clears their errors, except quantities that are still wrong. */
  function setLines(lines: WantedLine[]) {
    form.change({ lines });
    const others = Object.entries(form.errors).filter(([name]) => !name.startsWith("products."));
    if (others.length === Object.keys(form.errors).length) return;
    const rest = Object.fromEntries([...others, ...wrongQuantities(lines)]);
    form.setErrors(rest);
    if (Object.keys(rest).length === 0) form.setFailure(null);
  }

  function wrongQuantities(lines: WantedLine[]): [string, string][] {
    return lines.flatMap((line, at) =>
      quantityOf(line, language) === null ? [[`products.${at}.quantity`, words.wrongQuantity]] : []
    );
  }

  async function convert() {
    if (form.isBusy) return;
    const wrong = wrongQuantities(lines);
    const isLost = draft.choice.kind === "search" && draft.picked === null;
    if (isLost) wrong.push(["client_id", words.chooseClient]);
    form.clear();
    if (wrong.length > 0) return form.setErrors(Object.fromEntries(wrong));
    const call = { method: "POST", companyId, language, json: bodyOf(draft, language) } as const;
    const links = await form.send<MadeLinks>(async () => {
      const outcome = await callApi<Converted>(`contacts/${contactId}/convert`, call);
      if (outcome.ok) return { ok: true, data: newLinks(outcome.data) };
      const isOld = outcome.why === "refused" && outcome.code === "already_converted";
      return isOld ? { ok: true, data: oldLinks(outcome) } : outcome;
    });
    if (!links) return;
    setOutcome(links.data);
    await refreshRegions();
  }

  return {
    ...form,
    ...draft,
    isOpportunity: isOpportunity(draft),
    assign(assigneeId: number | null) {
      setAssigned(true);
      form.change({ assigneeId });
    },
    begin,
    setLines,
    addLine,
    outcome,
    convert,
  };
}

export type ConversionForm = ReturnType<typeof useConversion>;

function firstDraft({ likely: [first], client, title }: ConversionStart) {
  const choice: WhoChoice = first ? { kind: "client", id: first.id } : { kind: "new" };
  return { choice, client, title };
}

function isOpportunity({ wantsOpportunity, lines }: ConversionDraft): boolean {
  return wantsOpportunity || lines.length > 0;
}

function bodyOf(draft: ConversionDraft, language: Language) {
  const { choice, picked, client, lines, title, assigneeId: assignee_id } = draft;
  const entries = Object.entries(client).filter(([, value]) => value.trim() !== "");
  const named = title.trim() ? { title } : {};
  return {
    ...(choice.kind === "client" ? { client_id: choice.id } : {}),
    ...(choice.kind === "search" ? { client_id: picked?.id } : {}),
    ...(choice.kind === "new" ? { client: { ...Object.fromEntries(entries), assignee_id } } : {}),
    ...(isOpportunity(draft)
      ? { create_opportunity: true, opportunity: { ...named, assignee_id } }
      : {}),
    products: lines.map((line) => ({
      product_id: line.product_id,
      quantity: quantityOf(line, language),
    })),
  };
}

/** Reads a quantity; null if it is no number above 0. */
export function quantityOf({ quantity }: WantedLine, language: Language): number | null {
  const value = parseDecimal(quantity, language);
  return value !== null && value !== undefined && value > 0 ? value : null;
}

function newLinks({ client, opportunity, quote }: Converted): MadeLinks {
  return {
    isOld: false,
    client: client.id,
    opportunity: opportunity?.id ?? null,
    quote: quote?.id ?? null,
  };
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
