import { createClient, type Failure, listContacts, sendNotification } from "./relevo.ts";

export async function use({ url, key, token }: Record<"url" | "key" | "token", string>) {
  // The client calls bare paths, which a browser resolves against its page.
  const served = globalThis.fetch;
  globalThis.fetch = (input, init) => served(new URL(String(input), url), init);
  const shop = { headers: { Authorization: `Bearer ${key}` } };
  const office = { headers: { "Cf-Access-Jwt-Assertion": token } };
  try {
    const notification = { userId: "maria", title: "Open?", body: "Until when?", allowReply: true };
    const sent = await sendNotification(notification, shop);
    if (sent.status !== 202) throw new Error(String(sent.status));
    const id: string = sent.data.data.notificationId;

    const filed = await createClient(
      { name: "Muebles Ruiz", kind: "company", tags: ["oak"] },
      undefined,
      office,
    );
    if (filed.status !== 201) throw new Error(String(filed.status));
    const client: { id: number; name: string; city: string | null } = filed.data.data;

    const listed = await listContacts(
      { status: "new", channel: "phone", sort: "name", page: 2, per_page: 2 },
      office,
    );
    if (listed.status !== 200) throw new Error(String(listed.status));
    const names: (string | null)[] = listed.data.data.map(({ name }) => name);
    const total: number | null = listed.data.meta.total;

    const refused = await createClient(
      { name: "", kind: "company", email: "nowhere" },
      undefined,
      office,
    );
    if (refused.status === 201) throw new Error("it was taken");
    const failure: Failure = refused.data;
    const fields: string[] = Object.keys(failure.fields ?? {}).sort();
    return { id, client, names, total, status: refused.status, code: failure.code, fields };
  } finally {
    globalThis.fetch = served;
  }
}

/** What does not compile. */
export async function refusedByTypes() {
  // @ts-expect-error: it has no title.
  await sendNotification({ userId: "maria", body: "Until when?" });
  // @ts-expect-error: a client is a company or a person.
  await createClient({ name: "Ruiz", kind: "shop" });
  const { data } = await listContacts({ page: 1 });
  // @ts-expect-error: it may be a failure, which has no records.
  return data.data[0]?.name;
}
