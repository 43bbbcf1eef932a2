import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { LikelyList, MadeList, Ways } from "@/lib/panel/contacts/ContactAside.tsx";
import { channelName } from "@/lib/panel/contacts/thread/chat/AppMark.tsx";
import { Thread } from "@/lib/panel/contacts/thread/Thread.tsx";
import { ArrivedFrom, CombinedFrom } from "@/lib/panel/record/CombinedFrom.tsx";
import { NextSteps } from "@/lib/panel/record/NextSteps.tsx";
import { historyWords } from "@/lib/panel/record/history_words.ts";
import { Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { ContactActions } from "@/islands/contacts/ContactActions.tsx";
import { ContactFields } from "@/islands/contacts/ContactFields.tsx";
import { ContactVisit, MailViewer } from "@/islands/contacts/ContactVisit.tsx";
import { ConvertContact } from "@/islands/contacts/ConvertContact.tsx";
import { Composer } from "@/islands/record/Composer.tsx";
import { RowVerbs } from "@/islands/list/RowVerbs.tsx";
import { SeparateMerged } from "@/islands/record/SeparateMerged.tsx";
import { deliveryVerbs } from "@/lib/panel/contacts/thread/delivery_verbs.ts";
import { contactForm } from "@/lib/panel/contacts/contact_fields.ts";
import { mergeFields } from "@/lib/panel/form/form_fields.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { readContactPage } from "@/lib/panel/contacts/contact_page.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { stateId } from "@/lib/panel/contacts/page_state.ts";
import { trashDays } from "@/lib/records/records.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";

type Data = Awaited<ReturnType<typeof readContactPage>>;

export const handler = panelPage({
  stylesheets: ["/conversation.css"],
  run: readContactPage,
  title: ({ title }) => title,
});

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { contact, title, thread, member } = data;
  const words = useWords(inboxWords);
  return (
    <div class="conversation">
      <RecordPage
        back={{ href: href("/panel/contacts"), label: nounWords.contacts.many[language] }}
        title={title}
        meta={<Meta data={data} />}
        actions={<Actions data={data} />}
        aside={<Aside data={data} />}
      >
        <ContactVisit
          id={contact.id}
          title={title}
          isNew={contact.status === "new"}
        />
        <div data-region="arrived" class="empty:hidden">
          <ArrivedFrom merged={data.arrived} />
        </div>
        <section class="chat" aria-label={words.thread}>
          <MailViewer contactId={contact.id} />
          <RowVerbs
            verbs={deliveryVerbs(contact.id, language)}
          />
          <div
            class="thread"
            tabIndex={0}
            role="group"
            aria-label={words.thread}
          >
            <div data-region="thread" aria-live="polite">
              <Thread
                {...thread}
                newestSeen={data.newest}
                contact={contact}
                offered={data.offered}
                title={title}
                whole={data.whole}
                wholeOf={data.wholeOf}
              />
            </div>
          </div>
          <div data-region="senders" hidden>
            <data data-json="senders" value={JSON.stringify(data.senders)} />
            <data
              data-json="reach"
              value={JSON.stringify({ email: contact.email, whatsapp: data.whatsapp })}
            />
          </div>
          <Composer
            subject={{ contact_id: contact.id }}
            links={{ contact_id: contact.id }}
            people={data.people}
            me={member.userId}
            email={contact.email}
            whatsapp={data.whatsapp}
            senders={data.senders}
            fill={data.fill}
          />
        </section>
      </RecordPage>
    </div>
  );
});

/** Content behind the name, and the contact's state for islands. */
function Meta({ data: { contact, state } }: { data: Data }) {
  const { language } = usePage();
  const words = useWords(inboxWords);
  return (
    <>
      <span class="flex flex-wrap items-center gap-x-2 text-meta text-soft">
        {channelName(contact.channel, contact.by_mail, language)}
        <StatusDot noun="contact" status={contact.status} />
        {contact.held && <span class="tag">{words.held.label}</span>}
        {contact.is_spam && <span class="tag">{words.tabs.spam}</span>}
        {state.isConverted && <span class="tag">{words.converted}</span>}
      </span>
      <data id={stateId} value={JSON.stringify(state)} hidden />
    </>
  );
}

function Actions({ data }: { data: Data }) {
  const { href, language } = usePage();
  const { contact, title, state, people, nextId, member } = data;
  const { userId, currency } = member;
  const words = useWords(inboxWords);
  return (
    <>
      <ConvertContact
        id={contact.id}
        title={title}
        state={state}
        people={people}
        userId={userId}
        currency={currency}
      />
      <ContactActions
        id={contact.id}
        title={title}
        first={state}
        people={people}
        userId={userId}
        merged={mergeFields(contactFields, ["email", "phone"], language)}
      />
      <span data-region="next">
        {nextId !== null && (
          <a
            class="button"
            href={href(`/panel/contacts/${nextId}`)}
            title={words.nextHint}
            aria-keyshortcuts="n"
            data-command={words.nextHint}
            data-next
          >
            {words.next}
            <Icon name="arrow-right" />
          </a>
        )}
      </span>
    </>
  );
}

function Aside({ data }: { data: Data }) {
  const { language } = usePage();
  const { contact, likely, made, whatsapp } = data;
  const words = useWords(inboxWords);
  const isMade = contact.converted_client !== null || made.length > 0;
  return (
    <>
      <p id="details" class="md:hidden" tabIndex={-1}>
        <a class="button" href="#content">
          <Icon name="arrow-up" />
          {words.toThread}
        </a>
      </p>
      <div data-region="likely" class="space-y-8 empty:hidden">
        {isMade && (
          <Panel title={words.made}>
            <MadeList
              client={contact.converted_client}
              rows={made}
            />
          </Panel>
        )}
        {likely.length > 0 && (
          <Panel title={words.likely}>
            <LikelyList likely={likely} />
          </Panel>
        )}
      </div>
      <Panel title={historyWords.steps[language]} region="steps">
        <NextSteps steps={data.steps} />
      </Panel>
      <Panel title={words.who}>
        <div data-region="ways">
          <Ways
            email={contact.email}
            phone={contact.phone}
            whatsapp={whatsapp}
          />
        </div>
        <div data-region="combined" class="mb-3 empty:hidden">
          <CombinedFrom {...data.combined} days={trashDays} />
        </div>
        <SeparateMerged noun="contact" id={contact.id} />
        <div class="contact-fields">
          <ContactFields record={contact} fields={contactForm(language)} />
        </div>
      </Panel>
    </>
  );
}
