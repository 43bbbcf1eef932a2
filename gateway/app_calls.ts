import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import type { Apps } from "@/gateway/apps/apps.ts";
import type { Language } from "@/lib/words/language.ts";

/** The app did not answer, or not as agreed; a retry may work. */
export class AppUnavailable extends Error {
  override name = "AppUnavailable";
}

/** Data of an invitation link. */
export interface Invitation {
  email: string;
  companyId: number;
  company: string;
  language: Language;
  expiresAt: Date;
  /** False where the address is a member elsewhere already: the link then only leads to sign-in. */
  addsCredential: boolean;
  /** Made by the operator after a loss of passkeys; the new one joins the old ones. */
  recover: boolean;
}

/** The two private calls, which only the app can answer. */
export interface AppCalls {
  /**
   * Whether the address is a live member, of this company where one is given.
   * @throws AppUnavailable
   */
  mayEnter(email: string, companyId?: number): Promise<boolean>;
  /**
   * Finds the invitation of a link's token; null if there is none, or it has ended.
   * @param use uses the link up
   * @throws AppUnavailable
   */
  redeem(token: string, use: boolean): Promise<Invitation | null>;
}

const timeoutMs = 5_000;

const entered = z.object({ data: z.object({ may_enter: z.boolean() }) });

const redeemed = z.object({
  data: z.object({
    email: z.string(),
    company_id: z.number().int(),
    company: z.string(),
    language: z.enum(["es", "en"]),
    expires_at: z.coerce.date(),
    adds_credential: z.boolean(),
    recover: z.boolean().default(false),
  }),
});

interface Answer {
  status: number;
  body: string;
}

/** @param secret the app's GATEWAY_SECRET */
export function createAppCalls(apps: Pick<Apps, "open">, secret: string): AppCalls {
  async function call(name: string, body: unknown): Promise<Answer> {
    const sent = new TextEncoder().encode(JSON.stringify(body));
    try {
      const outgoing = await apps.open({
        method: "POST",
        path: `/api/gateway/${name}`,
        headers: {
          authorization: `Bearer ${secret}`,
          "content-type": "application/json",
          "content-length": String(sent.length),
        },
      });
      const timer = setTimeout(() => outgoing.destroy(new Error("no answer in time")), timeoutMs);
      try {
        const reply = await new Promise<IncomingMessage>((resolve, reject) => {
          outgoing.on("response", resolve).on("error", reject).end(sent);
        });
        return { status: reply.statusCode ?? 0, body: await text(reply) };
      } finally {
        clearTimeout(timer);
      }
    } catch (cause) {
      throw new AppUnavailable(`the app does not answer ${name}`, { cause });
    }
  }

  function read<T>(schema: z.ZodType<T>, { body }: Answer): T {
    try {
      return schema.parse(JSON.parse(body));
    } catch (cause) {
      throw new AppUnavailable("the app's answer is not the agreed one", { cause });
    }
  }

  function refused({ status }: Answer, name: string): never {
    throw new AppUnavailable(`the app answers ${name} with ${status}`);
  }

  return {
    async mayEnter(email, companyId) {
      const answer = await call("may-enter", { email, company_id: companyId });
      if (answer.status !== 200) return refused(answer, "may-enter");
      return read(entered, answer).data.may_enter;
    },
    async redeem(token, use) {
      const answer = await call("redeem", { token, use });
      if (answer.status === 410) return null;
      if (answer.status !== 200) return refused(answer, "redeem");
      const { data } = read(redeemed, answer);
      return {
        email: data.email.toLowerCase(),
        companyId: data.company_id,
        company: data.company,
        language: data.language,
        expiresAt: data.expires_at,
        addsCredential: data.adds_credential,
        recover: data.recover,
      };
    },
  };
}
