import { usePage, useWords } from "@/components/page.ts";
import { OpenCount } from "@/lib/panel/employees/OpenCount.tsx";
import type { Listed } from "@/lib/panel/employees/open_links.ts";
import { Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { Time } from "@/components/Time.tsx";
import { EntryLink } from "@/islands/employees/EntryLink.tsx";
import { EmployeeActions } from "@/islands/employees/EmployeeActions.tsx";
import { LoneField } from "@/islands/employees/LoneField.tsx";
import { NoteVisit } from "@/islands/frame/Frame.tsx";
import { NoticeSwitches } from "@/islands/settings/NoticeSwitches.tsx";
import { readEntries } from "@/lib/access/entry_links.ts";
import { listLiveKeysOf } from "@/lib/access/keys.ts";
import { listPeople, type Person } from "@/lib/access/people.ts";
import { employeeFields } from "@/lib/crm/companies/employee_fields.ts";
import type { Member } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { listActivities } from "@/lib/records/activities.ts";
import { activityQuery } from "@/lib/records/activity.ts";
import { nounName } from "@/lib/panel/activities/activity_fields.ts";
import { readHandedOver } from "@/lib/figures/handed_over.ts";
import { Former, type FormerWork } from "@/lib/panel/employees/Former.tsx";
import { findEmployeeEver } from "@/lib/crm/companies/employees.ts";
import { formatTime } from "@/lib/values/dates.ts";
import { define } from "@/lib/http/pages.ts";
import { EntryState } from "@/lib/panel/employees/EntryState.tsx";
import { hasOpenLink } from "@/lib/panel/employees/entry_state.ts";
import { entryWords } from "@/lib/panel/employees/entry_words.ts";
import { standingOf } from "@/lib/panel/employees/employee_standing.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { readWorkload } from "@/lib/figures/workload.ts";
import type { Workload } from "@/lib/figures/workload_record.ts";
import { speak } from "@/lib/words/language.ts";
import { employeeWords } from "@/lib/panel/employees/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";

export const handler = panelPage({
  stylesheets: ["/settings.css"],
  run: async ({ trx, member, params, now, hasOwnGateway }) => {
    const employee = await findEmployeeEver(trx, member, recordId(params));
    const people = await listPeople(trx, member);
    const workload = await readWorkload(trx, member, now);
    const keys = await listLiveKeysOf(trx, member, employee.user_id);
    const ids = hasOwnGateway ? [employee.user_id] : [];
    const entries = await readEntries(trx, member, ids);
    return {
      employee,
      former: employee.disabled_at && await readFormer(trx, member, {
        userId: employee.user_id,
        leftAt: employee.disabled_at,
      }),
      entry: entries.get(employee.user_id),
      open: workload.find(({ user_id }) => user_id === employee.user_id),
      standing: standingOf({ employee, people, workload, keys, me: member.userId }),
      me: member.userId,
    };
  },
  title: ({ employee }) => employee.name ?? employee.email,
});

async function readFormer(
  trx: Trx,
  member: Member,
  departure: { userId: number; leftAt: Date },
): Promise<FormerWork> {
  const query = activityQuery.parse({ actor_id: String(departure.userId), per_page: "10" });
  return {
    heirs: await readHandedOver(trx, member, departure),
    happenings: (await listActivities(trx, member, query)).records,
  };
}

export default define.page<typeof handler>(({ data }) => {
  const page = usePage();
  const { href, language, now } = page;
  const { employee, former, entry, open, standing, me } = data;
  const { user_id, email, role, disabled_at, last_seen_at, notify, silenced, state } = employee;
  const words = useWords(employeeWords);
  const name = employee.name ?? email;
  return (
    <RecordPage
      back={{ href: href("/panel/employees"), label: nounWords.employees.many[language] }}
      title={name}
      meta={<State employee={employee} isMe={user_id === me} words={words} />}
      actions={<EmployeeActions employee={{ user_id, email, name, role }} standing={standing} />}
      aside={state === "active" && (
        <Panel title={words.notices}>
          <p class="mb-2 text-label text-soft">{words.noticesHint}</p>
          <div class="notices-column">
            <NoticeSwitches
              path={`employees/${user_id}`}
              name={name}
              notify={notify}
              silenced={silenced}
            />
          </div>
        </Panel>
      )}
    >
      <NoteVisit title={name} />
      {entry && (
        <div hidden={entry.hasEntered}>
          <Panel title={entryWords.title[language]}>
            <div data-region="entry">
              <EntryState entry={entry} />
            </div>
            {!entry.hasEntered && (
              <EntryLink userId={user_id} email={email} hasLink={hasOpenLink(entry, now)} />
            )}
          </Panel>
        </div>
      )}
      <Panel title={panelTitles[state][language]} region="workload">
        <data data-json="employee" value={JSON.stringify(standing)} />
        {disabled_at
          ? <p class="text-soft">{words.formerSince(formatTime(disabled_at, page))}</p>
          : employee.invited_by
          ? <Invited by={employee.invited_by} at={employee.created_at} />
          : <Open open={open} words={words} />}
      </Panel>
      {former && (
        <Former
          {...former}
          nounName={(noun) => nounName(noun, language)}
          userId={user_id}
        />
      )}
      <Panel title={words.data}>
        {disabled_at === null && (
          <LoneField
            path={`users/${user_id}/companies`}
            name="role"
            label={employeeFields.role.label[language]}
            hint={employeeFields.role.hint[language]}
            value={role}
            maxLength={60}
          />
        )}
        <Facts
          employee={employee}
          lastSeen={last_seen_at}
          toEnter={entry || state !== "active" ? null : words.toEnter(email)}
          words={words}
        />
      </Panel>
    </RecordPage>
  );
});

/** Title of the page's first part, by the employee's state. */
const panelTitles = {
  active: employeeWords.workload,
  invited: employeeWords.invitation,
  former: employeeWords.left,
};

type Words = ReturnType<typeof speak<typeof employeeWords>>;

interface StateProps {
  employee: {
    last_seen_at: Date | null;
    state: "active" | "invited" | "former";
  };
  isMe: boolean;
  words: Words;
}

function State({ employee: { last_seen_at, state }, isMe, words }: StateProps) {
  const { former, invited, active, expected } = words.states;
  const labels = { former, invited, active: last_seen_at === null ? expected : active };
  return (
    <>
      <span class="tag">{labels[state]}</span>
      {isMe && <span class="text-meta text-soft">{words.you}</span>}
    </>
  );
}

/** Invitation of the person: author, time and meaning. */
function Invited({ by, at }: { by: Person; at: Date }) {
  const page = usePage();
  const words = useWords(employeeWords);
  return (
    <>
      <p>{words.invitationText(by.name, formatTime(at, page))}</p>
      <p class="mt-1 text-soft">{words.invitationHint}</p>
    </>
  );
}

interface OpenProps {
  open: Workload | undefined;
  words: Words;
}

/** Every number leads to its records. */
function Open({ open, words }: OpenProps) {
  if (!open) return null;
  return (
    <dl class="grid grid-cols-3 gap-x-6 gap-y-3 md:grid-cols-6">
      {(Object.keys(words.open) as Listed[]).map((noun) => (
        <div key={noun}>
          <dt class="truncate text-label text-soft">{words.open[noun]}</dt>
          <dd class="text-title font-semibold tabular-nums tracking-tight">
            <OpenCount noun={noun} count={open[noun]} userId={open.user_id} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FactsProps {
  employee: {
    email: string;
    role: string;
    created_at: Date;
    disabled_at: Date | null;
    state: string;
  };
  lastSeen: Date | null;
  /** How to sign in for the first time, where no link is made. */
  toEnter: string | null;
  words: Words;
}

function Facts({ employee, lastSeen, toEnter, words }: FactsProps) {
  const { language } = usePage();
  const { email, role, created_at, disabled_at, state } = employee;
  const facts = [
    ...(disabled_at ? [{ label: employeeFields.role.label[language], value: role || "—" }] : []),
    {
      label: employeeFields.email.label[language],
      value: <a class="hover:underline" href={`mailto:${email}`}>{email}</a>,
    },
    ...(state === "invited" ? [] : [
      { label: words.added, value: <Time at={created_at} /> },
      {
        label: words.lastSeen,
        value: lastSeen
          ? <Time at={lastSeen} />
          : [words.never, toEnter].filter(Boolean).join(". "),
      },
    ]),
  ];
  return (
    <dl class="facts" data-region="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
