/** What channels' secrets are sealed with. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rotateSecrets, signingField } from "@/lib/channels/accounts/secrets.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { FileLinks } from "@/lib/files/links.ts";
import { SecretCipher, SecretLost } from "@/lib/secrets/secret_cipher.ts";
import { loadSecretCipher, parseSecretKeys } from "@/lib/secrets/secret_keys.ts";
import { apiOf, expectFailure } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";
import { connect } from "./scene.ts";

const key = () => new Uint8Array(randomBytes(32));
const place = { companyId: 1, accountId: 2, field: "signing" };

Deno.test("a secret opens in its own place alone, with the key that sealed it", () => {
  const [old, fresh] = [key(), key()];
  const sealed = new SecretCipher([old]).seal("whsec_ñ", place);
  const both = new SecretCipher([fresh, old]);
  assert.equal(both.open(sealed, place), "whsec_ñ");
  for (const [name, value] of Object.entries({ companyId: 2, accountId: 3, field: "password" })) {
    assert.throws(() => both.open(sealed, { ...place, [name]: value }), SecretLost);
  }
  const bent = sealed.sealed.slice();
  bent[14]! ^= 1;
  assert.throws(() => both.open({ ...sealed, sealed: bent }, place), SecretLost);
  assert.throws(() => new SecretCipher([fresh]).open(sealed, place), SecretLost);
  assert.notEqual(both.seal("x", place).keyName, sealed.keyName);
});

Deno.test("keys are 32 bytes in base64, and a wrong one is named", () => {
  const [a, b] = [key(), key()].map((one) => one.toBase64());
  assert.equal(parseSecretKeys(`${a}, ${b}`).length, 2);
  assert.deepEqual(parseSecretKeys(""), []);
  for (const wrong of [`${a},abc`, "not base64!", `${a},${"A".repeat(42)}`]) {
    assert.throws(() => parseSecretKeys(wrong), /^Error: key [12] is not 32 bytes/);
  }
});

Deno.test("a first start makes a key that others cannot read; a server's database needs one", async () => {
  const dataDir = await Deno.makeTempDir();
  try {
    const options = { secretsKeys: [], dataDir };
    const first = await loadSecretCipher({ ...options, databaseUrl: undefined });
    const again = await loadSecretCipher({ ...options, databaseUrl: undefined });
    assert.equal(again!.open(first!.seal("x", place), place), "x");
    const { mode } = await Deno.stat(`${dataDir}/secrets.key`);
    assert.equal(mode! & 0o777, 0o600);
    assert.equal(await loadSecretCipher({ ...options, databaseUrl: "postgres://x/y" }), null);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("an address of a file is good for an hour, for that file", () => {
  const links = new FileLinks(new SecretCipher([key()]), "https://relevo.example");
  const id = crypto.randomUUID();
  const url = links.urlOf({ companyId: 1, id }, 0);
  const token = url.split("/").at(-1)!;
  assert.deepEqual(links.read(token, 3_599_000), { companyId: 1, id });
  assert.equal(links.read(token, 3_601_000), undefined);
  assert.equal(links.read(token.replace(/^1\./, "2."), 0), undefined);
  assert.equal(new FileLinks(new SecretCipher([key()]), "").read(token, 0), undefined);
});

testOnEach("secrets are sealed again with the first key, and then need no other", async (world) => {
  const [one, two] = [
    await connect(world),
    await connect(world, { member: people.eva, companyId: 2 }),
  ];
  const { db } = world.services.database;
  const fresh = key();
  const read = (companyId: number, accountId: number, cipher: SecretCipher) =>
    inCompany(db, companyId, async (trx) => {
      const row = await trx.selectFrom("channel_secrets").selectAll()
        .where("company_id", "=", companyId).where("account_id", "=", accountId)
        .executeTakeFirstOrThrow();
      const { key_name: keyName, sealed } = row;
      return cipher.open({ keyName, sealed }, { companyId, accountId, field: signingField });
    });
  const before = world.services.secretCipher!;
  assert.equal(await read(1, one.id, before), one.secret);
  const stranger = new SecretCipher([fresh]);
  await assert.rejects(rotateSecrets(db, stranger), SecretLost);
  assert.equal(await read(1, one.id, before), one.secret);
  const dataDir = world.services.config.dataDir;
  const old = parseSecretKeys(await Deno.readTextFile(`${dataDir}/secrets.key`));
  assert.equal(await rotateSecrets(db, new SecretCipher([fresh, ...old])), 2);
  assert.equal(await read(1, one.id, stranger), one.secret);
  assert.equal(await read(2, two.id, stranger), two.secret);
}, { both: true });

testOnEach("without a key for secrets there are no channels", async (world) => {
  world.services.secretCipher = null;
  const account = { kind: "program", name: "Bot" };
  const refused = apiOf(world, people.ana)("POST", "/channels", account);
  await expectFailure(refused, 409, "secrets_missing");
});
