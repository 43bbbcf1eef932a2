import { usePage, useWords } from "@/components/page.ts";
import { readNextSteps } from "@/lib/figures/next_steps.ts";
import { listPeople } from "@/lib/access/people.ts";
import { define } from "@/lib/http/pages.ts";
import { ApprovalNote } from "@/lib/panel/quotes/approval/ApprovalNote.tsx";
import { QuoteDocument } from "@/lib/panel/quotes/shared/QuoteDocument.tsx";
import { NextSteps } from "@/lib/panel/record/NextSteps.tsx";
import { Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { NoteVisit } from "@/islands/frame/Frame.tsx";
import {
  QuoteDelivery,
  QuoteEditor,
  QuoteFields,
  QuoteLinks,
  QuoteMoves,
} from "@/islands/quotes/QuotePage.tsx";
import { findClient } from "@/lib/crm/clients/clients.ts";
import { findMessage } from "@/lib/crm/contacts/conversation/message_records.ts";
import { dayIn } from "@/lib/values/dates.ts";
import { HistoryPanel } from "@/routes/panel/(_frame)/HistoryPanel.tsx";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { quoteHeadFields, quoteTextFields } from "@/lib/panel/quotes/quote_fields.ts";
import { readHistory } from "@/lib/panel/record/record_history.ts";
import { recordId } from "@/lib/panel/record/record_id.ts";
import type { QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { companyTerms } from "@/lib/sales/company_terms.ts";
import { readShownDocument } from "@/lib/sales/document/shown_document.ts";
import { patchableWhen } from "@/lib/sales/quotes/quote.ts";
import { quoteAddress } from "@/lib/sales/sharing/quote_address.ts";
import { askedBy, readEntries } from "@/lib/sales/sharing/entries.ts";
import { findQuote } from "@/lib/sales/quotes/quotes.ts";
import { historyWords } from "@/lib/panel/record/history_words.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { quoteWords } from "@/lib/panel/quotes/words.ts";
import { linkWords } from "@/lib/panel/quotes/links/link_words.ts";
import { quotationWords } from "@/lib/words/quotations/quotation.ts";

export const handler = panelPage({
  stylesheets: ["/lines.css"],
  run: async ({ trx, member, memberships, params, language, now }) => {
    const id = recordId(params);
    const quote = await findQuote(trx, member, id, now);
    const client = await findClient(trx, member, quote.client.id!, { gone: true });
    const terms = await companyTerms(trx, member);
    const { companyId, timezone } = member;
    const { delivery } = quote;
    const message = delivery && await findMessage(
      trx,
      { ...member, language },
      delivery.contact_id,
      delivery.message_id,
    );
    const opportunity_id = quote.opportunity.id;
    return {
      // As the API writes it: what the page begins with is what its calls bring later.
      quote: JSON.parse(JSON.stringify(quote)) as QuoteNow,
      client,
      address: client.email ??
        await quoteAddress(trx, member, { client_id: client.id, opportunity_id }),
      trouble: message?.delivery?.error ?? null,
      member: member.name ?? member.email,
      terms,
      company: memberships.find((one) => one.companyId === companyId)!.name,
      document: await readShownDocument(trx, member, { quote, client, terms }),
      history: await readHistory(trx, { ...member, language }, "quote", id),
      asked: askedBy(await readEntries(trx, member, id)),
      steps: await readNextSteps(
        trx,
        member,
        { column: "opportunity_id", id: opportunity_id },
        now,
      ),
      links: { client: quote.client, opportunity: quote.opportunity },
      answer: { by: quote.approved_by_name, reason: quote.rejection_reason },
      today: dayIn(timezone, now),
      people: await listPeople(trx, member),
      userId: member.userId,
    };
  },
  title: ({ quote }) => quote.number,
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { quote, client, terms, company, document, history, links, answer, today } = data;
  const { people } = data;
  const words = useWords(quoteWords);
  const isDraft = quote.status === "draft";
  const isFree = terms.approval.approver_id === data.userId;
  const { name, phone, country } = client;
  return (
    <RecordPage
      back={{ href: href("/panel/quotes"), label: nounWords.quotes.many[language] }}
      title={quote.number}
      meta={<Meta quote={quote} {...links} />}
      actions={
        <QuoteMoves
          quote={quote}
          client={{ name, email: data.address, phone, country }}
          member={data.member}
          me={data.userId}
          isFree={isFree}
          company={company}
          today={today}
        />
      }
    >
      <NoteVisit title={`${quote.number} · ${name}`} />
      <div data-region="record">
        <data hidden data-quote value={JSON.stringify(quote)} />
        <ApprovalNote quote={quote} isFree={isFree} />
        <Answer status={quote.status} {...answer} />
        {data.trouble && <p class="mt-2 text-meta text-danger-text">{data.trouble}</p>}
      </div>
      <QuoteDelivery quote={quote} />
      <div class="quote-fields">
        <QuoteFields
          quote={quote}
          fields={quoteHeadFields(language)}
          patchable={patchableWhen}
        />
      </div>
      <QuoteEditor
        quote={quote}
        taxRate={terms.default_tax_rate}
        taxLabel={terms.tax_label ?? quotationWords.tax[language]}
      />
      <div data-region="document">
        <section hidden={isDraft} aria-label={words.document} class="max-w-220">
          <div data-document>
            <QuoteDocument document={document} isPart />
          </div>
        </section>
      </div>
      <details class="group" open={Boolean(quote.internal_note)}>
        <summary class="font-semibold">{words.texts}</summary>
        <div class="mt-3">
          <QuoteFields
            quote={quote}
            fields={quoteTextFields(language)}
            patchable={patchableWhen}
          />
        </div>
      </details>
      <div class="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <HistoryPanel
          subject={{ quote_id: quote.id }}
          links={{ opportunity_id: links.opportunity.id }}
          question={data.asked}
          people={people}
          me={data.userId}
          history={history}
          of={{ type: "quote", id: quote.id }}
        />
        <Aside quote={quote} steps={data.steps} />
      </div>
    </RecordPage>
  );
});

interface AsideProps {
  quote: QuoteNow;
  steps: Parameters<typeof NextSteps>[0]["steps"];
}

function Aside({ quote, steps }: AsideProps) {
  const { language } = usePage();
  return (
    <div class="space-y-8">
      <Panel title={historyWords.steps[language]} region="steps">
        <NextSteps steps={steps} />
      </Panel>
      <Panel title={linkWords.links[language]}>
        <QuoteLinks quote={quote} />
      </Panel>
    </div>
  );
}

interface MetaProps extends Pick<Awaited<ReturnType<typeof findQuote>>, "client" | "opportunity"> {
  quote: QuoteNow;
}

function Meta({ quote: { status, expired }, client, opportunity }: MetaProps) {
  const { href } = usePage();
  const link = "underline decoration-line-strong underline-offset-2 hover:text-text";
  return (
    <>
      <StatusDot noun="quote" status={expired ? "expired" : status} />
      <p class="w-full text-meta text-soft">
        <a class={link} href={href(`/panel/clients/${client.id}`)}>
          <bdi>{client.name}</bdi>
        </a>
        {" · "}
        <a class={link} href={href(`/panel/opportunities/${opportunity.id}`)}>
          <bdi>{opportunity.name}</bdi>
        </a>
      </p>
    </>
  );
}

interface AnswerProps {
  status: QuoteNow["status"];
  by: string | null;
  reason: string | null;
}

/** What became of it, and what the client said. */
function Answer({ status, by, reason }: AnswerProps) {
  const words = useWords(quoteWords);
  if (status === "draft") return null;
  return (
    <p class="rounded-md bg-info px-3 py-2 text-meta text-info-text">
      {words.notDraft[status]}
      {by && ` ${words.approvedBy(by)}`}
      {reason && ` ${words.rejectedBecause(reason)}`}
    </p>
  );
}
