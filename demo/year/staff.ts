import { addMember } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Random } from "./random.ts";
import type { Clock } from "./clock.ts";

/** The people of the demo, with their jobs in each company. */

interface Job {
  companyId: number;
  role: string;
  /** Share of the sales, relative to the others. */
  sells?: number;
  /** Gets tasks and appointments. */
  works?: boolean;
  /** Days ago of joining, and of leaving. */
  since: number;
  until?: number;
}

interface SamplePerson {
  email: string;
  name: string;
  jobs: readonly Job[];
  /** Shown on the sign-in page. */
  signsIn?: boolean;
}

export const samplePeople: readonly SamplePerson[] = [
  {
    email: "lucia@relevo.example",
    name: "Lucía Campos",
    signsIn: true,
    jobs: [
      { companyId: 1, role: "dirección", sells: 3, works: true, since: 1500 },
      { companyId: 2, role: "dirección", sells: 3, works: true, since: 900 },
    ],
  },
  {
    email: "marta@talleres.example",
    name: "Marta Vidal",
    signsIn: true,
    jobs: [{ companyId: 1, role: "ventas", sells: 9, works: true, since: 1200 }],
  },
  {
    email: "hugo@estudio.example",
    name: "Hugo Serrano",
    signsIn: true,
    jobs: [{ companyId: 2, role: "diseño", sells: 7, works: true, since: 860 }],
  },
  { email: "nico@relevo.example", name: "Nico Prieto", jobs: [] },
  {
    email: "ivan@talleres.example",
    name: "Iván Robles",
    signsIn: true,
    jobs: [{ companyId: 1, role: "jefe de taller", sells: 4, works: true, since: 1400 }],
  },
  {
    email: "elena@estudio.example",
    name: "Elena Márquez",
    signsIn: true,
    jobs: [{ companyId: 2, role: "interiorismo", sells: 6, works: true, since: 700 }],
  },
  {
    email: "carmen@relevo.example",
    name: "Carmen Soto",
    jobs: [
      { companyId: 1, role: "administración", works: true, since: 1100 },
      { companyId: 2, role: "administración", works: true, since: 850 },
    ],
  },
  {
    email: "pau@talleres.example",
    name: "Pau Ferrer",
    jobs: [{ companyId: 1, role: "montaje", works: true, since: 640 }],
  },
  {
    email: "oscar@estudio.example",
    name: "Óscar Nieto",
    jobs: [{ companyId: 2, role: "visualización 3D", sells: 1, works: true, since: 500 }],
  },
  {
    email: "andrea@talleres.example",
    name: "Andrea Gil",
    jobs: [{ companyId: 1, role: "prácticas", since: 6 }],
  },
  {
    email: "sergio@estudio.example",
    name: "Sergio Lamas",
    jobs: [{ companyId: 2, role: "prácticas", since: 11 }],
  },
  {
    email: "tomas@talleres.example",
    name: "Tomás Arribas",
    jobs: [{ companyId: 1, role: "ventas", sells: 6, works: true, since: 1000, until: 118 }],
  },
  {
    email: "irene@estudio.example",
    name: "Irene Bosch",
    jobs: [{ companyId: 2, role: "diseño", sells: 5, works: true, since: 780, until: 96 }],
  },
];

/** Members left out of the sign-in page: signing in as them shows nothing new. */
export const backstage = new Set(
  samplePeople.filter(({ signsIn }) => !signsIn).map(({ email }) => email),
);

/** A person in one company. */
export interface Employee extends Job {
  userId: number;
  email: string;
  name: string;
}

/** Adds the members, with the dates on which they joined and left; as the connecting role. */
export async function hire(trx: Trx, clock: Clock): Promise<Employee[]> {
  const staff: Employee[] = [];
  for (const { email, name, jobs } of samplePeople) {
    const created_at = clock.ago(Math.max(0, ...jobs.map(({ since }) => since)));
    const { id } = await trx.insertInto("users").values({ email, name, created_at })
      .onConflict((conflict) => conflict.column("email").doUpdateSet({ name, created_at }))
      .returning("id").executeTakeFirstOrThrow();
    for (const job of jobs) {
      await addMember(trx, { companyId: job.companyId, email, role: job.role });
      await trx.updateTable("user_companies")
        .set({
          created_at: clock.ago(job.since),
          first_seen_at: clock.ago(job.since),
          last_seen_at: clock.ago(job.until ?? staff.length % 4 / 3),
          disabled_at: job.until === undefined ? null : clock.ago(job.until),
        })
        .where("company_id", "=", job.companyId).where("user_id", "=", id).execute();
      staff.push({ ...job, userId: id, email, name });
    }
  }
  return staff;
}

/** The employees of that day. */
function present(staff: readonly Employee[], daysAgo: number): Employee[] {
  return staff.filter(({ since, until = -1 }) => since > daysAgo && until < daysAgo);
}

/** A seller who was employed all that time; sometimes null. */
export function sellerFor(
  staff: readonly Employee[],
  random: Random,
  { from, to, nobody }: { from: number; to: number; nobody: number },
): Employee | null {
  if (random.is(nobody)) return null;
  const sellers = present(present(staff, from), to).filter(({ sells }) => sells);
  return random.weighted(sellers.map((one) => [one, one.sells!] as const));
}

/** An employee with tasks and appointments. */
export function workerAt(staff: readonly Employee[], random: Random, daysAgo: number): Employee {
  return random.pick(present(staff, daysAgo).filter(({ works }) => works));
}
