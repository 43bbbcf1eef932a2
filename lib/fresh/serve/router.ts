// Finds what is registered for a path: static patterns first, then the others in order.
import type { Method } from "./route.ts";

interface Entry<T> {
  pattern: string;
  methods: Map<Method, T>;
  match?: (pathname: string) => Record<string, string | undefined> | undefined;
  /** The text that every matching path starts with; spares most patterns their match. */
  prefix: string;
}

export interface Match<T> {
  pattern: string;
  params: Record<string, string>;
  methods: ReadonlyMap<Method, T>;
}

export class Router<T> {
  #static = new Map<string, Entry<T>>();
  #dynamic: Entry<T>[] = [];

  add(methods: Method[], pattern: string, value: T) {
    const entry = this.#entry(pattern);
    for (const method of methods) {
      if (!entry.methods.has(method)) entry.methods.set(method, value);
    }
  }

  /** The first pattern that matches. @throws {URIError} for a named part that cannot be decoded */
  find(pathname: string): Match<T> | null {
    const fixed = this.#static.get(withoutSlash(pathname));
    if (fixed) return { pattern: fixed.pattern, params: {}, methods: fixed.methods };
    for (const { prefix, match, pattern, methods } of this.#dynamic) {
      if (!pathname.startsWith(prefix)) continue;
      const groups = match!(pathname);
      if (groups) return { pattern, params: decode(groups), methods };
    }
    return null;
  }

  #entry(pattern: string): Entry<T> {
    const existing = isStatic(pattern)
      ? this.#static.get(withoutSlash(encode(pattern)))
      : this.#dynamic.find((entry) => entry.pattern === pattern);
    return existing ?? this.#create(pattern);
  }

  #create(pattern: string): Entry<T> {
    const entry: Entry<T> = { pattern, methods: new Map(), prefix: prefixOf(pattern) };
    if (isStatic(pattern)) {
      this.#static.set(withoutSlash(encode(pattern)), entry);
    } else {
      entry.match = matcherOf(pattern);
      this.#dynamic.push(entry);
    }
    return entry;
  }
}

/** A URLPattern takes many times the time of an expression, so it is for what needs it. */
function matcherOf(pattern: string): NonNullable<Entry<unknown>["match"]> {
  if (/^(\/(:[a-z]\w*(\.\w+)?|[\w-]+))+$/i.test(pattern)) {
    const escaped = pattern.replaceAll(".", "\\.");
    const whole = new RegExp(`^${escaped.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
    return (pathname) => whole.exec(pathname)?.groups;
  }
  const whole = new URLPattern({ pathname: pattern });
  return (pathname) => whole.exec({ pathname })?.pathname.groups;
}

function isStatic(pattern: string): boolean {
  return !/[*:{}+?()]/.test(pattern);
}

// The slash before a named part may be absent from the path when that part is optional.
function prefixOf(pattern: string): string {
  const literal = pattern.slice(0, pattern.search(/[*:{}+?()\\]|$/));
  return encode(literal.replace(/[^/]*$/, "")).replace(/\/$/, "");
}

function encode(path: string): string {
  return path === "" ? "" : new URL(path, "http://root").pathname;
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function decode(groups: Record<string, string | undefined>): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value = ""] of Object.entries(groups)) params[name] = decodeURI(value);
  return params;
}
