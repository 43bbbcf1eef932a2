import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { type Happening, Happenings } from "@/lib/panel/record/Happenings.tsx";
import { listPeople, type Person } from "@/lib/access/people.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { activityFilters, nounName } from "@/lib/panel/activities/activity_fields.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { listActivities } from "@/lib/records/activities.ts";
import { type ActivityQuery, activityQuery } from "@/lib/records/activity.ts";
import { activityWords } from "@/lib/panel/activities/words.ts";

export const handler = panelPage({
  title: activityWords.title,
  stylesheets: ["/lists.css"],
  run: async ({ trx, member, url }) => {
    const { asked, ignored } = readListQuery<ActivityQuery>(activityQuery, url.searchParams);
    const { records, meta } = await listActivities(trx, member, asked);
    return {
      happenings: gathered(records),
      meta,
      ignored,
      people: withFormer(records, await listPeople(trx, member)),
      view: viewOf(url, member.companyId, ignored),
    };
  },
});

/** The people with those of the rows who have left: the address may ask for one of them. */
function withFormer(records: Happening[], people: Person[]): Person[] {
  const former = new Map(
    records.flatMap(({ actor }) =>
      actor && !people.some(({ id }) => id === actor.id)
        ? [[actor.id, { id: actor.id, name: actor.name ?? "" }] as const]
        : []
    ),
  );
  return [...people, ...former.values()];
}

/** Joins repeated activities of one person on one record, as of saving, into one line. */
function gathered(records: Happening[]): Happening[] {
  const lines: Happening[] = [];
  for (const record of records) {
    const last = lines.at(-1);
    const isSame = last && last.verb === record.verb && last.actor?.id === record.actor?.id &&
      last.subject?.type === record.subject?.type && last.subject?.id === record.subject?.id;
    if (isSame) last.times = (last.times ?? 1) + 1;
    else lines.push({ ...record });
  }
  return lines;
}

export default define.page<typeof handler>(({ data }) => {
  const { language } = usePage();
  const { happenings, meta, ignored, people, view } = data;
  const words = useWords(activityWords);
  return (
    <ListPage
      title={words.title}
      icon="history"
      view={view}
      filters={activityFilters(language, people)}
      ignored={ignored}
      meta={meta}
      hasSearch={false}
      empty={{ text: words.empty }}
    >
      <Happenings happenings={happenings} nounName={(noun) => nounName(noun, language)} />
    </ListPage>
  );
});
