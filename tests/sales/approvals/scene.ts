/** A company that wants the approval of Luis before more than 10 % off leaves. */
import { pairOwn } from "../../crm/notices/phones.ts";
import { apiOf } from "../../crm/scene.ts";
import { people, type World } from "../../support/world.ts";
import { draftQuote, expectData, plainLine } from "../scene.ts";

export const cheap = { ...plainLine, discount_percent: 20 };

/** Calls of Ana, who asks, of Luis, the approver, and of a third member. */
export async function companyWithRules(world: World, rules: Record<string, unknown> = {}) {
  const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
  const { id: anaId } = await expectData(ana("GET", "/me"));
  const { id: luisId } = await expectData(luis("GET", "/me"));
  const { user_id: thirdId } = await expectData(
    ana("POST", "/employees", { email: "marta@tercera.example", name: "Marta Gil", role: "" }),
    201,
  );
  const third = apiOf(world, "marta@tercera.example", 1);
  await expectData(third("GET", "/me"));
  await setRules({ discount_above: 10, approver_id: luisId, ...rules });
  const draft = (values: Record<string, unknown> = {}) =>
    draftQuote(ana, { lines: [cheap], ...values });
  const phone = await pairOwn(world, luis);
  return { ...{ ana, luis, third, anaId, luisId, thirdId }, setRules, draft, phone };

  async function setRules(approval: Record<string, unknown>) {
    return await expectData(ana("PATCH", "/companies/1", { approval }));
  }
}

export type Company = Awaited<ReturnType<typeof companyWithRules>>;

/** State of the quotation and of its approval: `draft asked`. */
export async function stateOf({ ana }: Company, id: number): Promise<string> {
  const { status, approval } = await expectData(ana("GET", `/quotes/${id}`));
  return `${status} ${approval?.state ?? "free"}`;
}
