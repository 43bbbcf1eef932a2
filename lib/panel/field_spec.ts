import { parseDecimal, writeDecimal } from "@/lib/panel/numbers.ts";
import type { Language } from "@/lib/words/language.ts";

/** How a field of a record is shown and edited; pages say it once for view, edit and create. */
export interface FieldSpec {
  /** The name in the API's body: `assignee_id`. */
  name: string;
  label: string;
  kind:
    | "text"
    | "long"
    | "email"
    | "phone"
    | "link"
    | "money"
    | "number"
    | "percent"
    | "day"
    | "instant"
    | "choice"
    | "tags"
    | "flag"
    | "color"
    | "record";
  /** Of a choice; the empty value, where there is one, is null in the API. */
  options?: { value: string; label: string }[];
  /** Of a record: the list that is searched (`clients`), and what the current one is called. */
  list?: string;
  query?: Record<string, string>;
  shown?: string;
  /** A choice whose values are numbers (an id). */
  isNumeric?: boolean;
  isRequired?: boolean;
  hint?: string;
  maxLength?: number;
}

/** A field's value as a control holds it. */
export type Typed = string | boolean;

/** What a control shows of an API value. */
export function typedOf(spec: FieldSpec, value: unknown, at: Place): Typed {
  if (spec.kind === "flag") return value === true;
  if (value === null || value === undefined) return "";
  if (spec.kind === "tags") return (value as string[]).join(", ");
  if (isNumber(spec)) return writeDecimal(Number(value), at.language);
  if (spec.kind === "instant") return localOf(String(value), at.timeZone);
  return String(value);
}

/** The place whose decimal sign and clock a form speaks. */
export interface Place {
  language: Language;
  timeZone: string;
}

/** What the API takes for what was typed; undefined where it can mean nothing. */
export function valueOf(spec: FieldSpec, typed: Typed, at: Place): unknown {
  if (typeof typed === "boolean") return typed;
  const text = typed.trim();
  if (spec.kind === "tags") return text.split(",").map((tag) => tag.trim()).filter(Boolean);
  if (text === "") return spec.isRequired && spec.kind === "text" ? "" : null;
  if (isNumber(spec)) return parseDecimal(text, at.language);
  if (spec.kind === "record" || spec.isNumeric) return Number(text);
  if (spec.kind === "instant") return instantOf(text, at.timeZone);
  return spec.kind === "long" ? typed : text;
}

function isNumber({ kind }: FieldSpec): boolean {
  return kind === "money" || kind === "number" || kind === "percent";
}

/** `YYYY-MM-DDTHH:MM` of an instant on the company's clock, as `datetime-local` takes it. */
export function localOf(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(instant));
  const of = (type: string) => parts.find((part) => part.type === type)!.value;
  return `${of("year")}-${of("month")}-${of("day")}T${of("hour")}:${of("minute")}`;
}

/**
 * The instant that a local time means in a zone. A time that the clocks skip is taken as an hour
 * later, one that they repeat as its first.
 */
export function instantOf(local: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const wallOf = (at: number) => Date.parse(`${localOf(new Date(at).toISOString(), timeZone)}:00Z`);
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => wallOf(at) - at);
  const fits = offsets.map((offset) => asUtc - offset).filter((at) => wallOf(at) === asUtc);
  const at = fits.length > 0 ? Math.min(...fits) : asUtc - offsets[0]!;
  return new Date(at).toISOString();
}
