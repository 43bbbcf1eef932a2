/** Whether a value fits a schema of the served document (JSON Schema 2020-12, as far as it is used). */
import { follow, type SchemaPart } from "./served.ts";

/** What does not fit, each with its place; empty where all does. */
export function faultsOf(value: unknown, schema: SchemaPart, place = "$"): string[] {
  const one = follow(schema);
  const { allOf = [], anyOf = [], oneOf = [] } = one;
  const faults = allOf.flatMap((part) => faultsOf(value, part, place));
  for (const choices of [anyOf, oneOf].filter(({ length }) => length > 0)) {
    const each = choices.map((choice) => faultsOf(value, choice, place));
    if (!each.some(({ length }) => length === 0)) faults.push(...each[0]!);
  }
  const allowed = [one.type ?? []].flat();
  if (allowed.length > 0 && !allowed.some((type) => types[type]!(value))) {
    return [...faults, `${place}: ${JSON.stringify(value)} is no ${allowed.join(" or ")}`];
  }
  if (one.enum && !one.enum.includes(value)) {
    faults.push(`${place}: ${value} is none of its values`);
  }
  if (typeof value === "string") faults.push(...textFaults(value, one, place));
  if (typeof value === "number") faults.push(...numberFaults(value, one, place));
  if (Array.isArray(value)) {
    const { items, minItems = 0, maxItems = Infinity } = one;
    if (value.length < minItems || value.length > maxItems) faults.push(`${place}: its length`);
    if (items) {
      faults.push(...value.flatMap((inner, n) => faultsOf(inner, items, `${place}[${n}]`)));
    }
  } else if (value !== null && typeof value === "object") {
    faults.push(...objectFaults(value as Record<string, unknown>, one, place));
  }
  return faults;
}

const types: Record<string, (value: unknown) => boolean> = {
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === "number",
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  object: (value) => value !== null && typeof value === "object" && !Array.isArray(value),
};

const formats: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  uri: /^[a-z][a-z\d+.-]*:\S+$/i,
  email: /^\S+@\S+$/,
};

function textFaults(value: string, schema: SchemaPart, place: string): string[] {
  const { pattern, format = "", minLength = 0, maxLength = Infinity } = schema;
  const length = [...value].length;
  const faults: string[] = [];
  if (pattern && !new RegExp(pattern, "u").test(value)) faults.push(`${place}: ${pattern}`);
  if (formats[format] && !formats[format].test(value)) faults.push(`${place}: no ${format}`);
  if (length < minLength || length > maxLength) faults.push(`${place}: its length`);
  return faults;
}

function numberFaults(value: number, schema: SchemaPart, place: string): string[] {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
  const isWithin = value >= minimum && value <= maximum && value > exclusiveMinimum;
  return isWithin ? [] : [`${place}: ${value} is out of bounds`];
}

function objectFaults(
  value: Record<string, unknown>,
  { properties = {}, required = [], additionalProperties }: SchemaPart,
  place: string,
): string[] {
  const missing = required.filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${place}: ${name} is missing`);
  return Object.entries(value).reduce((faults, [name, inner]) => {
    const schema = properties[name] ??
      (typeof additionalProperties === "object" ? additionalProperties : undefined);
    if (schema) return [...faults, ...faultsOf(inner, schema, `${place}.${name}`)];
    return additionalProperties === false ? [...faults, `${place}: no field ${name}`] : faults;
  }, missing);
}
