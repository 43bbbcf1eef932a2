/** What one call of each operation leaves out, of people, phones and programs. */
import { boundCall, gatewaySecret, linkFor } from "../../../access/entry_scene.ts";
import { apiOf } from "../../../crm/scene.ts";
import { pairPhone } from "../../../isolation/things.ts";
import { people } from "../../../support/world.ts";
import type { Caller, Data } from "./caller.ts";

export async function walkCompany({ call, make, as, page, scene }: Caller): Promise<void> {
  const { world, things, side } = scene;
  const company = `/companies/${side.companyId}`;
  await call("PATCH", company, { timezone: "Europe/Lisbon", logo: null });
  await call("PATCH", company, { logo: `/logo/${things.logo}` });
  await call("PATCH", company, { approval: { amount_above: 1000.5 } });
  await as({}, "GET", `/logo/${things.logo}`);
  const other = { name: "Otra más", slug: "otra-mas" };
  const { body } = await apiOf(world, people.luis)("POST", "/companies", other);
  await as({ member: people.luis }, "GET", `/panel?company_id=${body.data.id}`);
  const morning = { morning_at: "08:00", tell_unassigned: [Number(things.channels)] };
  await call("PATCH", "/me", { name: "Ana", ...morning });
  const email = "nuevo@empleo.example";
  const { user_id } = await make("/employees", { email, name: "Nuevo", role: "ventas" });
  const token = await linkFor(world, user_id, { by: side.member });
  const gateway = { key: gatewaySecret };
  await as(gateway, "POST", "/api/gateway/may-enter", { email, company_id: 1 });
  await as(gateway, "POST", "/api/gateway/may-enter", { email });
  await as(gateway, "POST", "/api/gateway/redeem", { token, use: false });
  await as(gateway, "POST", "/api/gateway/redeem", { token, use: true });
  const bound = await boundCall(world, email, side.companyId);
  await bound("PATCH", "/api/admin/me", {
    json: { name: "Nueva", notify: { contact_new: false } },
  });
  await bound("GET", "/panel");
  await apiOf(world, email, side.companyId)("POST", "/keys", { name: "shop", scope: "send" });
  await page(`/panel/employees/${user_id}`);
  await call("DELETE", `/employees/${user_id}?keys=revoke`);
  await page(`/panel/employees/${user_id}`);
}

export async function walkForm({ as, scene: { side } }: Caller): Promise<void> {
  const form = { site: "primary", message: "Hola", consent: true, consent_text_version: side.word };
  for (const [at, name] of ["Uno", "Dos", "Tres", "Dos"].entries()) {
    const json = {
      ...form,
      name,
      email: `${name.toLowerCase()}@formulario.example`,
      subject: `${at}`,
    };
    await as({}, "POST", "/api/contact", json);
  }
}

export async function walkPrograms({ as, call, scene }: Caller): Promise<void> {
  const { world, side } = scene;
  const { key } = side;
  const notify = (json: object): Promise<Data> =>
    as({ key }, "POST", "/api/notify", {
      title: "Pedido",
      body: "Listo",
      userId: "maria",
      ...json,
    });
  for (const body of ["Listo", "Listo", "Otro"]) await notify({ idempotencyKey: "una vez", body });
  const many = await notify({
    userIds: ["maria", "eva"],
    userId: undefined,
    answers: "first",
    ...yes,
  });
  const [maria, eva] = [
    await pairPhone(world, side, "maria"),
    await pairPhone(world, side, "eva"),
  ];
  const answer = (device: string, id: string) =>
    as({ device }, "POST", `/api/phone/notifications/${id}/response`, { actionId: "yes" });
  for (const { token } of [maria, maria, eva]) await answer(token, many.notificationId);
  const old = await notify({ tag: "una", ...yes });
  await notify({ tag: "una", ...yes });
  await answer(maria.token, old.notificationId);
  const cancelled = await notify(yes);
  await as({ key }, "DELETE", `/api/notifications/${cancelled.notificationId}`);
  await answer(maria.token, cancelled.notificationId);
  const until = new Date(Date.now() + 3_600_000);
  const snooze = (id: string) =>
    as({ device: maria.token }, "POST", `/api/phone/notifications/${id}/snooze`, { until });
  for (const { notificationId } of [many, cancelled]) await snooze(notificationId);
  const { notificationId: read } = await notify({});
  const marks = { delivered: [read], read: [read], dismissed: [], readThrough: read };
  await as({ device: maria.token }, "POST", "/api/phone/notifications/marks", marks);
  await as({ key }, "GET", `/api/notifications/${read}`);
  await call("GET", `/notifications/${read}/recipients?page=3`);
  await as({ key }, "GET", `/api/responses?userId=maria`);
}

const yes = { actions: [{ id: "yes", label: "Sí" }] };

/** Conversations of a member's phone. */
export async function walkPhone({ as, scene: { own, things } }: Caller): Promise<void> {
  const device = own.token;
  const at = `/api/phone/conversations/${things.conversations}`;
  const reply = { text: "Mañana", key: "una respuesta", after: 2_000_000_000 };
  for (const text of ["Mañana", "Mañana", "Otro día"]) {
    await as({ device }, "POST", `${at}/messages`, { ...reply, text });
  }
  const file = await as({ device, body: "Dos puertas." }, "POST", "/api/phone/files?name=una.txt");
  await as({ device }, "POST", `${at}/notes`, { text: "", key: "una nota", files: [file.id] });
  await as({ device }, "POST", `${at}/later`, { at: new Date(Date.now() + 3_600_000) });
  await as({ device }, "GET", `${at}?before=2000000000`);
  await as({ device }, "GET", "/api/phone/conversations?q=Apellido7");
  await as({ device }, "GET", "/api/phone/conversations?waiting=true");
}
