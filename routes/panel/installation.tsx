import { page, type PageResponse } from "fresh";
import { useWords } from "@/components/page.ts";
import { KeepFresh } from "@/islands/frame/KeepFresh.tsx";
import { HoldActions } from "@/islands/installation/HoldActions.tsx";
import type { Ctx } from "@/lib/http/context.ts";
import { asProblem } from "@/lib/http/envelope.ts";
import { admitOperator } from "@/lib/http/members/as_operator.ts";
import { define, pageLanguage } from "@/lib/http/pages.ts";
import {
  InstallationStatus,
  type Knowledge,
  useHoldState,
} from "@/lib/panel/installation/InstallationStatus.tsx";
import { installationWords } from "@/lib/panel/installation/words.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { hostOf } from "@/lib/service/hold/by_operator.ts";
import { findHeld } from "@/lib/service/hold/release.ts";

const { title } = installationWords;
const framed = panelPage({ title, run: () => Promise.resolve(null) });

/** The page for the operator alone; from memory, without its frame, while the database is away. */
const open = async (ctx: Ctx): Promise<PageResponse<Knowledge> | Response> => {
  await admitOperator(ctx);
  try {
    const frame = await framed(ctx);
    if (frame instanceof Response) return frame;
    return { ...frame, data: await readKnowledge(ctx) };
  } catch (error) {
    if (asProblem(error).code !== "database_unavailable") throw error;
    ctx.state.title = title[pageLanguage(ctx.req)];
    const headers = { "Cache-Control": "private, no-store", "Vary": "Accept-Language" };
    return page(knowledgeOf(ctx, { isAway: true, pending: null }), { headers });
  }
};

export const handler = Object.assign(open, { guard: "operator" as const });

async function readKnowledge(ctx: Ctx): Promise<Knowledge> {
  const { status, hold, database } = ctx.state.services;
  try {
    await status.read();
    const pending = hold.isHeld ? (await findHeld(database.db))?.pending : null;
    return knowledgeOf(ctx, { isAway: false, pending: pending ?? null });
  } catch (error) {
    if (asProblem(error).code !== "database_unavailable") throw error;
    return knowledgeOf(ctx, { isAway: true, pending: null });
  }
}

function knowledgeOf(ctx: Ctx, now: Pick<Knowledge, "isAway" | "pending">): Knowledge {
  const { status, alerts, hold: { holding }, config } = ctx.state.services;
  return {
    ...now,
    status: status.last,
    holding,
    host: hostOf(config),
    circumstances: {
      holding,
      rows: alerts.current,
      hasBackups: config.backupDir !== undefined,
      backupMaxAgeSeconds: config.backupMaxAgeHours * 3_600,
      standbys: 0,
    },
  };
}

export default define.page<typeof handler>(({ data }) => {
  const words = useWords(installationWords);
  const hold = useHoldState(data);
  return (
    <div class={`max-w-3xl space-y-6 ${data.isAway ? "p-4 md:p-8" : ""}`}>
      <header class="flex flex-wrap items-start justify-between gap-3">
        <div class="min-w-0">
          <h1 class="text-title font-semibold tracking-tight">{words.title}</h1>
          <p class="text-soft wrap-anywhere" dir="ltr">{data.host}</p>
        </div>
        <HoldActions host={data.host} hold={hold} />
      </header>
      {data.holding?.reason === "setting" && <p class="text-soft">{words.heldBySetting}</p>}
      <InstallationStatus {...data} />
      <KeepFresh name="always" isOpen periodMs={15_000} />
    </div>
  );
});
