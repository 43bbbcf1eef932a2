/** A customer of the demo, with the rights that its processes have. */
import assert from "node:assert/strict";

/** Writes with a file, and sees that the company can answer. */
export async function playCustomer(url: string, headers: Record<string, string>): Promise<void> {
  const form = new FormData();
  form.append("name", "Rosa Lemaquil");
  form.append("text", "Hola");
  form.append("file", new File(["dos puertas"], "puertas.txt"));
  const init = { method: "POST", body: form, redirect: "manual" } as const;
  const sent = await fetch(`${url}/.gateway/chat/1`, init);
  await sent.body?.cancel();
  assert.equal(sent.status, 303);
  const admin = async (path: string, method = "GET") =>
    (await (await fetch(`${url}/api/admin${path}`, { method, headers })).json()).data;
  const [contact] = await admin("/contacts?q=Lemaquil");
  const [{ files: [file] }] = await admin(`/contacts/${contact.id}/messages`);
  assert.deepEqual([file.name, file.type], ["puertas.txt", "text/plain"]);
  const [{ id }] = await admin("/channels");
  const { steps } = await admin(`/channels/${id}/test`, "POST");
  assert.ok(steps.every(({ ok }: { ok: boolean }) => ok), JSON.stringify(steps));
}
