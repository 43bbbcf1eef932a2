import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";

/** What is irreversible, slow or paid, before anything is connected. */
export function Cautions() {
  const { before, cautions } = useWords(metaWords);
  return (
    <section
      class="rounded-lg border border-line bg-sunken p-4"
      aria-labelledby="meta-cautions"
    >
      <h2 id="meta-cautions" class="mb-2 flex items-center gap-2 font-semibold">
        <Icon name="triangle-alert" class="text-warning-text" />
        {before}
      </h2>
      <ul class="list-disc space-y-1.5 pl-5 text-pretty">
        {Object.entries(cautions).map(([name, text]) => <li key={name}>{text}</li>)}
      </ul>
    </section>
  );
}
