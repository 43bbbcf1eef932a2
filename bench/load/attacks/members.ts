/** Attacks by signed-in people: of one company, of many of their own, or of none. */
import { ask, type Attack, jsonPost, member, memberOf, repeat } from "./ask.ts";

const csv = (rows: number) => {
  const row = `Ana García;ana@example.com;600111222;${"De la feria. ".repeat(16)}\n`;
  return "nombre;email;telefono;notas\n" + row.repeat(rows);
};

function importOf(body: string): RequestInit {
  return { method: "POST", headers: { "Content-Type": "text/csv" }, body };
}

export const members: Record<string, Attack> = {
  "a member's broadest lists and exports": (load, until) => {
    const paths = [
      "contacts.csv",
      "contacts?q=correo&per_page=100",
      "opportunities.csv",
      "stats",
      "reports?from=2022-01-01&to=2026-12-31",
      "search?q=ma",
    ];
    return repeat(8, until, (n) => member(load, paths[n % paths.length]!, {}, until));
  },
  "a member's imports of 5 MB": (load, until) => {
    const row = `Ana García;ana@example.com;600111222;${"De la feria. ".repeat(16)}\n`;
    const csv = "nombre;email;telefono;notas\n" + row.repeat(19_000);
    const init = { method: "POST", headers: { "Content-Type": "text/csv" }, body: csv };
    return repeat(4, until, () => member(load, "imports/contacts/preview", init, until));
  },
  "a member's PDFs": (load, until) =>
    repeat(
      8,
      until,
      (n) => member(load, `quotes/${load.quoteIds[n % load.quoteIds.length]}/pdf`, {}, until),
    ),
  "a member's searches and figures": (load, until) => {
    const paths = ["search?q=ma", "stats", "stats/trends", "employees/workload", "search?q=correo"];
    return repeat(8, until, (n) => member(load, paths[n % paths.length]!, {}, until));
  },
  "a member's pages of the panel": (load, until) => {
    const pages = ["", "/contacts", "/opportunities", "/reports", "/events", "/tasks"];
    return repeat(8, until, (n) => member(load, `/panel${pages[n % pages.length]}`, {}, until));
  },
  "a member invited and removed in a loop": (load, until) =>
    repeat(4, until, async (n) => {
      const email = `${n % 4}.${load.guest}`;
      const answer = await member(load, "employees", jsonPost({ email, role: "x" }), until);
      if (!answer) return;
      const { user_id } = JSON.parse(answer).data;
      await member(load, `employees/${user_id}`, { method: "DELETE" }, until);
    }),
  "reads of 5 people in 19 companies of their own each": (load, until) =>
    repeat(38, until, (n) => {
      const paths = ["contacts", "stats", "search?q=ma", "opportunities"];
      const who = load.crowd[n % load.crowd.length]!;
      return memberOf(load, who, paths[n % paths.length]!, {}, until);
    }),
  "imports of 5 people in 19 companies of their own each": (load, until) => {
    const body = csv(4_000);
    return repeat(19, until, (n) => {
      const who = load.crowd[n % load.crowd.length]!;
      return memberOf(load, who, "imports/contacts/commit", importOf(body), until);
    });
  },
  "somebody new on each call": (load, until) =>
    repeat(16, until, (n) => {
      const token = load.newcomers[n % load.newcomers.length]!;
      const headers = { "Cf-Access-Jwt-Assertion": token };
      return ask(`${load.url}/api/admin/companies`, { headers }, until);
    }),
};
