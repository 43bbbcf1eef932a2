import { usePage } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { signInWords } from "@/lib/panel/channels/mailbox/sign_in_words.ts";
import { useOnce } from "@/lib/panel/page/use_once.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";

const providerNames = { google: "Google", microsoft: "Microsoft" };

interface SignInProps {
  provider: keyof typeof providerNames;
  /** Whether the operator has configured this provider's sign-in. */
  available: boolean;
  /** Whether the account currently has a password. */
  isOffer?: boolean;
  /** Values of a new account, or the id of the one that signs in again. */
  json: { address?: string; name?: string; import_since?: string | null; channel_id?: number };
}

/** Button for the provider's own sign-in, or a note on what the operator must set up first. */
export function SignIn(props: SignInProps) {
  const { companyId, language } = usePage();
  const { provider, available, isOffer, json } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const name = providerNames[provider];
  const [begin, isBusy] = useOnce(async () => {
    setFailure(null);
    const begun = await callApi<{ url: string }>(`channels/oauth/${provider}/start`, {
      method: "POST",
      json,
      companyId,
      language,
    });
    if (begun.ok) location.assign(begun.data.url);
    else setFailure(failureText(begun, language));
  });
  if (!available) return <p class="text-soft">{signInWords.missing(name)[language]}</p>;
  const isAgain = json.channel_id !== undefined && !isOffer;
  const label = isAgain ? signInWords.signInAgain : signInWords.signIn;
  return (
    <div>
      <button
        type="button"
        class={isOffer ? "button" : "button button-primary"}
        aria-disabled={isBusy ? "true" : undefined}
        onClick={begin}
      >
        {label(name)[language]}
      </button>
      {failure && <p role="alert" class="mt-2 text-danger-text">{failure}</p>}
    </div>
  );
}
