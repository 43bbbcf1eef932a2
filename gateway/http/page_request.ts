import type { IncomingMessage } from "node:http";
import type { VNode } from "preact";
import * as z from "zod";
import type { Caller } from "@/gateway/auth/call.ts";
import { Refusal } from "@/gateway/auth/refusal.ts";
import type { Gateway } from "@/gateway/gateway.ts";
import type { Language } from "@/lib/words/language.ts";
import type { Reply } from "./reply.ts";
import { readText } from "./request.ts";

/** A request to one of the gateway's own pages. */
export interface PageRequest {
  gateway: Gateway;
  req: IncomingMessage;
  url: URL;
  caller: Caller;
  language: Language;
  furtherWays?: FurtherWays;
}

/**
 * Content below the forms of the sign-in page.
 * @param page.to path to open afterwards; already checked
 */
export type FurtherWays = (page: { language: Language; to: string }) => VNode;

export type Action = (request: PageRequest) => Reply | Promise<Reply>;

/** Actions of one path. */
export type Methods = { GET?: Action; POST?: Action };

/** Bytes beyond any authenticator's answer. */
const maxBytes = 64 * 1024;

/** The fields of a posted form, the first of each name. @throws Refusal */
export async function formOf<T>({ req }: PageRequest, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/x-www-form-urlencoded\b/.test(req.headers["content-type"] ?? "")) {
    throw new Refusal("bad_request");
  }
  const fields = new URLSearchParams(await bodyOf(req));
  return parsed(schema, Object.fromEntries([...fields].reverse()));
}

/** @throws Refusal */
export async function jsonOf<T>({ req }: PageRequest, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/.test(req.headers["content-type"] ?? "")) {
    throw new Refusal("bad_request");
  }
  const text = await bodyOf(req);
  try {
    return parsed(schema, JSON.parse(text));
  } catch (error) {
    throw error instanceof SyntaxError ? new Refusal("bad_request") : error;
  }
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const text = await readText(req, maxBytes);
  if (text === null) throw new Refusal("too_large");
  return text;
}

function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (!result.success) throw new Refusal("bad_request");
  return result.data;
}

/**
 * An e-mail address as the app compares them: ASCII before it is lower-cased, since the Kelvin sign
 * (U+212A) would become the letter k.
 */
export const address = z.string().trim().max(254).regex(
  /^[!-?A-~]+@[!-?A-~][!--/-?A-~]*\.[!-?A-~]+$/,
)
  .toLowerCase();
/** A link's token, as it stands in its address. */
export const linkToken = z.string().regex(/^[\w-]{16,200}$/);
