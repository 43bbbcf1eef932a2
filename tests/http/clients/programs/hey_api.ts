import { createClient, type Failure, listContacts, sendNotification } from "./relevo/index.ts";
import { client } from "./relevo/client.gen.ts";

export async function use({ url: baseUrl, key, token }: Record<"url" | "key" | "token", string>) {
  // Each call asks for what its guard takes.
  const auth = ({ type }: { type: string }) => type === "http" ? key : token;
  client.setConfig({ baseUrl, auth });

  const sent = await sendNotification({
    body: { userId: "maria", title: "Open?", body: "Until when?", allowReply: true },
  });
  if (!sent.data) throw new Error(sent.error.code);
  const id: string = sent.data.data.notificationId;

  const filed = await createClient({
    body: { name: "Muebles Ruiz", kind: "company", tags: ["oak"] },
  });
  if (!filed.data) throw new Error(filed.error.error);
  const record: { id: number; name: string; city: string | null } = filed.data.data;

  const listed = await listContacts({
    query: { status: "new", channel: "phone", sort: "name", page: 2, per_page: 2 },
  });
  if (!listed.data) throw new Error(listed.error.error);
  const names: (string | null)[] = listed.data.data.map(({ name }) => name);
  const total: number | null = listed.data.meta.total;

  const refused = await createClient({
    body: { name: "", kind: "company", email: "nowhere" },
  });
  const failure: Failure | undefined = refused.error;
  const fields: string[] = Object.keys(failure?.fields ?? {}).sort();

  const { status } = refused.response ?? {};
  return { id, client: record, names, total, status, code: failure?.code, fields };
}

/** What does not compile. */
export async function refusedByTypes() {
  // @ts-expect-error: it has no title.
  await sendNotification({ body: { userId: "maria", body: "Until when?" } });
  await sendNotification({
    // @ts-expect-error: there is no such field.
    body: { userId: "maria", title: "Open?", body: "Until when?", colour: "red" },
  });
  // @ts-expect-error: a client is a company or a person.
  await createClient({ body: { name: "Ruiz", kind: "shop" } });
  const { data } = await listContacts({ query: { page: 1 } });
  // @ts-expect-error: a contact may have no name.
  const name: string | undefined = data?.data[0]?.name;
  return name;
}
