import { TokenField } from "@/lib/panel/channels/meta/TokenField.tsx";
import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { guideWords } from "@/lib/panel/channels/meta/guide/guide_words.ts";
import type { Assets } from "@/lib/panel/channels/meta/guide/use_assets.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";

/** Permissions that the three kinds need, as Meta names them. */
const permissions = [
  "whatsapp_business_messaging",
  "whatsapp_business_management",
  "pages_messaging",
  "pages_manage_metadata",
  "pages_read_engagement",
  "instagram_basic",
  "instagram_manage_messages",
];

interface TokenStepProps {
  assets: Assets;
  hasAccounts: boolean;
}

/** The token that tells what it reaches. */
export function TokenStep({ assets, hasAccounts }: TokenStepProps) {
  const words = useWords(guideWords);
  const { token, setToken, look, isLooking, failure } = assets;
  const isEmpty = token.trim() === "";
  return (
    <form noValidate class="space-y-3" {...sentBy(() => void (isEmpty || look()))}>
      <details class="text-meta" open={!hasAccounts}>
        <summary class="font-medium">{words.permissions}</summary>
        <ul class="mt-1 grid gap-x-4 sm:grid-cols-2">
          {permissions.map((name) => (
            <li key={name}>
              <code class="text-label wrap-anywhere">{name}</code>
            </li>
          ))}
        </ul>
      </details>
      <TokenField
        label={words.token}
        hint={hasAccounts ? words.otherToken : words.tokenHint}
        error={failure ?? undefined}
        value={token}
        onChange={setToken}
      />
      <button
        type="submit"
        class={`button disabled:opacity-50 ${hasAccounts ? "" : "button-primary"}`}
        disabled={isEmpty}
        aria-disabled={isLooking ? "true" : undefined}
      >
        {isLooking && <Icon name="loader-circle" class="animate-spin" />}
        {isLooking ? words.looking : words.look}
      </button>
    </form>
  );
}
