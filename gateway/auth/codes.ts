import type { AppCalls } from "@/gateway/app_calls.ts";
import type { Background } from "@/gateway/background.ts";
import type { Mailer } from "@/gateway/mail/mailer.ts";
import type { Db } from "@/gateway/storage/database.ts";
import type { Language } from "@/lib/words/language.ts";
import { attempting } from "./attempt.ts";
import type { Auth } from "./auth.ts";
import { codePrefix, isFamiliar, nameOfCode } from "./browsers.ts";
import { browserLimits, guessLimits, strangerLimits, takeLimits } from "./limits.ts";
import { ensurePerson } from "./people.ts";

interface Sending {
  auth: Auth;
  db: Db;
  app: AppCalls;
  mailer: Mailer;
  background: Background;
}

interface CodeRequest {
  email: string;
  language: Language;
  /** The caller's. */
  network: string;
  /** Digest of the browser that the code is for. */
  browser: string;
}

/**
 * Sends a code to the address, if it may enter. What depends on that happens after the answer, and
 * any address gets a code to be guessed at: no answer shows which address exists. @throws Refusal
 * too_many
 */
export async function requestCode(
  { auth, db, app, mailer, background }: Sending,
  request: CodeRequest,
): Promise<void> {
  await takeCode(db, request);
  const { email, language, browser } = request;
  background.run(async () => {
    const may = await app.mayEnter(email);
    if (may) await ensurePerson(db, email);
    const code = await attempting(
      { way: "code", browser },
      () => auth.api.createVerificationOTP({ body: { email, type: "sign-in" } }),
    );
    if (may) await mailer.sendCode({ to: email, code, language });
  });
}

/** Counts the code, so that strangers cannot have so many sent that the person gets none. */
async function takeCode(db: Db, { email, network, browser }: CodeRequest): Promise<void> {
  const isOwn = await isFamiliar(db, { browser, email });
  await takeLimits(db, browserLimits, `${browser} ${email}`);
  if (isOwn) return;
  await takeLimits(db, strangerLimits.network, network);
  await takeLimits(db, strangerLimits.networkAndAddress, `${network} ${email}`);
  await takeLimits(db, strangerLimits.address, email);
}

/** Counts a guess against its network, unless it is one at the browser's own code. */
export async function takeGuess(
  db: Db,
  { email, network, browser }: Omit<CodeRequest, "language">,
): Promise<void> {
  const code = await db.selectFrom("verification").select("id")
    .where("identifier", "=", nameOfCode(`${codePrefix}${email}`, browser))
    .where("expiresAt", ">", new Date()).executeTakeFirst();
  if (!code) await takeLimits(db, guessLimits, network);
}
