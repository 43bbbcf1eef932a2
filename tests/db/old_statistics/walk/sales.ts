/** What one call of each operation leaves out, of quotations and sales. */
import type { Caller } from "./caller.ts";

const line = { name: "Mesa", quantity: 2, unit_price: 490, tax_rate: 21 };

export async function walkSales(
  { call, make, as, page, scene: { things } }: Caller,
): Promise<void> {
  const client = await make("/clients", { name: "Cliente viejo", phone: "+34600987654" });
  const opportunity = await make("/opportunities", { title: "Mesas", client_id: client.id });
  const about = { opportunity_id: opportunity.id, lines: [line] };
  const draft = await make("/quotes", about);
  const { lines } = await call("GET", `/quotes/${draft.id}`);
  await call("PUT", `/quotes/${draft.id}/lines`, {
    lines: [{ ...line, id: lines[0].id, product_id: Number(things.products) }, line],
  });
  await page(`/panel/quotes/${draft.id}`);
  const message = { via: Number(things.channels), body: "{{quote.number}}: {{quote.link}}" };
  await call("POST", `/quotes/${draft.id}/send`, { message });
  await call("POST", `/quotes/${draft.id}/recall`, {});
  await call("PUT", `/quotes/${draft.id}/lines`, { lines: [line] });
  const sent = await call("POST", `/quotes/${draft.id}/send`, { message });
  const { token } = await call("POST", `/quotes/${draft.id}/share`, {}) ?? {};
  if (token) {
    for (const revision of [1, 99]) {
      await as({}, "POST", `/q/${token}/accept`, { name: "Ana", revision });
    }
  }
  if (sent?.delivery) {
    const { contact_id, message_id } = sent.delivery;
    await call("POST", `/contacts/${contact_id}/messages/${message_id}/cancel`);
  }
  const other = await make("/quotes", about);
  await call("POST", `/quotes/${other.id}/send`);
  await call("POST", `/quotes/${other.id}/approve`, {});
  const { sale } = await call("POST", `/quotes/${other.id}/confirm-sale`, {});
  await call("POST", `/quotes/${other.id}/confirm-sale`, {});
  await call("PATCH", `/sales/${sale.id}`, { promised_date: "2027-03-31" });
  await call("PATCH", `/sales/${sale.id}`, { promised_date: null });
}
