import { NONCE } from "./render.ts";
import type { Middleware } from "./route.ts";

export interface CSPOptions {
  /** Directives that take the place of the default ones of the same name. */
  csp?: string[];
  useNonce?: boolean;
}

const DEFAULTS = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
];

const WITH_NONCE = new Set([
  "default-src",
  "script-src",
  "script-src-elem",
  "style-src",
  "style-src-attr",
  "style-src-elem",
]);

/** Sets the Content-Security-Policy of every response that passes through (W3C CSP Level 3). */
export function csp<State>({ csp: own = [], useNonce }: CSPOptions = {}): Middleware<State> {
  const directives = merge(own);
  const withoutNonce = policy(directives);
  return async (ctx) => {
    const response = await ctx.next();
    const nonce = useNonce ? Reflect.get(response, NONCE) as string | undefined : undefined;
    response.headers.set(
      "Content-Security-Policy",
      nonce ? policy(directives, nonce) : withoutNonce,
    );
    return response;
  };
}

function merge(own: string[]): string[] {
  const names = new Set(own.map(nameOf));
  return [...DEFAULTS.filter((directive) => !names.has(nameOf(directive))), ...own];
}

function nameOf(directive: string): string {
  return directive.trim().split(/\s/)[0]!;
}

function policy(directives: string[], nonce?: string): string {
  const withNonce = (directive: string) =>
    nonce && WITH_NONCE.has(nameOf(directive))
      ? directive.replace("'unsafe-inline'", `'nonce-${nonce}'`)
      : directive;
  return directives.map(withNonce).join("; ");
}
