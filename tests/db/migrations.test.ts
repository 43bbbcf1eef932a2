import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { unmergeContact } from "@/lib/crm/contacts/unmerge_contacts.ts";
import { type BareTrx, type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrateTo, migrations } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { testDatabases } from "../support/test_server.ts";
import { rowsOf, testOnEachDatabase } from "./each.ts";

/** SHA-256 of each landed migration: a landed one never changes, a new one adds a line. */
const frozen: Record<string, string> = {
  "0001_tenancy": "3d2124732f1b59834e6d76e2d2bb6261391603126d8d542bd06ea2e04c4641c9",
  "0002_notifications": "5953ea1e9823f0940496699f9a74d83b6f51d819a4b9f8517f6096e935e5ba15",
  "0003_contacts": "b0f6b64537a8b9df0f98a543768c5534b8bcaedbf498fe5f56c27e92ac316e34",
  "0004_sales": "d3e413c398a6a889d0fb43b8b01faa16b9c15ae60fcf12f8a823994515171544",
  "0005_work": "8537417b40200ac49b5ced3b066efbd94d7c24ba77eab5d5f2c2d41836ffd82e",
  "0006_search": "f4dcac1b12efca40009b6646d3bfd935ca48755f543ee5bf85d1c850105de52d",
  "0007_speed": "f0a39f9b923f867fb5ab6fbde228abc0cd649c20737ac2a3c2fe52dae1642089",
  "0008_members": "1cecde4a941af4f7be570a480aa9900f50a6148ff7cf1347522d8ac6edc1854e",
  "0009_terms": "d58561785e12fb5fe8df0e6e8912f20757b0d9f1f91901d837f2466c0f91606b",
  "0010_as_sent": "a55f08d51621fbd0226e9b693aa361263de19a5c5b99c77bfcd416532aa8e723",
  "0011_search_states": "146a7dbd54524a8786ac1a3cafdd3adf0643bcdaa7cbe028b3ecb0332f37a0ee",
  "0012_sharing": "08ab3a5610419a7cdbda65657056c56fb57f62e29d34608adc81ffb2d7f3b139",
  "0013_merges": "0d2c14c253efad74f86ab247e90a77ea8eab0bcf71bf2f00a9abadce75c00909",
  "0014_lists": "be24c9f7b3fc58d3b1d933360a5bf1e164e686eea623d041eaf20af52030ffc0",
  "0015_timelines": "ac989aa4e20f696b566b8672141c0c9e4a209c98931baf5e5abd0fdeb20ddb6a",
  "0016_theme": "de5bc5fcf3e09ae96bf7b1382e3a31e45fba708aa50fd14270174ed227a5c680",
  "0017_bulk_and_views": "b689196381829aafd718115f12bcddbd47b0fb53b22f8b664a03b0650a56f433",
  "0018_memberships": "2309213e5edab97fd87f6111012e1e420cc8bb740c13c307165c822b123c2f5d",
  "0019_trends": "d2ff45cc9b352672f9d6da15f4a41d1eb7ab02a3f9a4a75900aca9645796ad2f",
  "0020_notification_lists": "87b317972f14f3b8465bb2cf61cb8a33cd8381dc4a0ad96da1308fdcb5fbe046",
  "0021_catalog": "fc75078efd87f7d5913fef48cf3540bec3de1037517f90eb992081a60a1e03ce",
  "0022_feed": "0745c87ad2c5465f6286e21e14c28a05e081454c32782af4b934a3aca7fb5e79",
  "0023_trash": "71b427f631cffb8313c6734f21b8e842b95514d6a8f76746f6e9c2a580083a4e",
  "0024_unread": "0e5554e8b8bfb73ab266cb445fddba7a6d39759087e2ee97ee83aaef0cb87f95",
  "0025_push": "69e60a39cada5d789ead10e794ec50248a3bc7850ef854a3902cce2ba75d4d72",
  "0026_due_by_company": "5fb8845d7faa622505997fc4d163aac5f56437d44baea08454587e9a134fb7ec",
  "0027_bounds": "f78e24f6bc942b2bbe733c93ff5bcc0aa937d7e885ce79a0f535f38fb141b2cb",
  "0028_privacy": "4d43c0631396eb1cd84dba54b0a822374f674978e86f1598f861d92e00a4ff6c",
  "0029_identities": "fef1ab66c24a4d91c6833d540318cbb62d844b87154408026c9e2e033744ec1d",
  "0030_send_checks": "0cebd2d8da0d6ab061182fb3a3be9437bb91ad354b3a81ceb8d4d1e395c1cc61",
  "0031_sent_by_key": "1628b363aeebd5446318563a3d241281b63cfc6f62c6bea417966678fcdb4545",
  "0032_company_floor": "2c82a049a56001c97d8f2a5510a090b17b1cb9f0e53cb431effacfb2aa348579",
  "0033_invitations": "e625ba52c0f5641418090374defa4196e2a223ea1aa8bbf1e5ac7f02a1455946",
  "0034_held": "d49e526f2c0a752bac18ef37dc0096af2d561558c5e82c8393693cfd2c8fdda4",
  "0035_payment_method": "bc726b73d3ae25259b60bd02e688cdfc17d13fb1c3d76861c37bc168c6482577",
  "0036_barcode": "ea8bc9e312b40d7fd61bfa32824025d71c872b33ea8db0e6f762beb4fbe59236",
  "0037_touches": "c95e91e22bdc6265f3d2043628e57e87b89fe7137c6015c1c4eeca127decdd32",
  "0038_event_series": "c41024f38dcb4b239d943c4281aa36ff933cbc0d9405252024aa67bff9d184b2",
  "0039_waiting": "77c93510b57f6cb828c8ecf7e5874ca212a2366975970d5a48720ec1ebed1767",
  "0040_questions": "b0999fc7c6587c1705be8f1fd4494b3112bdaf1638497591ec2449eaef4e8478",
  "0041_undoable_imports": "7cad5ec3b1c4a7084ab8a7cf0bba2051823580b1538ebb682a6624a32547e8ca",
  "0042_entry_links": "7a0d989758b2b843e963f345c8c00e5b8aea2f77f46ff73f1d49054afdda7785",
  "0043_channels": "49eb2afd2fac4729dbc018d218b4028966433b956131f11e47bc741b7ac39137",
  "0044_files": "89937feec89e6edb528559bbeadd3d856c0a02d352f65ee363992eb75f1b39a5",
  "0045_outbox": "8fa79f30722f51cffb80379bc065119add921c3a1ca67a588b17d6ee5dac39f4",
  "0046_event_words": "432fb51397d605c73ef08bf16d1151d786a4b9c24eade4417ffc7ca25b12a936",
  "0047_email": "e3f17d5c4abbf691ac374fb09a3f35d2c04fcbbd204209494fd0b097de70a685",
  "0048_quote_messages": "2892a86b66a30796a17a20ae9c39a4e264b9b806812e651049b7d02c7173f448",
  "0049_refused_addresses": "f622bc2fdf65bd59a878c74c024ad90f1b3df44b0596111f3122c43c6331f983",
  "0050_due_times": "847fe3c6f4a05359aa5c1b355c5cd3e9595ff86ac06a758278be5c1b256fcda8",
  "0051_approvals": "ce8e9e568f715ba76298796831eefc6d5938b0c122a8b72e1a19e20ca3f2e2a2",
  "0052_phone_conversations": "e028083d72399152a4b47faed65e92a644e1422de00766b8ac5191eb095d83a8",
  "0053_opening_hours": "9a17bd3c853c49eb9118335a6fe98a27126d8e304eb416f6d6461883a6654baa",
  "0054_erased_mail": "9001602cc54f3416b772643c86ef9d51af17aa2d31a06978d099f9e877523579",
  "0055_fallback_strangers": "14bac2daf40581d6aac5b1d023b0d4f3999a9ed7590829429edf6de508a1fe14",
  "0056_reading_lanes": "e3d2967ff0b79f55830721c082ca0587ed3a20fe5acbd23d4b703f2a5b5303e3",
  "0057_recipients": "3ed9853732845e93dfd7ba11df4cd415132f55b4be93b452c7eafc8ad12a7dc0",
  "0058_mail_senders": "9f1ac463349d0fc9faa32ffa8c485f97356024ae8259d29771d661947c85f653",
  "0059_processes": "b5fcbd75de8b1e11ffdb9aae3cf10b0f4d6b602d537036d50c4664681b56a32c",
  "0060_invited_events": "f1ab40442a205a56daeea8938b3ff7099cc22a35510faae0871863655db8bf62",
  "0061_encoded_addresses": "a5879962f3bb4de4b0e2725eb9f351d01f1d7eb08da912f87fc157facacb97db",
  "0062_import_columns": "13499bc30c937501cbfe3d1997f04e64c821eb79f607025d72a19dde729ce414",
  "0063_merged_values": "cfb3ec2a919b7d6a9c78c87ed1af288e47a4663e2df11387171be24466b271af",
  "0064_names_words_and_money": "496b0139715c159254ab98405728ead70af1cc62fd8ead403435befc071c4677",
  "0065_idempotency_per_key": "836a059631889c8e43d274d7e585baff188d9c7dfe9edbe9d4be2967d2c3caad",
  "0066_unanswered": "392e8212dcc04e586598d5108cb2487f9f605b911727ef568e864cd60326eeb3",
  "0067_sku_folding": "1eb71bf0be3cdb28656c4c210d64d93d6b9440bd334f983357d9287c0e039544",
  "0068_import_remarks": "72709f3eb1f7b7c895c4455ebeeabb4c9f3dba076c5c3f30de392ae49efe7c6d",
  "0069_unnoted_moves": "25164a1e165006683b35ec05064c31be304ddfee5e77e0cebf5bf89f2a171178",
  "0070_meta_apps": "0ceb32ac017f6677fa07c4ba8e40816158c28d25d9a570bac24bb478433b9132",
  "0071_meta_conversations": "17dd25693fa2511df3233c663ad7f8f86ced67f71becf840ad3cc379ce507099",
  "0072_foreign_key_indexes": "b4d4e771850bb426baa26e30c6dfc0b00fd01ea3fdd992113413130f6e66f5f3",
  "0073_waiting_invitations": "e8c9b70f56d5429b00a4e9e2597f2d012a536583bdf7011407347d600b90b3a8",
  "0074_figures": "6d8d5161dd71599afc657f2224765bbb452c73da62b44314a53368e79bc38ada",
  "0075_nightly_work": "6689a3d59bd578cbc64ec25f6568b65277c1674767008a51addc90c9c04f023d",
  "0076_old_statistics": "bd39704e3253c67a9bc18c48c0a3dadb93409e440eb9243ea4dcd33fa701ac20",
  "0077_word_bytes": "5f43aec96e17af7ba890794e6f0737c68fa28abd203a1112ef1c926991d1470b",
  "0078_more_figures": "648851e0dcc5ddea1283c44d5a8f98238decb3699b4e15d861dadcc0717801fa",
  "0079_words_of_many": "834569d8ca52a7ba289263ba3fe364cafe9b95b46de35f7771c2842a58e6354e",
  "0080_validated_activities": "dab019c87d373114e5d57807d7a4463be4fbd717cce5a9df0dc23722ba1d9ed4",
  "0081_key_indexes": "cc94128159b7a4a22dfdcf71d96a3c5aa7f60100a226922e197e091ec33d328f",
  "0082_kept_counts": "d215d59a61e3ed4d0e48dfd2501ad8af6b3c700259f8cfc3d9c39a381e54f146",
  "0083_held_installations": "c810dff6564be66abed98b868b4c01269371e614ecfa8ad297014e94b03c1c71",
  "0084_versions": "6133f151ab6f9ba01fa2ef4ad41c71d00f208fff4edd87096747d03e7f4e4ce9",
  "0085_instances": "6522500a29bddfad64efb2e504187751fbf1974f0e59adb71f64b8bb88399853",
  "0086_alerts": "0f66eb95e3247eead90c7c505d8d621e3c69d1fce1233bd3eb1f5dd77c68e720",
  "0087_failed_indexes": "9238d45e3ab66f391c8a4d4537cd92165ee3b648593df82b83d38611339163da",
  "0088_old_statistics": "c8084ccf730c365504f87d292e2d023095cc1d115aa8d9e778f3f7457cc9b894",
  "0089_more_keys": "30455c3878b0c5cdda59768b974b0edfee1fca5aaed5a9e83f3ad7af7c9d2817",
  "0090_given_up_pushes": "4643367eeefab6d3f8d6ff098f0203f4bafdc4a667a284d288e1a5c349aa0ad7",
  "0091_shared_work": "e5fc612ae8d3aa94018ff14b2f18e0d2a2c7fe0f25f2ddea32881dd9f7cf9fff",
  "0092_newest_message": "ec38bb189328e59ed02909a5c57f10ac6a18e94cd339624a68af339d7b623eea",
  "0093_morning_times": "0eeb174dfad97e1de154c76187afd70f38c1872f6eea28a633b7f521691ca929",
  "0094_company_keys": "54a31d96b86373926db7ebe09009e3816dcc35c657491fe0ae0f78c233ebdf51",
  "0095_row_keys": "70d627ec4fe41078331df234b69196c0234730d19ebe49d1becf47b0f5d4f5f1",
  "0096_credentials": "45b3c676dd76a54f5455c83a92d8bb8b383b6d9e17b05f3e8c1cf8b29cfd0acb",
  "0097_event_reminders": "48f1d8ae888ab6841b4b8aa3df261273c2a466c55734600de4e156a5ef9ff9f8",
  "0098_growth": "ebdd0e4c30df99d2ba1a9f88e54bf12fd1175d276407236fd41b83e0f15c518d",
  "0099_idempotency_keys": "01319a0016b653e4e2cb313e955f17ee55ca228a9014e0288ef08c5f495e5bb6",
};

Deno.test("landed migrations are frozen, numbered, and import nothing of ours", async () => {
  const folder = new URL("../../migrations/", import.meta.url);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name.replace(/\.ts$/, "")).sort();
  assert.deepEqual(Object.keys(migrations), names);
  for (const [at, name] of names.entries()) {
    assert.ok(name.startsWith(String(at + 1).padStart(4, "0") + "_"), name);
    const source = await Deno.readTextFile(new URL(`${name}.ts`, folder));
    assert.equal(createHash("sha256").update(source).digest("hex"), frozen[name], name);
    const imports = [...source.matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
    assert.deepEqual(imports.filter((from) => from !== "kysely"), []);
  }
});

testOnEachDatabase("companies 1 and 2 exist with the factory stages", async (database) => {
  const companies = await rowsOf(database, "select id, slug from companies order by id");
  assert.deepEqual(companies, [{ id: 1, slug: "primary" }, { id: 2, slug: "design" }]);
  const [next] = await rowsOf<{ id: number }>(
    database,
    "insert into companies (name, slug) values ('Next', 'next') returning id",
  );
  assert.equal(next!.id, 3);
});

Deno.test({
  name: "any number of instances may migrate at once",
  ignore: await testDatabases() === null,
  async fn() {
    const url = await (await testDatabases())!.createDatabase();
    const log = createLog("error");
    const instances = await Promise.all(
      Array.from({ length: 5 }, () => openDatabase({ url, log, poolSize: 2 })),
    );
    try {
      const applied = await Promise.all(instances.map(({ db }) => migrate(db)));
      assert.equal(applied.flat().length, Object.keys(migrations).length);
    } finally {
      await Promise.all(instances.map((instance) => instance.close()));
    }
  },
});

Deno.test({
  name: "databases of one cluster may be migrated at once",
  ignore: await testDatabases() === null,
  async fn() {
    const server = (await testDatabases())!;
    const log = createLog("error");
    await Promise.all(Array.from({ length: 4 }, async () => {
      const database = await openDatabase({ url: await server.createDatabase(), log, poolSize: 2 });
      try {
        assert.equal((await migrate(database.db)).length, Object.keys(migrations).length);
      } finally {
        await database.close();
      }
    }));
  },
});

Deno.test("what was there before has its words after migration 0013, and keeps its rights", async () => {
  const dir = await Deno.makeTempDir({ prefix: "relevo-upgrade-" });
  const server = await testDatabases();
  const places = [{ dir }, ...server ? [{ url: await server.createDatabase() }] : []];
  for (const place of places) {
    const database = await openDatabase({ ...place, log: createLog("error"), poolSize: 2 });
    try {
      await migrateTo(database.db, "0007_speed");
      await sql`insert into users (email) values ('ana@shop.example')`.execute(database.db);
      await sql`insert into user_companies (company_id, user_id) values (1, 1)`
        .execute(database.db);
      await asTenant(database, async (trx) => {
        await sql`insert into devices (id, company_id, user_id, member_id, name, digest) values
          (gen_random_uuid(), 1, 'ana@shop.example', 1, 'own', sha256('y')),
          (gen_random_uuid(), 1, 'maria', null, 'other', sha256('z'))`.execute(trx);
        await sql`insert into clients (company_id, name, phone) values (1, 'Tordo', '912 345 678')`
          .execute(trx);
        await sql`insert into contacts (company_id, name, is_spam) values (1, 'Garza', true)`
          .execute(trx);
        await sql`insert into api_keys (company_id, name, hint, digest)
          values (1, 'shop', 'rlv_abcd', sha256('x'))`.execute(trx);
        await sql`insert into opportunities (company_id, title, client_id, stage_id, deleted_at)
          select 1, 'Rótulo', (select max(id) from clients), min(id), now() from pipeline_stages`
          .execute(trx);
      });
      await migrate(database.db);
      const stored = await inCompany(database.db, 1, (trx) =>
        sql<{ entry: string }>`
          select concat_ws(' ', company_id, kind::text, state::text, word) as entry from search_words
          where length(word) > 4`.execute(trx));
      const keys = await inCompany(
        database.db,
        1,
        (trx) => trx.selectFrom("api_keys").select(["name", "scope", "expires_at"]).execute(),
      );
      assert.deepEqual(keys, [{ name: "shop", scope: "all", expires_at: null }]);
      const phones = await inCompany(
        database.db,
        1,
        (trx) =>
          trx.selectFrom("devices").select(["user_id", "paired_by"]).orderBy("user_id").execute(),
      );
      assert.deepEqual(phones, [
        { user_id: "ana@shop.example", paired_by: 1 },
        { user_id: "maria", paired_by: null },
      ]);
      assert.deepEqual(stored.rows.map(({ entry }) => entry).sort(), [
        "1 C S garza",
        ...["12345678", "2345678", "345678", "45678", "912345678", "tordo"].map((word) =>
          `1 L L ${word}`
        ),
        "1 O T rotulo",
        "1 O T tordo",
      ]);
    } finally {
      await database.close();
    }
  }
  await Deno.remove(dir, { recursive: true });
});

Deno.test("merged records keep their addresses through migration 0029, and can be separated", async () => {
  const dir = await Deno.makeTempDir({ prefix: "relevo-upgrade-" });
  const database = await openDatabase({ dir, log: createLog("error"), poolSize: 2 });
  try {
    await migrateTo(database.db, "0028_privacy");
    // 1 went into 2, and 2 into 3.
    const [a, b, c] = await asTenant(database, async (trx) => {
      const { rows } = await sql<{ id: number }>`
        insert into contacts (company_id, channel, name, email, email_norm, phone_e164, deleted_at)
        values (1, 'web', 'A', 'A@x.es', 'a@x.es', null, now()),
          (1, 'phone', 'B', null, null, '+34600000002', now()),
          (1, 'web', 'C', null, null, null, null)
        returning id`.execute(trx);
      const ids = rows.map(({ id }) => id);
      for (const [at, from] of ids.slice(0, 2).entries()) {
        await sql`update contacts set merged_into_id = ${ids[at + 1]} where id = ${from}`
          .execute(trx);
        await sql`insert into merges (company_id, contact_id, moved)
          values (1, ${from}, '{"notes.contact_id": [7]}')`.execute(trx);
      }
      return ids;
    });
    await migrate(database.db);
    const stored = await inCompany(database.db, 1, async (trx) => ({
      known: await trx.selectFrom("identities")
        .select(["id", "contact_id", "kind", "value", "source"]).orderBy("id").execute(),
      merges: await trx.selectFrom("merges").select(["contact_id", "moved"]).orderBy("id")
        .execute(),
      words: await trx.selectFrom("search_words").select("word")
        .where("record_id", "=", c!).where("word", "in", ["a@x.es", "600000002", "x"]).execute(),
    }));
    const [email, phone] = stored.known.map(({ id }) => id);
    assert.deepEqual(stored.known.map(({ id: _, ...one }) => one), [
      { contact_id: c, kind: "email", value: "a@x.es", source: "merge" },
      { contact_id: c, kind: "phone", value: "+34600000002", source: "merge" },
    ]);
    const notes = { "notes.contact_id": [7] };
    assert.deepEqual(stored.merges, [
      { contact_id: a, moved: { ...notes, "identities.contact_id": [email] } },
      { contact_id: b, moved: { ...notes, "identities.contact_id": [email, phone] } },
    ]);
    assert.equal(stored.words.length, 2, "found by them too");
    const actor = { companyId: 1, userId: null };
    const separate = (id: number) =>
      inCompany(database.db, 1, (trx) => unmergeContact(trx, actor, id), () => {});
    await separate(b!);
    await separate(a!);
    const own = await inCompany(
      database.db,
      1,
      (trx) =>
        trx.selectFrom("identities").select(["contact_id", "source"]).orderBy("id").execute(),
    );
    assert.deepEqual(own, [
      { contact_id: a, source: "record" },
      { contact_id: b, source: "record" },
    ]);
  } finally {
    await database.close();
    await Deno.remove(dir, { recursive: true });
  }
});

/** As company 1's tenant, in a schema that the app's own way of entering may not know yet. */
function asTenant<T>({ db }: Database, work: (trx: BareTrx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'relevo_tenant', true),
      set_config('app.company_id', '1', true)`.execute(trx);
    return await work(trx);
  });
}
