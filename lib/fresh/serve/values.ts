// Props of islands as JavaScript: written in one pass, read by the browser's own parser.

const identifier = /^[A-Za-z_$][\w$]*$/;

/**
 * An expression whose value equals `value`: JSON values, undefined, Date, Map, Set, URL and big
 * numbers. What stands in two places stays one; instances become plain objects.
 * @throws {Error} for functions, JSX, signals and symbols
 */
export function expressionOf(value: unknown): string {
  const writer = new Writer();
  writer.write(value, null);
  return writer.text;
}

/** Where a value stands; nothing where it cannot be put later. */
type Place = { holder: object; key: string } | null;

class Writer {
  /** An empty part stands before each object, for its name if it comes again. */
  #parts: string[] = [];
  #slots = new Map<object, number>();
  #open = new Set<object>();
  #names = new Map<object, string>();
  #cycles: string[] = [];

  get text(): string {
    // `<` would end the script element or open a comment; it stands in strings alone.
    const text = this.#parts.join("").replaceAll("<", "\\u003C");
    if (this.#names.size === 0) return text;
    const names = [...this.#names.values()].join();
    const cycles = this.#cycles.join("");
    return `(()=>{let ${names},all=${text};${cycles}return all})()`;
  }

  write(value: unknown, place: Place): void {
    if (typeof value === "object" && value !== null) this.#writeObject(value, place);
    else this.#parts.push(primitive(value));
  }

  #writeObject(value: object, place: Place): void {
    if (this.#slots.has(value)) return this.#refer(value, place);
    refuse(value);
    this.#slots.set(value, this.#parts.push("") - 1);
    this.#open.add(value);
    if (Array.isArray(value)) this.#writeArray(value);
    else if (value instanceof Date) this.#parts.push(`new Date(${value.getTime()})`);
    else if (value instanceof URL) this.#parts.push(`new URL(${JSON.stringify(value.href)})`);
    else if (value instanceof Map) this.#construct("Map", [...value]);
    else if (value instanceof Set) this.#construct("Set", [...value]);
    else this.#writeRecord(value as Record<string, unknown>);
    this.#open.delete(value);
  }

  #writeArray(values: unknown[]): void {
    const parts = this.#parts;
    parts.push("[");
    for (let at = 0; at < values.length; at++) {
      if (at > 0) parts.push(",");
      this.write(values[at], { holder: values, key: `[${at}]` });
    }
    parts.push("]");
  }

  #writeRecord(record: Record<string, unknown>): void {
    const parts = this.#parts;
    let separator = "{";
    for (const name of Object.keys(record)) {
      const text = identifier.test(name) ? name : JSON.stringify(name);
      // Only a computed one is a key.
      const key = name === "__proto__" ? `["__proto__"]` : text;
      parts.push(separator, key, ":");
      this.write(record[name], { holder: record, key: `[${JSON.stringify(name)}]` });
      separator = ",";
    }
    parts.push(separator === "{" ? "{}" : "}");
  }

  #construct(name: string, values: unknown[]): void {
    this.#parts.push(`new ${name}(`);
    this.write(values, null);
    this.#parts.push(")");
  }

  #refer(value: object, place: Place): void {
    const name = this.#nameOf(value);
    if (!this.#open.has(value)) return void this.#parts.push(name);
    if (!place) throw new Error("A Map or Set in a cycle cannot be a prop of an island.");
    this.#parts.push("null");
    this.#cycles.push(`${this.#nameOf(place.holder)}${place.key}=${name};`);
  }

  #nameOf(value: object): string {
    const name = this.#names.get(value) ?? `o${this.#names.size}`;
    this.#names.set(value, name);
    this.#parts[this.#slots.get(value)!] = `${name}=`;
    return name;
  }
}

function primitive(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      return `${value}n`;
    case "undefined":
      return "void 0";
    case "function":
      throw new Error("Serializing functions is not supported.");
    case "symbol":
      throw new Error("A symbol cannot be a prop of an island.");
    default:
      return "null";
  }
}

function refuse(value: object): void {
  if ("peek" in value && "subscribe" in value) {
    throw new Error("A signal cannot be a prop of an island: share a module that holds it.");
  }
  if (value.constructor === undefined && "type" in value && "props" in value) {
    throw new Error("JSX cannot be a prop of an island.");
  }
}
