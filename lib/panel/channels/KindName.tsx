import { useWords } from "@/components/page.ts";
import { appIconPaths } from "@/components/icons/app_icons.ts";
import { drawn, Icon } from "@/components/icons/Icon.tsx";
import { kindIcons } from "@/lib/panel/channels/kind_icons.ts";
import { kindWords } from "@/lib/panel/channels/kind_words.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";

// Dialogs draw them in the browser too.
Object.assign(drawn, appIconPaths);

interface KindNameProps {
  kind: AccountKind;
  address: string | null;
}

/** The kind of an account by icon and word, and its address. */
export function KindName({ kind, address }: KindNameProps) {
  const words = useWords(kindWords);
  return (
    <span class="flex min-w-0 items-center gap-1.5 text-label text-soft">
      <Icon name={kindIcons[kind]} />
      <span class="truncate">
        {words[kind]}
        {address && " · "}
        {address && <bdi>{address}</bdi>}
      </span>
    </span>
  );
}
