import { parseDecimal, writeDecimal } from "@/lib/panel/page/numbers.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Describes a field once for view, edit and create. */
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
  /** Options of a choice; an empty value is null in the API. */
  options?: { value: string; label: string }[];
  /** List that a picker of records searches, such as `clients`. */
  list?: string;
  query?: Record<string, string>;
  displayName?: string;
  isNumeric?: boolean;
  isRequired?: boolean;
  hint?: string;
  maxLength?: number;
  /** Check that warns of a probably mistyped text. */
  check?: "tax_id";
}

/** A field's value as a control holds it. */
export type Typed = string | boolean;

export function typedOf(spec: FieldSpec, value: unknown, at: Place): Typed {
  if (spec.kind === "flag") return value === true;
  if (value === null || value === undefined) return "";
  if (spec.kind === "tags") return (value as string[]).join(", ");
  if (isNumber(spec)) return writeDecimal(Number(value), at.language);
  if (spec.kind === "instant") return localOf(String(value), at.timeZone);
  return String(value);
}

/** Language and time zone, which decide decimal sign and clock. */
export interface Place {
  language: Language;
  timeZone: string;
}

/** The value for the API; undefined if the text is invalid. */
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

export function readInput(spec: FieldSpec, typed: Typed, at: Place) {
  const value = valueOf(spec, typed, at);
  return value === undefined ? { error: speak(commonWords, at.language).notUnderstood } : { value };
}

function isNumber({ kind }: FieldSpec): boolean {
  return kind === "money" || kind === "number" || kind === "percent";
}

/** `YYYY-MM-DDTHH:MM` on the company's clock, for `datetime-local`. */
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

/** A local time that the clocks skip counts as an hour later; a repeated one as its first. */
export function instantOf(local: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const wallOf = (at: number) => Date.parse(`${localOf(new Date(at).toISOString(), timeZone)}:00Z`);
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => wallOf(at) - at);
  const fits = offsets.map((offset) => asUtc - offset).filter((at) => wallOf(at) === asUtc);
  const at = fits.length > 0 ? Math.min(...fits) : asUtc - offsets[0]!;
  return new Date(at).toISOString();
}
