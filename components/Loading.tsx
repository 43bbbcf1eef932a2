import { usePage } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { commonWords } from "@/lib/words/common.ts";

/** Placeholder for what is still loading. */
export function Loading() {
  const { language } = usePage();
  return (
    <p role="status" class="flex items-center gap-2 p-5 text-soft">
      <Icon name="loader-circle" class="animate-spin" />
      {commonWords.loading[language]}
    </p>
  );
}
