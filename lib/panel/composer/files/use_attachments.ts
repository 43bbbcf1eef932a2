import { useRef, useState } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import type { Attached, Attachments, KeptFile } from "@/lib/panel/composer/files/attachments.ts";
import type { Language } from "@/lib/words/language.ts";

interface Options {
  companyId: number;
  language: Language;
  onRefuse(why: string): void;
  onChange(files: Attached[]): void;
  /** Called if the module for uploads cannot be loaded. */
  onLost(): void;
}

/** Files attached to the text being written; the module for uploads is loaded with the first. */
export function useAttachments({ companyId, language, onRefuse, onChange, onLost }: Options) {
  const [files, setFiles] = useState<Attached[]>([]);
  const store = useRef<Attachments | null>(null);
  const listener = useRef(onChange);
  listener.current = onChange;

  async function use(work: (store: Attachments) => void) {
    try {
      const { createAttachments } = await fetchModule(() =>
        import("@/lib/panel/composer/files/attachments.ts")
      );
      store.current ??= createAttachments({
        companyId,
        language,
        onRefuse,
        onChange: (files) => {
          setFiles(files);
          listener.current(files);
        },
      });
      work(store.current);
    } catch {
      onLost();
    }
  }

  return {
    files,
    attach: (incoming: readonly File[]) =>
      incoming.length > 0 && use((store) => store.add(incoming)),
    restore: (stored: readonly KeptFile[]) =>
      stored.length > 0 && use((store) => store.restore(stored)),
    remove: (key: string) => store.current?.remove(key),
    clear: () => store.current?.clear(),
    /** @returns their ids once they are uploaded, or an error text */
    ready: async () => store.current ? await store.current.ready() : [],
  };
}
