/** How the page of tasks shows them. */
export type TaskView = "days" | "board" | "list";

/** Shows tasks by day, unless the address asks for another view or filters as only a list can. */
export function taskViewOf(params: URLSearchParams): TaskView {
  const view = params.get("view");
  if (view === "days" || view === "board" || view === "list") return view;
  if (/^\d+$/.test(view ?? "")) return "list"; // a saved view
  const isNarrowed = [...params.keys()].some((name) => !ofDays.includes(name));
  return isNarrowed ? "list" : "days";
}

const ofDays = ["company_id", "view", "assignee_id", "priority", "kind", "q"];

/** The parameters that every view understands. */
export const sharedParams = ["company_id", "q", "assignee_id"];
