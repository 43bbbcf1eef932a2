import { usePage, useWords } from "@/components/page.ts";
import { Amount } from "@/components/Amount.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import type { findOpportunity } from "@/lib/crm/opportunities/opportunities.ts";
import type { Standing } from "@/lib/panel/opportunities/use_standing.ts";
import { commonWords } from "@/lib/words/common.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

interface HeadProps {
  opportunity: Awaited<ReturnType<typeof findOpportunity>>;
  standing: Standing;
  sale?: { id: number; name: string };
  currency: string;
}

/** Behind the title: how it stands, for whom, how much. */
export function Head(props: HeadProps) {
  const { href } = usePage();
  const { opportunity, standing, sale, currency } = props;
  const words = useWords(opportunityWords);
  const { days } = useWords(commonWords);
  const { status, client, amount, amount_source, rotting_days, lost_reason, lost_note } =
    opportunity;
  return (
    <>
      <span data-standing={JSON.stringify(standing)}>
        <StatusDot noun="opportunity" status={status} />
      </span>
      <a
        class="text-soft underline decoration-line-strong underline-offset-2 hover:text-text"
        href={href(`/panel/clients/${client.id}`)}
      >
        <bdi>{client.name}</bdi>
      </a>
      {(amount > 0 || amount_source === "manual") && (
        <span class="font-medium">
          <Amount value={amount} is="net" currency={currency} />
        </span>
      )}
      {rotting_days !== null && (
        <span class="rounded-sm bg-warning px-1 text-label font-medium text-warning-text">
          {words.rotting(days(rotting_days))}
        </span>
      )}
      {sale && (
        <a
          class="text-soft underline decoration-line-strong underline-offset-2 hover:text-text"
          href={href(`/panel/sales/${sale.id}`)}
        >
          {words.saleOf(sale.name)}
        </a>
      )}
      {lost_reason && <bdi class="text-soft">{words.lossOf(lost_reason)}</bdi>}
      {lost_note && (
        <p class="w-full max-w-prose whitespace-pre-line text-soft" dir="auto">{lost_note}</p>
      )}
    </>
  );
}
