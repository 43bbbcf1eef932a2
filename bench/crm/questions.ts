/** The panel's reads of the CRM: the addresses that are measured, and how long each may take. */
import { searched } from "@/tests/support/filled.ts";

export interface Question {
  /** Below /api/admin. */
  path: string;
  /** p95 in milliseconds at base scale on Postgres. */
  aimMs: number;
}

const aims = { list: 60, board: 120, search: 50, stats: 200, report: 200 };

/** `now` is the end of the three years that the database is filled with. */
export function questions(now: Date): Question[] {
  const year = now.getUTCFullYear() - 1;
  const of = (aim: keyof typeof aims, paths: string[]) =>
    paths.map((path) => ({ path, aimMs: aims[aim] }));
  const day = (shift: number) =>
    new Date(now.getTime() + shift * 86_400_000).toISOString().slice(0, 10);
  const wholeYear = `from=${year}-01-01&to=${year}-12-31`;
  return [
    ...of("list", [
      "contacts",
      "contacts?page=100",
      "contacts?status=new",
      "contacts?assignee_id=me",
      `contacts?created_at_from=${day(-60)}&created_at_to=${day(-30)}`,
      `contacts?q=${searched.rare}`,
      `contacts?q=${searched.broad}`,
      `contacts?q=${searched.prefix}`,
      `contacts?q=${encodeURIComponent(searched.two)}`,
      `contacts?q=${searched.broad}&status=read`,
      "clients",
      "clients?page=50",
      "clients?q=garcia",
      "opportunities",
      "opportunities?page=80",
      "opportunities?status=open&sort=-amount",
      "opportunities?assignee_id=me",
      "opportunities?q=cocina",
      "quotes",
      "quotes?page=80",
      "quotes?status=sent",
      "quotes?assignee_id=me",
      "sales",
      "sales?page=30",
      `sales?sold_at_from=${day(-60)}&sold_at_to=${day(-30)}`,
      "tasks",
      "tasks?page=200",
      "tasks?status=pending,in_progress",
      "tasks?assignee_id=me&status=pending,in_progress",
      "tasks?q=entrega",
      `events?from=${day(-30)}&to=${day(10)}`,
      "products",
      "products?page=40",
      "products?q=mesa",
      "notifications",
      "notifications?page=40",
    ]),
    ...of("board", [
      "opportunities/board",
      "opportunities/board?assignee_id=me",
      "tasks/board",
      "tasks/board?assignee_id=me",
    ]),
    ...of("search", [
      `search?q=${searched.rare}`,
      `search?q=${searched.broad}`,
      `search?q=${encodeURIComponent(searched.two)}`,
      "search?q=m",
      "search?q=mar",
    ]),
    ...of("stats", ["stats"]),
    ...of("report", [`reports?${wholeYear}`]),
  ];
}
