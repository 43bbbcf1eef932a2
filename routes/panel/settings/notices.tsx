import { usePage, useWords } from "@/components/page.ts";
import { Pager } from "@/lib/panel/list/Pager.tsx";
import { SettingsFrame } from "@/lib/panel/settings/SettingsFrame.tsx";
import { NoticeSwitches } from "@/islands/settings/NoticeSwitches.tsx";
import { employeeQuery } from "@/lib/crm/companies/employee.ts";
import { listEmployees } from "@/lib/crm/companies/employees.ts";
import { define } from "@/lib/http/pages.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { viewOf } from "@/lib/panel/list/list_view.ts";
import { employeeWords } from "@/lib/panel/employees/words.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

export const handler = panelPage({
  title: settingsWords.names.notices,
  stylesheets: ["/settings.css"],
  run: async ({ trx, member, url }) => {
    const { asked, ignored } = readListQuery(employeeQuery, url.searchParams);
    const { records, meta } = await listEmployees(trx, member, {
      ...asked,
      deleted: undefined,
      state: ["active"],
    });
    return {
      people: records,
      meta,
      view: viewOf(url, member.companyId, ignored),
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { href } = usePage();
  const { people, meta, view } = data;
  const words = useWords(employeeWords);
  return (
    <SettingsFrame section="notices">
      <div>
        <p class="mb-3 text-meta text-soft">{words.noticesHint}</p>
        <div class="notices-head" aria-hidden="true">
          <span />
          <p class="notices">
            {Object.values(words.kinds).map((kind) => <span key={kind}>{kind}</span>)}
          </p>
        </div>
        <ul>
          {people.map(({ user_id, name, email, role, notify, silenced }) => (
            <li key={user_id} class="notices-row">
              <p class="min-w-0">
                <a
                  class="block truncate font-medium hover:underline"
                  href={href(`/panel/employees/${user_id}`)}
                >
                  {name ?? email}
                </a>
                <span class="block truncate text-label text-soft">{role}</span>
              </p>
              <NoticeSwitches
                path={`employees/${user_id}`}
                name={name ?? email}
                notify={notify}
                silenced={silenced}
              />
            </li>
          ))}
        </ul>
        <Pager view={view} meta={meta} />
      </div>
    </SettingsFrame>
  );
});
