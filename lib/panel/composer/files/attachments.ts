import type { FileRecord } from "@/lib/files/file.ts";
import { maxFileBytes, mostFiles } from "@/lib/files/limits.ts";
import { attachWords } from "@/lib/panel/composer/files/attach_words.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { apiAddress, sendBody } from "@/lib/panel/api/send_body.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Files of what is being written: each goes up at once, and can be taken off until it is sent. */

export interface Attached {
  key: string;
  name: string;
  size: number;
  /** How much of it has left, from 0 to 1. */
  sent: number;
  /** Once all of it is there, and since when. */
  id?: string;
  at?: number;
  error?: string;
}

/** A file that is there, as a draft keeps it. */
export interface KeptFile extends Pick<FileRecord, "id" | "name" | "size"> {
  at: number;
}

/** The server removes what nobody attached for a day. */
const keptMs = 23 * 3_600_000;
/** 25 MB on a slow line. */
const timeoutMs = 600_000;

interface Options {
  companyId: number;
  language: Language;
  onChange(files: Attached[]): void;
  /** Why some were not taken. */
  onRefuse(why: string): void;
}

export type Attachments = ReturnType<typeof createAttachments>;

export function createAttachments({ companyId, language, onChange, onRefuse }: Options) {
  const words = speak(attachWords, language);
  const stops = new Map<string, AbortController>();
  const running = new Map<string, Promise<void>>();
  let files: Attached[] = [];
  let count = 0;

  function set(next: Attached[]) {
    files = next;
    onChange(files);
  }

  function change(key: string, values: Partial<Attached>) {
    set(files.map((file) => file.key === key ? { ...file, ...values } : file));
  }

  function refusalOf(file: File): string | null {
    if (file.size > maxFileBytes) return words.tooLarge(file.name);
    return file.size === 0 ? words.empty(file.name) : null;
  }

  function add(incoming: readonly File[]) {
    const refused = incoming.map(refusalOf).filter((why) => why !== null);
    const fit = incoming.filter((file) => refusalOf(file) === null);
    const room = Math.max(mostFiles - files.length, 0);
    if (fit.length > room) refused.push(words.tooMany(mostFiles));
    for (const file of fit.slice(0, room)) begin(file);
    if (refused.length > 0) onRefuse(refused.join(" "));
  }

  function begin(file: File) {
    const key = String(++count);
    const { size } = file;
    const name = file.name || words.nameless;
    set([...files, { key, name, size, sent: 0 }]);
    running.set(key, send(key, file, name).finally(() => running.delete(key)));
  }

  async function send(key: string, body: File, name: string) {
    const stop = new AbortController();
    stops.set(key, stop);
    const outcome = await sendBody<FileRecord>(apiAddress("files", companyId, { name }), {
      body,
      type: "application/octet-stream",
      language,
      timeoutMs,
      onSent: (sent) => change(key, { sent }),
      signal: stop.signal,
    });
    if (stop.signal.aborted) return;
    if (!outcome.ok) return change(key, { error: failureText(outcome, language) });
    const { id, size } = outcome.data;
    change(key, { id, name: outcome.data.name, size, sent: 1, at: Date.now() });
  }

  return {
    add,
    remove(key: string) {
      stops.get(key)?.abort();
      set(files.filter((file) => file.key !== key));
    },
    restore(stored: readonly KeptFile[]) {
      const fresh = stored.filter(({ at }) => Date.now() - at < keptMs);
      set(fresh.map((file) => ({ ...file, key: String(++count), sent: 1 })));
    },
    clear: () => set([]),
    /** Waits for what is still on its way. @returns their ids, or what is wrong */
    async ready(): Promise<string[] | string> {
      await Promise.all(running.values());
      const ids = files.map(({ id }) => id).filter((id) => id !== undefined);
      return ids.length === files.length ? ids : words.failed;
    },
  };
}
