import { define } from "@/lib/http/pages.ts";
import { Panel, RecordPage } from "@/components/record/RecordPage.tsx";
import { type Entry, Timeline } from "@/components/record/Timeline.tsx";
import { NoteComposer } from "@/islands/NoteComposer.tsx";
import { NoteVisit } from "@/islands/NoteVisit.tsx";
import { RecordFields } from "@/islands/RecordFields.tsx";
import { VerbButton } from "@/islands/VerbButton.tsx";
import { listPeople } from "@/lib/access/people.ts";
import { findClient } from "@/lib/crm/clients/clients.ts";
import { readTimeline } from "@/lib/crm/clients/timeline.ts";
import { clientFields } from "@/lib/pages/client_fields.ts";
import { panelPage } from "@/lib/pages/panel_page.ts";
import { recordId } from "@/lib/pages/record_id.ts";
import { speak } from "@/lib/words/language.ts";
import { clientWords } from "@/lib/words/panel/clients.ts";
import { historyWords } from "@/lib/words/panel/history.ts";
import { nounWords } from "@/lib/words/panel/nouns.ts";

export const handler = panelPage({
  run: async ({ trx, member, params, language, now }) => {
    const id = recordId(params);
    const client = await findClient(trx, member, id);
    const timeline = await readTimeline(trx, member, id, { page: 1, per_page: 30 });
    return {
      client,
      timeline,
      people: await listPeople(trx, member),
      format: { language, timeZone: member.timezone, now },
      companyId: member.companyId,
    };
  },
  title: ({ client }) => client.name,
});

export default define.page<typeof handler>(({ data }) => {
  const { client, timeline, people, format, companyId } = data;
  const { language, timeZone } = format;
  const words = speak(clientWords, language);
  const who = { companyId, language };
  const list = `/panel/clients?company_id=${companyId}`;
  return (
    <RecordPage
      back={{ href: list, label: nounWords.clients.many[language] }}
      title={client.name}
      actions={
        <VerbButton
          {...who}
          path={`clients/${client.id}`}
          method="DELETE"
          label={words.trash}
          icon="trash-2"
          done={words.trashed}
          undo={{ path: `clients/${client.id}/restore` }}
          next={list}
        />
      }
      aside={
        <Panel title={historyWords.title[language]}>
          <NoteComposer {...who} subject={{ client_id: client.id }} />
          <div data-region="timeline">
            <Timeline
              entries={timeline.records as Entry[]}
              total={timeline.meta.total}
              of={{ type: "client", id: client.id }}
              companyId={companyId}
              format={format}
            />
          </div>
        </Panel>
      }
    >
      <NoteVisit companyId={companyId} title={client.name} />
      <Panel title={words.data}>
        <RecordFields
          {...who}
          timeZone={timeZone}
          path={`clients/${client.id}`}
          record={client}
          fields={clientFields(language, people)}
        />
      </Panel>
    </RecordPage>
  );
});
