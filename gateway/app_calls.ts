import * as z from "zod";
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

/** @param secret the app's GATEWAY_SECRET */
export function createAppCalls(appUrl: string, secret: string): AppCalls {
  async function call(name: string, body: unknown): Promise<Response> {
    try {
      return await fetch(`${appUrl}/api/gateway/${name}`, {
        method: "POST",
        headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
        body: JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw new AppUnavailable(`the app does not answer ${name}`, { cause });
    }
  }

  async function read<T>(schema: z.ZodType<T>, response: Response): Promise<T> {
    try {
      return schema.parse(await response.json());
    } catch (cause) {
      throw new AppUnavailable("the app's answer is not the agreed one", { cause });
    }
  }

  async function refused(response: Response, name: string): Promise<never> {
    await response.body?.cancel();
    throw new AppUnavailable(`the app answers ${name} with ${response.status}`);
  }

  return {
    async mayEnter(email, companyId) {
      const response = await call("may-enter", { email, company_id: companyId });
      if (response.status !== 200) return await refused(response, "may-enter");
      return (await read(entered, response)).data.may_enter;
    },
    async redeem(token, use) {
      const response = await call("redeem", { token, use });
      if (response.status === 410) {
        await response.body?.cancel();
        return null;
      }
      if (response.status !== 200) return await refused(response, "redeem");
      const { data } = await read(redeemed, response);
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
