import { usePage, useWords } from "@/components/page.ts";
import { dialLink } from "@/lib/input/dial_link.ts";
import { normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { ArrivedFrom, CombinedFrom } from "@/lib/panel/record/CombinedFrom.tsx";
import { Figures, Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { Time } from "@/components/Time.tsx";
import { ClientMenu } from "@/islands/clients/ClientMenu.tsx";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { NoteVisit } from "@/islands/frame/Frame.tsx";
import { RecordFields } from "@/islands/record/RecordFields.tsx";
import { SeparateMerged } from "@/islands/record/SeparateMerged.tsx";
import { VerbButton } from "@/islands/record/VerbButton.tsx";
import { listPeople, type Person } from "@/lib/access/people.ts";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { readSenders } from "@/lib/crm/contacts/conversation/senders.ts";
import { findClient } from "@/lib/crm/clients/clients.ts";
import { listStages } from "@/lib/crm/stages/stages.ts";
import { define } from "@/lib/http/pages.ts";
import { formatDue, formatInstant } from "@/lib/values/dates.ts";
import { Amount } from "@/components/Amount.tsx";
import { formFields, mergeFields } from "@/lib/panel/form/form_fields.ts";
import { newOpportunityFields } from "@/lib/panel/opportunities/opportunity_fields.ts";
import { fillOf } from "@/lib/panel/record/fill.ts";
import { arrivedFrom } from "@/lib/panel/record/elsewhere.ts";
import { HistoryPanel } from "@/routes/panel/(_frame)/HistoryPanel.tsx";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { readHistory } from "@/lib/panel/record/record_history.ts";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { readCombined } from "@/lib/records/combined.ts";
import { trashDays } from "@/lib/records/records.ts";
import { readBusiness } from "@/lib/figures/client_business.ts";
import { sumClient } from "@/lib/figures/client_figures.ts";
import { clientWords } from "@/lib/panel/clients/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";

export const handler = panelPage({
  run: async ({ trx, member, memberships, params, url, language, now }) => {
    const id = recordId(params);
    const client = await findClient(trx, member, id);
    const combined = await readCombined(trx, member, "client", id);
    return {
      client,
      combined,
      arrived: arrivedFrom(url, combined.merged),
      figures: await sumClient(trx, member, id),
      business: await readBusiness(trx, member, id, now),
      history: await readHistory(trx, { ...member, language }, "client", id),
      people: await listPeople(trx, member),
      stages: await listStages(trx, member),
      senders: await readSenders(trx, member, { clientId: id }),
      fill: fillOf({ member, memberships, contact: client.name, language: client.language }),
      userId: member.userId,
      currency: member.currency,
    };
  },
  title: ({ client }) => client.name,
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { client, figures, business, history, people, stages, currency } = data;
  const words = useWords(clientWords);
  return (
    <RecordPage
      back={{ href: href("/panel/clients"), label: nounWords.clients.many[language] }}
      title={client.name}
      actions={
        <>
          <VerbButton
            path={`clients/${client.id}`}
            method="DELETE"
            label={words.trash}
            icon="trash-2"
            done={words.trashed}
            undo={{ path: `clients/${client.id}/restore` }}
            next={href("/panel/clients")}
          />
          <ClientMenu
            id={client.id}
            name={client.name}
            merged={mergeFields(clientFields, ["name", "email", "phone"], language)}
          />
        </>
      }
      aside={
        <HistoryPanel
          subject={{ client_id: client.id }}
          links={{ client_id: client.id }}
          people={people}
          me={data.userId}
          senders={data.senders}
          fill={data.fill}
          history={history}
          of={{ type: "client", id: client.id }}
          region="timeline"
        />
      }
    >
      <NoteVisit title={client.name} />
      <div data-region="arrived" class="empty:hidden">
        <ArrivedFrom merged={data.arrived} />
      </div>
      <div data-region="figures" class="space-y-4">
        <Figures
          figures={[
            {
              name: words.openAmount,
              value: <Amount value={figures.open.amount} is="net" currency={currency} />,
            },
            {
              name: words.sold,
              value: <Amount value={figures.sold.amount} is="net" currency={currency} />,
            },
            {
              name: words.lastContact,
              value: figures.last_contact_at ? <Time at={figures.last_contact_at} /> : "—",
            },
          ]}
        />
        <Ways phone={client.phone} email={client.email} words={words} />
      </div>
      <div data-region="combined" class="max-w-xl empty:hidden">
        <CombinedFrom {...data.combined} days={trashDays} />
      </div>
      <SeparateMerged noun="client" id={client.id} />
      <Business {...{ client, business, people, stages, currency }} me={data.userId} />
      <Panel title={words.data}>
        <RecordFields
          path={`clients/${client.id}`}
          record={client}
          fields={formFields(clientFields, "record", { language, people })}
        />
      </Panel>
    </RecordPage>
  );
});

/** Records of a client by noun, in the order of the work; the number leads to the list. */
const parts = [
  { noun: "opportunity", title: "opportunities", query: "&view=list" },
  { noun: "quote", title: "quotes", query: "" },
  { noun: "sale", title: "sales", query: "" },
  { noun: "task", title: "tasks", query: "&status=pending,in_progress" },
] as const;

interface BusinessProps {
  client: { id: number };
  business: Awaited<ReturnType<typeof readBusiness>>;
  people: Person[];
  stages: Awaited<ReturnType<typeof listStages>>;
  me: number;
  currency: string;
}

function Business({ client, business, people, stages, me, currency }: BusinessProps) {
  const { href, language } = usePage();
  const words = useWords(clientWords);
  const createOpportunity = nounWords.opportunities.create[language];
  const newOpportunity = (
    <NewRecord
      list="opportunities"
      page={href("/panel/opportunities/:id")}
      label={createOpportunity}
      title={createOpportunity}
      fields={newOpportunityFields(language, people, stages)
        .filter(({ name }) => name !== "client_id")}
      preset={{ client_id: client.id, stage_id: stages[0]?.id, assignee_id: me }}
      look="button button-plain -my-1"
    />
  );
  return (
    <>
      {parts.map(({ noun, title, query }) => (
        <Panel
          key={noun}
          title={words[title]}
          region={title}
          end={
            <>
              {noun === "opportunity" && newOpportunity}
              <a
                class="inline-block min-w-6 py-1 text-right tabular-nums hover:text-text"
                href={href(`/panel/${title}?client_id=${client.id}${query}`)}
                data-region={`${title}-total`}
              >
                {business[noun].total}
              </a>
            </>
          }
        >
          <Rows
            empty={words.empties[noun]}
            rows={business[noun].rows.map((one) => ({
              href: href(`/panel/${title}/${one.id}`),
              name: one.name,
              status: <StatusDot noun={noun} status={one.status} />,
              end: one.amount === null ? <Due at={one.due_at} /> : (
                <Amount
                  value={one.amount}
                  is={noun === "opportunity" ? "net" : "gross"}
                  currency={currency}
                />
              ),
            }))}
          />
        </Panel>
      ))}
    </>
  );
}

function Due({ at }: { at: Date | null }) {
  const page = usePage();
  if (!at) return null;
  const { text, isPast } = formatDue(at, page);
  return (
    <time
      dateTime={at.toISOString()}
      title={formatInstant(at, page)}
      class={isPast ? "text-danger-text" : "text-soft"}
    >
      {text}
    </time>
  );
}

type Children = preact.ComponentChildren;

interface RowsProps {
  rows: { href: string; name: string; status: Children; end: Children }[];
  empty: string;
}

function Rows({ rows, empty }: RowsProps) {
  if (rows.length === 0) return <p class="text-meta text-soft">{empty}</p>;
  return (
    <ul class="divide-y divide-line text-meta">
      {rows.map(({ href, name, status, end }) => (
        <li key={href} class="flex min-h-10 flex-wrap items-center gap-x-3 py-1.5 md:py-0">
          <a
            href={href}
            class="min-w-0 basis-full truncate font-medium hover:underline md:flex-1 md:basis-0"
            dir="auto"
          >
            {name}
          </a>
          <span class="w-28 shrink-0">{status}</span>
          <span class="ml-auto shrink-0 text-right tabular-nums md:w-44">{end}</span>
        </li>
      ))}
    </ul>
  );
}

interface WaysProps {
  phone: string | null;
  email: string | null;
  words: { call: string; write: string; whatsapp: string };
}

/** The ways to reach the client from the person's own phone and mail. */
function Ways({ phone, email, words }: WaysProps) {
  const digits = normalisePhone(phone)?.replace("+", "");
  if (!phone && !email) return null;
  return (
    <p class="flex flex-wrap gap-2">
      {phone && (
        <a class="button" href={dialLink(phone)}>
          <Icon name="phone" /> {words.call}
        </a>
      )}
      {email && (
        <a class="button" href={`mailto:${email}`}>
          <Icon name="mail" /> {words.write}
        </a>
      )}
      {digits && (
        <a
          class="button"
          href={`https://wa.me/${digits}`}
          rel="noreferrer noopener"
          target="_blank"
        >
          <Icon name="message-circle" /> {words.whatsapp}
        </a>
      )}
    </p>
  );
}
