import type { RowOf } from "@/lib/panel/list/list_page.ts";
import { Time } from "@/components/Time.tsx";
import type { Person } from "@/lib/access/people.ts";
import type { listClients } from "@/lib/crm/clients/clients.ts";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import type { Column } from "@/lib/panel/list/DataTable.tsx";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { filterFields } from "@/lib/panel/list/filter_fields.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import type { Language } from "@/lib/words/language.ts";

type Row = RowOf<typeof listClients>;

interface Filters {
  language: Language;
  people: Person[];
  tags: { tag: string }[];
}

/** Filters of the list of clients. */
export function clientFilters({ language, people, tags }: Filters): FilterSpec[] {
  const names = ["assignee_id", "tags", "kind", "source_channel", "created_at"] as const;
  return filterFields(clientFields, names, { language, people, tags });
}

/** Columns of the list of clients. */
export function clientColumns(language: Language): Column<Row>[] {
  const labels = labelsOf(clientFields, language);
  return [
    { name: "name", label: labels.name, sort: "name", phone: "first", cell: (row) => row.name },
    {
      name: "city",
      label: labels.city,
      priority: 2,
      width: "w-40",
      phone: "second",
      cell: (row) => row.city,
    },
    { name: "email", label: labels.email, cell: (row) => row.email },
    { name: "phone", label: labels.phone, width: "w-36", cell: (row) => row.phone },
    {
      name: "assignee",
      label: labels.assignee_id,
      priority: 2,
      width: "w-40",
      cell: (row) => row.assignee?.name,
    },
    {
      name: "created_at",
      label: labels.created_at,
      priority: 3,
      sort: "created_at",
      width: "w-32",
      isNumber: true,
      phone: "end",
      cell: (row) => <Time at={row.created_at} />,
    },
  ];
}
