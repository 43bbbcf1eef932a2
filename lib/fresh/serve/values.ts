import { uneval, type UnevalReplacer } from "devalue";

/**
 * An expression whose value equals `value`; instances become plain objects.
 * @throws {Error} for functions, JSX, signals and symbols
 */
export function expressionOf(value: unknown): string {
  return uneval(value, asPlain);
}

const asPlain: UnevalReplacer = (value, js) => {
  refuse(value);
  if (typeof value !== "object" || value === null) return;
  if (Object.hasOwn(value, "__proto__")) return js`Object.fromEntries(${Object.entries(value)})`;
  if (isInstance(value)) return js`${{ ...value }}`;
};

function isInstance(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null &&
    Object.prototype.toString.call(value) === "[object Object]";
}

function refuse(value: unknown): void {
  if (typeof value === "function") throw new Error("Serializing functions is not supported.");
  if (typeof value !== "object" || value === null) return;
  if ("peek" in value && "subscribe" in value) {
    throw new Error("A signal cannot be a prop of an island: share a module that holds it.");
  }
  if (value.constructor === undefined && "type" in value && "props" in value) {
    throw new Error("JSX cannot be a prop of an island.");
  }
}
