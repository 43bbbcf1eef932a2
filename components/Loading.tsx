import { Icon } from "@/components/icons/Icon.tsx";
import type { Language } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/common.ts";

/** Where something will stand that is on its way. */
export function Loading({ language }: { language: Language }) {
  return (
    <p role="status" class="flex items-center gap-2 p-5 text-soft">
      <Icon name="loader-circle" class="animate-spin" />
      {commonWords.loading[language]}
    </p>
  );
}
