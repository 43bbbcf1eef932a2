import createClient from "openapi-fetch";
import type { components, paths } from "./relevo.ts";

type Failure = components["schemas"]["Failure"];

export async function use({ url: baseUrl, key, token }: Record<"url" | "key" | "token", string>) {
  const shop = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const office = createClient<paths>({
    baseUrl,
    headers: { "Cf-Access-Jwt-Assertion": token },
  });

  const sent = await shop.POST("/api/notify", {
    body: { userId: "maria", title: "Open?", body: "Until when?", allowReply: true },
  });
  if (!sent.data) throw new Error(sent.error.code);
  const id: string = sent.data.data.notificationId;

  const filed = await office.POST("/api/admin/clients", {
    body: { name: "Muebles Ruiz", kind: "company", tags: ["oak"] },
  });
  if (!filed.data) throw new Error(filed.error.error);
  const client: { id: number; name: string; city: string | null } = filed.data.data;

  const listed = await office.GET("/api/admin/contacts", {
    params: { query: { status: "new", channel: "phone", sort: "name", page: 2, per_page: 2 } },
  });
  if (!listed.data) throw new Error(listed.error.error);
  const names: (string | null)[] = listed.data.data.map(({ name }) => name);
  const total: number | null = listed.data.meta.total;

  const refused = await office.POST("/api/admin/clients", {
    body: { name: "", kind: "company", email: "nowhere" },
  });
  const failure: Failure | undefined = refused.error;
  const fields: string[] = Object.keys(failure?.fields ?? {}).sort();

  return { id, client, names, total, status: refused.response.status, code: failure?.code, fields };
}

/** What does not compile. */
export async function refusedByTypes(client: ReturnType<typeof createClient<paths>>) {
  // @ts-expect-error: it has no title.
  await client.POST("/api/notify", { body: { userId: "maria", body: "Until when?" } });
  // @ts-expect-error: a client is a company or a person.
  await client.POST("/api/admin/clients", { body: { name: "Ruiz", kind: "shop" } });
  // @ts-expect-error: there is no such operation.
  await client.PUT("/api/admin/contacts", {});
  const { data } = await client.GET("/api/admin/contacts", { params: { query: { page: 1 } } });
  // @ts-expect-error: a contact may have no name.
  const name: string | undefined = data?.data[0]?.name;
  return name;
}
