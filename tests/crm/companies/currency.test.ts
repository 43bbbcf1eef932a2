import assert from "node:assert/strict";
import { findPerson } from "@/lib/access/entering.ts";
import { changeCompany } from "@/lib/crm/companies/companies.ts";
import { transact } from "@/lib/db/transaction.ts";
import { apis, draftQuote, expectData, expectFailure, openOpportunity } from "../../sales/scene.ts";
import { someoneWaits } from "../../support/waiting.ts";
import { people, testOnEach } from "../../support/world.ts";

testOnEach("a company keeps its currency once it has quoted", async (world) => {
  const { ana, eva } = apis(world);
  const change = (currency: string) => ana("PATCH", "/companies/1", { currency, phone: "912" });
  assert.equal((await expectData(change("USD"))).currency, "USD");
  await draftQuote(eva); // another company's are no hindrance
  const { id } = await draftQuote(ana);
  const refused = await expectFailure(change("EUR"), 409, "in_use");
  assert.deepEqual(refused.details, { field: "currency", quotes: 1, sales: 0 });
  await expectData(ana("DELETE", `/quotes/${id}`));
  const trashed = await expectFailure(change("EUR"), 409, "in_use");
  assert.deepEqual(trashed.details, { field: "currency", quotes: 1, sales: 0 });
  assert.equal((await expectData(change("USD"))).currency, "USD", "the same one is no change");
});

testOnEach("a quotation made while the currency changes has the new one", async (world) => {
  const { ana } = apis(world);
  const { id } = await openOpportunity(ana);
  const { db } = world.services.database;
  const scene = await transact(db, async (trx) => {
    const signedIn = (await findPerson(trx, people.ana))!;
    await changeCompany(trx, signedIn, 1, { currency: "USD" });
    const quote = draftQuote(ana, { opportunity_id: id });
    await someoneWaits(world);
    return { quote };
  }, world.services.announce);
  assert.equal((await scene.quote).currency, "USD");
});
