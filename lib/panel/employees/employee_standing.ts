import type { Person } from "@/lib/access/people.ts";
import type { Standing } from "@/lib/panel/employees/standing.ts";
import type { Workload } from "@/lib/figures/workload_record.ts";

interface Facts {
  employee: { user_id: number; state: string };
  /** The company's employees. */
  people: Person[];
  workload: Workload[];
  /** API keys that they made and that still work. */
  keys: { id: number; name: string }[];
  me: number;
}

const nothing = { contacts: 0, clients: 0, opportunities: 0, tasks: 0, events: 0 };

/** Whether an employee can be disabled, what they would hand over, and who can take it. */
export function standingOf({ employee, people, workload, keys, me }: Facts): Standing {
  const { user_id, state } = employee;
  const row = workload.find((one) => one.user_id === user_id) ?? nothing;
  const { contacts, clients, opportunities, tasks, events } = row;
  return {
    isFormer: state === "former",
    isInvited: state === "invited",
    isLast: people.length === 1,
    isSelf: user_id === me,
    open: { contacts, clients, opportunities, tasks, events },
    keys: keys.map(({ id, name }) => ({ id, name })),
    others: people.filter(({ id }) => id !== user_id),
  };
}
