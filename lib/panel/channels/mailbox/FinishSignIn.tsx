import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { signInWords } from "@/lib/panel/channels/mailbox/sign_in_words.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";

interface FinishSignInProps {
  provider: string;
  /** What the provider's redirect brought; null where it brought no code. */
  grant: { code: string; state: string } | null;
}

/** Connects the mailbox that somebody has just signed in to, and goes on to its page. */
export function FinishSignIn({ provider, grant }: FinishSignInProps) {
  const { companyId, href, language } = usePage();
  const words = useWords(signInWords);
  const [failure, setFailure] = useState<string | null>(grant ? null : words.declined);

  useEffect(() => {
    if (!grant) return;
    callApi<{ id: number }>(`channels/oauth/${provider}/finish`, {
      method: "POST",
      json: grant,
      companyId,
      language,
      // The provider is asked meanwhile.
      timeoutMs: 40_000,
    }).then((finished) => {
      if (finished.ok) {
        const { id } = finished.data;
        return location.replace(href(`/panel/settings/channels/${id}`));
      }
      const reason = finished.why === "refused" ? finished.details.said : undefined;
      const more = typeof reason === "string" ? ` ${signInWords.reason(reason)[language]}` : "";
      setFailure(failureText(finished, language) + more);
    });
  }, []);

  return failure === null
    ? (
      <p role="status" class="text-soft">
        {words.finishing} <progress aria-label={words.finishing} />
      </p>
    )
    : (
      <>
        <p role="alert" class="text-danger-text wrap-anywhere">{failure}</p>
        <a class="button mt-4" href={href("/panel/settings/channels")}>
          {words.back}
        </a>
      </>
    );
}
