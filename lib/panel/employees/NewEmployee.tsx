import type { NewRecordProps } from "@/lib/panel/record/new/NewSheet.tsx";
import { useEffect, useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import { NewRecord } from "@/lib/panel/record/new/NewRecord.tsx";
import type { MadeLink } from "@/lib/panel/employees/EntryLinkDialog.tsx";
import { later } from "@/lib/panel/page/later.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";

const EntryLinkDialog = later(
  () => import("@/lib/panel/employees/EntryLinkDialog.tsx"),
  "EntryLinkDialog",
);

interface Added {
  user_id: number;
  email: string;
}

/** Adds an employee, shows their sign-in link, and then opens the employee's page. */
export function NewEmployee(props: NewRecordProps) {
  const { companyId, language } = usePage();
  const [created, setCreated] = useState<{ added: Added; link: MadeLink } | null>(null);

  const [employee, setEmployee] = useState<Added | null>(null);
  const lead = ({ user_id }: Added) => location.assign(props.page.replace(":id", String(user_id)));

  // Only once the dialog is gone: it asks before the page is left.
  useEffect(() => {
    if (employee) lead(employee);
  }, [employee]);

  async function show(record: unknown) {
    const added = record as Added;
    const call = { method: "POST" as const, companyId, language };
    const link = await callApi<MadeLink>(`employees/${added.user_id}/link`, call);
    // Members who have signed in or are only invited get no link; their page shows their state.
    if (link.ok) setCreated({ added, link: link.data });
    else lead(added);
  }

  return (
    <>
      <NewRecord {...props} onMade={show} />
      {created && (
        <EntryLinkDialog
          link={created.link}
          email={created.added.email}
          onClose={() => {
            setCreated(null);
            setEmployee(created.added);
          }}
        />
      )}
    </>
  );
}
