import { type RefusalCode, refusalStatus } from "@/gateway/auth/refusal.ts";
import { refusalTitles, refusalWords } from "@/gateway/words/refusals.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { Layout } from "./layout.tsx";

/** A page with the reason of a refusal, and what to do. */
export function RefusalPage({ language, code }: { language: Language; code: RefusalCode }) {
  const titles = speak(refusalTitles, language);
  const status = refusalStatus[code];
  const title = status === 503
    ? titles.unavailable
    : status === 404
    ? titles.notFound
    : titles.refused;
  return (
    <Layout {...{ language, title }} lead={refusalWords[code][language]}>
      {status !== 503 && (
        <p class="actions">
          <a class="button" href="/.gateway/login">{titles.signIn}</a>
        </p>
      )}
    </Layout>
  );
}
