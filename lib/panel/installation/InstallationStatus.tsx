import { Icon } from "@/components/icons/Icon.tsx";
import { usePage, useWords } from "@/components/page.ts";
import type { HoldState } from "@/lib/panel/installation/HoldActions.tsx";
import { installationWords } from "@/lib/panel/installation/words.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import type { Circumstances } from "@/lib/alerts/alert.ts";
import type { AlertRow } from "@/lib/alerts/state.ts";
import { type Fault, faultOf, faultsOf } from "@/lib/alerts/wrong.ts";
import { factsOf, type Telling, wellOf } from "@/lib/status/facts.ts";
import type { Status } from "@/lib/status/status.ts";
import { factWords } from "@/lib/status/words.ts";
import type { Holding } from "@/lib/tools/hold.ts";
import { formatAhead, formatTime } from "@/lib/values/dates.ts";
import { type PendingKind, pendingWords } from "@/lib/words/hold.ts";

/** What is known of the installation. */
export interface Knowledge {
  /** The newest that was read; null before the first. */
  status: Status | null;
  /** Nothing can be read now. */
  isAway: boolean;
  holding: Holding | null;
  circumstances: Circumstances & { rows: readonly AlertRow[] };
  /** What a release would let go; null where the database does not hold it. */
  pending: { kind: PendingKind; count: number; before: number; oldest: Date }[] | null;
  host: string;
}

function useTelling(): Telling {
  const page = usePage();
  const { language, now } = page;
  return {
    language,
    time: (at) => at > now ? formatAhead(at, page) : formatTime(at, page),
  };
}

/** What is wrong, with what to do, then all facts; redrawn by itself. */
export function InstallationStatus(state: Knowledge) {
  const { status, isAway } = state;
  const telling = useTelling();
  const words = useWords(installationWords);
  const hold = useHoldState(state);
  return (
    <div data-region="installation" class="space-y-8">
      <data hidden data-json="installation-hold" value={JSON.stringify(hold)} />
      <Faults state={state} />
      {hold?.isHeld && (
        <Panel title={words.waits}>
          <Lines lines={hold.waiting.length > 0 ? hold.waiting : [words.nothingWaits]} />
        </Panel>
      )}
      {status &&
        factsOf(status, telling).map(({ name, title, lines }) => (
          <Panel key={name} title={title}>
            <Lines lines={lines} />
          </Panel>
        ))}
      <p class="text-label text-soft">
        {status ? words.read(telling.time(status.readAt)) : isAway && words.unread}
      </p>
    </div>
  );
}

/** What the buttons need; null while nothing can be done. */
export function useHoldState(
  { isAway, pending, holding }: Pick<Knowledge, "isAway" | "pending" | "holding">,
): HoldState | null {
  const { language } = usePage();
  const { time } = useTelling();
  const { waiting } = useWords(installationWords);
  if (isAway || !pending && holding?.reason === "setting") return null;
  const lines = (pending ?? []).map(({ kind, count, before, oldest }) =>
    waiting(pendingWords[kind][language], count, before, time(oldest))
  );
  return { isHeld: pending !== null, waiting: lines };
}

function Faults({ state: { status, isAway, circumstances } }: { state: Knowledge }) {
  const { language, timeZone } = usePage();
  const telling = useTelling();
  const { wrong } = useWords(factWords);
  const reader = { language, timeZone };
  const away: Fault[] = isAway ? [faultOf("database_away", {}, reader)] : [];
  const others = status ? faultsOf(status, circumstances, reader) : [];
  const faults = [...away, ...others.filter(({ name }) => name !== "database_away" || !isAway)];
  if (faults.length === 0 && status) {
    return (
      <p role="status" data-well class="flex items-start gap-2 text-success-text">
        <Icon name="circle-check" class="mt-0.5 shrink-0" />
        {wellOf(status, telling)}
      </p>
    );
  }
  return (
    <section aria-labelledby="wrong">
      <h2 id="wrong" class="mb-2 border-b border-line pb-1.5 font-semibold">{wrong}</h2>
      <ul class="space-y-3">
        {faults.map(({ name, title, about, advice }) => (
          <li key={`${name} ${about}`} data-fault={name} class="flex items-start gap-2">
            <Icon name="triangle-alert" class="mt-0.5 shrink-0 text-warning-text" />
            <div class="min-w-0 wrap-anywhere">
              <p>
                <strong>{title}</strong>
                {about && (
                  <>
                    {": "}
                    <bdi>{about}</bdi>
                  </>
                )}
              </p>
              <p class="text-soft">{advice}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul class="space-y-1 tabular-nums wrap-anywhere">
      {lines.map((line) => <li key={line} dir="auto">{line}</li>)}
    </ul>
  );
}
