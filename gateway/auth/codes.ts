import type { AppCalls } from "@/gateway/app_calls.ts";
import type { Background } from "@/gateway/background.ts";
import type { Mailer } from "@/gateway/mail/mailer.ts";
import type { Db } from "@/gateway/storage/database.ts";
import type { Language } from "@/lib/words/language.ts";
import type { Auth } from "./auth.ts";
import { codeLimits, takeLimits } from "./limits.ts";
import { ensurePerson } from "./people.ts";

interface Sending {
  auth: Auth;
  db: Db;
  app: AppCalls;
  mailer: Mailer;
  background: Background;
}

/**
 * Has a code sent to the address, if it may enter. Everything that hangs on that is done after the
 * answer, and any address gets a code to be guessed at, so that neither this answer nor a later one
 * shows which is known. @throws Refusal too_many
 */
export async function requestCode(
  { auth, db, app, mailer, background }: Sending,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  await takeLimits(db, codeLimits, email);
  background.run(async () => {
    const may = await app.mayEnter(email);
    if (may) await ensurePerson(db, email);
    const code = await auth.api.createVerificationOTP({ body: { email, type: "sign-in" } });
    if (may) await mailer.sendCode({ to: email, code, language });
  });
}
