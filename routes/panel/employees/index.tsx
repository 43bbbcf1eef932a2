import { usePage, useWords } from "@/components/page.ts";
import { OpenCount } from "@/lib/panel/employees/OpenCount.tsx";
import type { Listed } from "@/lib/panel/employees/open_links.ts";
import { type Column, DataTable } from "@/lib/panel/list/DataTable.tsx";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { Time } from "@/components/Time.tsx";
import { NewEmployee } from "@/islands/employees/NewEmployee.tsx";
import { ListKeys, SearchAsTyped } from "@/islands/list/List.tsx";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { readEntries } from "@/lib/access/entry_links.ts";
import type { Person } from "@/lib/access/people.ts";
import { employeeFields } from "@/lib/crm/companies/employee_fields.ts";
import { employeeList, employeeQuery } from "@/lib/crm/companies/employee.ts";
import { listEmployees } from "@/lib/crm/companies/employees.ts";
import { define } from "@/lib/http/pages.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { employeeFilters, newEmployeeFields } from "@/lib/panel/employees/employee_fields.ts";
import { entryTag } from "@/lib/panel/employees/entry_state.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { readWorkload } from "@/lib/figures/workload.ts";
import { speak } from "@/lib/words/language.ts";
import { employeeWords } from "@/lib/panel/employees/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";

export const handler = panelPage({
  title: nounWords.employees.many,
  stylesheets: ["/lists.css"],
  run: async ({ trx, member, url, language, now, hasOwnGateway }) => {
    const { asked, ignored } = readListQuery(employeeQuery, url.searchParams);
    const { records, meta } = await listEmployees(trx, member, asked);
    const workload = new Map(
      (await readWorkload(trx, member, now)).map((row) => [row.user_id, row]),
    );
    const format = { language, timeZone: member.timezone, now };
    const ids = hasOwnGateway ? records.map((one) => one.user_id) : [];
    const entries = await readEntries(trx, member, ids);
    return {
      rows: records.map((one) => ({
        ...one,
        id: one.user_id,
        open: workload.get(one.user_id),
        entry: entryTag(entries.get(one.user_id), format),
      })),
      unassigned: workload.get(null)!,
      isFormer: asked.deleted !== undefined,
      meta,
      ignored,
      view: viewOf(url, member.companyId, ignored),
      format,
      hasOwnGateway,
      me: member.userId,
    };
  },
});

const counted: Listed[] = ["contacts", "opportunities", "quotes", "tasks"];

export default define.page<typeof handler>(({ data }) => {
  const { href, language } = usePage();
  const { rows, unassigned, isFormer, meta, ignored, view, me } = data;
  const New = data.hasOwnGateway ? NewEmployee : NewRecord;
  const words = useWords(employeeWords);
  const nouns = useWords(nounWords);
  type Row = (typeof rows)[number];
  const numbers = counted.map((noun): Column<Row> => ({
    name: noun,
    label: words.open[noun],
    isNumber: true,
    width: "w-32",
    cell: ({ id, open }) => open && <OpenCount noun={noun} count={open[noun]} userId={id} />,
  }));
  const sums = Object.fromEntries(
    counted.map((noun) => [noun, <NobodysCount key={noun} noun={noun} unassigned={unassigned} />]),
  );
  return (
    <ListPage
      title={nouns.employees.many}
      icon="users"
      view={view}
      filters={employeeFilters(language)}
      ignored={ignored}
      meta={meta}
      search={<SearchAsTyped />}
      empty={{ text: isFormer ? words.emptyFormer : words.empty }}
      create={
        <New
          list="employees"
          page={href("/panel/employees/:id")}
          idName="user_id"
          label={nouns.employees.create}
          title={nouns.employees.create}
          fields={newEmployeeFields(language)}
          preset={{ role: "" }}
          hash="#new"
          shortcut="c"
        />
      }
    >
      <ListKeys name="employees" />
      <DataTable
        label={nouns.employees.many}
        rows={rows}
        view={view}
        sort={view.params.sort ?? employeeList.defaultSort}
        hrefOf={({ id }) => href(`/panel/employees/${id}`)}
        footer={isFormer ? undefined : { name: <Nobodys unassigned={unassigned} />, ...sums }}
        columns={[
          {
            name: "name",
            label: employeeFields.name.label[language],
            sort: "name",
            phone: "first",
            cell: (row) => <Named row={row} isMe={row.id === me} words={words} />,
          },
          {
            name: "role",
            label: employeeFields.role.label[language],
            sort: "role",
            width: "w-40",
            phone: "second",
            cell: (row) => row.role,
          },
          ...(isFormer ? [] : numbers),
          {
            name: "last_seen_at",
            label: words.lastSeen,
            sort: "last_seen_at",
            width: "w-40",
            isNumber: true,
            phone: "end",
            cell: (row) => <Seen row={row} isFormer={isFormer} />,
          },
        ]}
      />
    </ListPage>
  );
});

interface SeenProps {
  row: { last_seen_at: Date | null; state: string; created_at: Date };
  isFormer: boolean;
}

function Seen({ row: { last_seen_at, state, created_at }, isFormer }: SeenProps) {
  const words = useWords(employeeWords);
  const at = state === "invited" ? created_at : last_seen_at;
  if (at) return <Time at={at} />;
  return <>{isFormer ? "—" : words.states.expected}</>;
}

interface NobodysProps {
  unassigned: Awaited<ReturnType<typeof readWorkload>>[number];
}

function NobodysCount({ noun, unassigned }: NobodysProps & { noun: Listed }) {
  return <OpenCount noun={noun} count={unassigned[noun]} userId={null} />;
}

/** What nobody has; a phone has no columns of numbers. */
function Nobodys({ unassigned }: NobodysProps) {
  const words = useWords(employeeWords);
  return (
    <>
      {words.unassigned}{" "}
      <span class="when-narrow ml-2 space-x-4 font-normal">
        {counted.map((noun) => (
          <span key={noun} class="whitespace-nowrap">
            {words.open[noun]} <NobodysCount noun={noun} unassigned={unassigned} />
          </span>
        ))}
      </span>
    </>
  );
}

interface NamedProps {
  row: { name: string | null; email: string; invited_by: Person | null; entry: string | null };
  isMe: boolean;
  words: ReturnType<typeof speak<typeof employeeWords>>;
}

/** Name of the person, and the address where the name is missing or not unique. */
function Named({ row, isMe, words }: NamedProps) {
  return (
    <>
      {row.name ?? row.email}
      {isMe && <span class="font-normal text-soft">{` (${words.you})`}</span>}
      {row.entry && <span class="tag ml-2">{row.entry}</span>}
      {row.invited_by && <span class="tag ml-2">{words.invitedBy(row.invited_by.name)}</span>}
      {row.name && <span class="ml-2 font-normal text-soft when-wide">{row.email}</span>}
    </>
  );
}
