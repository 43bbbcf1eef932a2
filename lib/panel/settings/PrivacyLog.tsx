import { Time } from "@/components/Time.tsx";
import type { TimeFormat } from "@/lib/values/dates.ts";
import { speak } from "@/lib/words/language.ts";
import { privacyWords } from "@/lib/panel/settings/privacy_words.ts";

/** A request about people's data, as the log has it. */
export interface LoggedRequest {
  id: number;
  created_at: Date;
  created_by: { name: string | null } | null;
  kind: keyof typeof privacyWords.log.kinds;
  noun: keyof typeof privacyWords.log.nouns;
  record_id: number | null;
  records: number;
  reason: keyof typeof privacyWords.reasons | null;
  outcome: "done" | "refused";
}

/** Exports and erasures, the newest first. */
export function PrivacyLog(
  { requests, format }: { requests: LoggedRequest[]; format: TimeFormat },
) {
  const words = speak(privacyWords, format.language);
  const { log } = words;
  if (requests.length === 0) return <p class="py-6 text-soft">{log.empty}</p>;
  return (
    <ul class="divide-y divide-line">
      {requests.map(({ id, created_at, created_by, kind, noun, record_id, ...one }) => (
        <li key={id} class="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5">
          <p class="min-w-0 flex-1 basis-60">
            <span class="font-medium">{log.kinds[kind]}</span>
            {record_id !== null && `: ${log.nouns[noun](record_id)}`}
            {one.outcome === "refused" && (
              <>
                {" "}
                <span class="tag ml-1">{log.refused}</span>
              </>
            )}
          </p>
          <p class="text-meta tabular-nums text-soft">
            {[
              one.outcome === "done" && log.records(one.records),
              one.reason && words.reasons[one.reason],
            ].filter(Boolean).join(" · ")}
          </p>
          <p class="basis-full text-label text-soft">
            <Time at={created_at} format={format} />
            {` · ${created_by?.name ?? log.system}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
