/** A customer of the demo, with the rights that its processes have. */
import assert from "node:assert/strict";
import { until } from "../support/wait.ts";
import { formOf } from "./scene.ts";

/** Writes by chat, mail and WhatsApp, and sees that the company can answer. */
export async function playCustomer(url: string, headers: Record<string, string>): Promise<void> {
  const admin = async (path: string, method = "GET") =>
    (await (await fetch(`${url}/api/admin${path}`, { method, headers })).json()).data;
  const write = async (page: string, fields: Record<string, string>) => {
    const file = new File(["dos puertas"], "puertas.txt");
    const body = formOf({ ...fields, file });
    const sent = await fetch(`${url}/.gateway/${page}/1`, {
      ...{ method: "POST", body, headers: { origin: url }, redirect: "manual" },
    });
    await sent.body?.cancel();
    assert.equal(sent.status, 303);
    const [contact] = await until(async () => {
      const contacts = await admin(`/contacts?q=${encodeURIComponent(fields.name!)}`);
      return contacts.length > 0 && contacts;
    }, { what: `what ${fields.name} wrote` });
    const [message] = await admin(`/contacts/${contact.id}/messages`);
    return message;
  };
  const assertWhole = ({ files }: { files: { name: string; type: string }[] }) =>
    assert.deepEqual(files.map(({ name, type }) => [name, type]), [["puertas.txt", "text/plain"]]);
  assertWhole(await write("chat", { name: "Rosa Lemaquil", text: "Hola" }));
  const person = { name: "Ramón Lecorreo", address: "ramon@correo.example" };
  const letter = await write("mail", { ...person, subject: "Puertas", text: "Hola" });
  assertWhole(letter);
  assert.equal(letter.mail.verified, true);
  const phone = { kind: "whatsapp", act: "write", as: "Nora Lemensaje", name: "Nora Lemensaje" };
  const message = await write("meta", { ...phone, text: "Hola" });
  assert.deepEqual([message.body, message.files[0].name], ["Hola", "puertas.txt"]);
  for (const { id, name } of await admin("/channels")) {
    const { steps } = await admin(`/channels/${id}/test`, "POST");
    assert.ok(steps.every(({ ok }: { ok: boolean }) => ok), `${name}: ${JSON.stringify(steps)}`);
  }
}

/** How many mails the page of company 1 shows. */
export async function mailsShown(url: string): Promise<number> {
  const page = await (await fetch(`${url}/.gateway/mail/1`)).text();
  return page.match(/<article /g)?.length ?? 0;
}
