import assert from "node:assert/strict";
import { startKeyServer } from "../support/gateway.ts";
import { newRandom } from "./support/random.ts";
import { proof } from "./support/proof.ts";
import { Sellers } from "./support/sellers.ts";
import { anyKind, openStage, roundsOn, type Sql, testOn } from "./support/stage.ts";

const email = "ana@taller.example";

/** Half-done states that must not occur, each as a query that finds them. */
const halves = {
  // A post whose answer was lost is sent again, and told again.
  "a contact without its one activity, or a message without its one notice": `
    select * from (
      select c.id, c.created_at, c.is_spam, c.held,
        (select count(*) from activities a where a.contact_id = c.id and a.verb = 'created') as made,
        (select count(*) from contact_messages m
          where m.contact_id = c.id and m.direction = 'in') as messages,
        array(select n.title from notifications n where (n.ref ->> 'contact_id')::int = c.id)
          as notices
      from contacts c) c
    where made <> 1 or messages = 0 or cardinality(notices) <> messages`,
  "two contacts of one person": `
    select email_norm from contacts group by email_norm having count(*) > 1`,
  "a client without the contact it was made of, or the other way round": `
    select c.id from clients c left join contacts k on k.converted_client_id = c.id
      where k.id is null or c.source_contact_id <> k.id
    union all
    select source_contact_id from clients group by source_contact_id having count(*) > 1`,
  "a client without its one opportunity and quotation": `
    select c.id from clients c where
      (select count(*) from opportunities o where o.client_id = c.id) <> 1
      or (select count(*) from quotes q where q.client_id = c.id) <> 1`,
  "a quotation whose totals are not those of its lines": `
    select q.id from quotes q left join quote_lines l on l.quote_id = q.id
      group by q.company_id, q.id having count(l.id) <> 2 or sum(l.line_net) <> q.net_total`,
  "a quotation that was sent without a revision": `
    select q.id from quotes q where q.revision <>
      (select count(*) from quote_revisions r where r.quote_id = q.id)
      or (q.status <> 'draft' and q.revision <> 1)`,
  "a sale without the rest": `
    select q.id from quotes q
      join opportunities o on o.id = q.opportunity_id
      where (q.status = 'sold') <> (o.status = 'won')
      or (select count(*) from sales s where s.quote_id = q.id)
        <> case q.status when 'sold' then 1 else 0 end
      or (select count(*) from tasks t join quote_lines l on l.id = t.quote_line_id
        where l.quote_id = q.id) <> case q.status when 'sold' then 2 else 0 end`,
  "a gap in the numbers": `
    select kind from document_counters k where last <> case kind
      when 'quote' then (select count(*) from quotes) else (select count(*) from sales) end`,
};

testOn(anyKind, "a killed app leaves no sale half made", async (kind) => {
  const kills = roundsOn(kind, 3, 20);
  const random = newRandom();
  const keys = await startKeyServer();
  await using stage = await openStage(kind, {
    users: [],
    env: {
      GATEWAY_JWKS_URL: keys.jwksUrl,
      INITIAL_ADMIN_EMAIL: email,
      CONTACT_LIMIT_PER_ADDRESS: "0",
      CONTACT_LIMIT_PER_DAY: "0",
    },
  });
  let app = await stage.start();
  const token = () => keys.sign({ email, aud: "relevo-tests", sub: email });
  const sellers = await new Sellers({ base: () => app.url, token }).start();
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await sellers.progress(random.between(10, 60));
      app.kill();
      await app.exited;
      app = await stage.start({ port: app.port });
    }
    await sellers.finish();
    app.kill();
    await app.exited;
    await stage.sql((sql) => verify(sql, sellers));
  } catch (error) {
    throw new Error(`with SEED=${random.seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await keys.stop();
  }
  const summary =
    `${sellers.sold.length} sales in ${sellers.steps} steps, ${sellers.broken} broken`;
  proof(`${kills} kills while selling on ${kind}, seed ${random.seed}: ${summary}`);
});

async function verify(sql: Sql, { sold }: Sellers): Promise<void> {
  assert.ok(sold.length > 0, "nothing was sold");
  for (const [what, query] of Object.entries(halves)) {
    assert.deepEqual(await sql(query), [], what);
  }
  const sales = await sql<{ id: number; quote_id: number; email: string; contact_id: number }>(`
    select s.id, s.quote_id, k.email, k.id as contact_id from sales s
    join contacts k on k.converted_client_id = s.client_id order by s.id`);
  const promised = sold.map(({ saleId, quoteId, email, contactId }) => (
    { id: saleId, quote_id: quoteId, email, contact_id: contactId }
  ));
  assert.deepEqual(sales, promised.toSorted((a, b) => a.id - b.id));
}
