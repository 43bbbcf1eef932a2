import { usePage, useWords } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import { eraseWords } from "@/lib/panel/record/erase/words.ts";
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
  reason: keyof typeof eraseWords.reasons | null;
  outcome: "done" | "refused";
}

/** Exports and erasures, the newest first. */
export function PrivacyLog({ requests }: { requests: LoggedRequest[] }) {
  const { language } = usePage();
  const words = useWords(privacyWords);
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
              one.reason && eraseWords.reasons[one.reason][language],
            ].filter(Boolean).join(" · ")}
          </p>
          <p class="basis-full text-label text-soft">
            <Time at={created_at} />
            {` · ${created_by?.name ?? log.system}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
