import type { Language } from "@/lib/words/language.ts";

/** A call of the panel's API from the browser. */
interface ApiCall {
  method?: "GET" | "POST";
  companyId: number;
  language: Language;
  /** Query parameters besides the company. */
  query?: Record<string, string | number>;
  json?: unknown;
}

/** What came of it; `refused` is the API's own no, with its words. */
type Outcome<T> =
  | { ok: true; data: T; meta?: { total: number } }
  | { ok: false; why: "network" | "session" | "odd" }
  | { ok: false; why: "refused"; error: string; fields: Record<string, string> };

const patienceMs = 15_000;

/** Calls `/api/admin/<path>` for the company; never throws. */
export async function callApi<T>(path: string, call: ApiCall): Promise<Outcome<T>> {
  const { method = "GET", companyId, language, query = {}, json } = call;
  const params = new URLSearchParams({ company_id: String(companyId) });
  for (const [name, value] of Object.entries(query)) params.set(name, String(value));
  try {
    const response = await fetch(`/api/admin/${path}?${params}`, {
      method,
      headers: {
        "Accept-Language": language,
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: json === undefined ? undefined : JSON.stringify(json),
      // A gateway whose session is over sends the browser to its sign-in page.
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    return await read<T>(response);
  } catch {
    return { ok: false, why: "network" };
  }
}

async function read<T>(response: Response): Promise<Outcome<T>> {
  if (response.type === "opaqueredirect" || response.status === 401) {
    return { ok: false, why: "session" };
  }
  const body = await response.json().catch(() => null);
  if (response.ok && body?.success === true) return { ok: true, data: body.data, meta: body.meta };
  if (typeof body?.error !== "string") return { ok: false, why: "odd" };
  return { ok: false, why: "refused", error: body.error, fields: body.fields ?? {} };
}
