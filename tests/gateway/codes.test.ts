/** Codes by e-mail: who gets one, how often it may be guessed, and what a stranger learns. */
import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { browserLimits } from "@/gateway/auth/limits.ts";
import { header, type Scene, scene } from "./support/scene.ts";

const ana = "ana@shop.example";
/** As long as the other, so that pages are too. */
const nobody = "leo@shop.example";

scene("a member signs in with a code, without a link before", async (at) => {
  const { app, visitor, mailbox } = at;
  await app.addMember(ana, 1);
  const person = visitor();
  const answer = await person.form("/.gateway/code", {
    email: " ANA@shop.example ",
    to: "/panel/x",
  });
  assert.equal(answer.status, 200);
  assert.match(answer.text, /name="code"/);
  const code = await mailbox.code(ana);
  const { text } = mailbox.messages[0]!;
  assert.match(text, new RegExp(`^Subject: ${code} is your Relevo code\r?$`, "m"));
  assert.match(text, /^From: Relevo <relevo@shop\.example>\r?$/m);
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const signed = await person.form("/.gateway/code/check", {
    email: ana,
    code: spaced,
    to: "/panel/x",
  });
  assert.deepEqual([signed.status, signed.headers.get("location")], [303, "/panel/x"]);
  await person.get("/panel");
  const claims = decodeJwt(app.lastRequest()!.headers.get(header)!);
  assert.deepEqual([claims.email_verified, claims.relevo_company], [true, undefined]);
  const again = await visitor().form("/.gateway/code/check", { email: ana, code });
  assert.equal(again.status, 400, "a code is good once");
}, { both: true });

scene("a code in the session of a passkey makes that passkey full", async (at) => {
  const { app, member, mailbox, visitor } = at;
  const person = await member(ana);
  const onPhone = visitor(person.device);
  await onPhone.signIn();
  await person.form("/.gateway/code", { email: ana, to: "/.gateway/account" });
  const code = await mailbox.code(ana);
  const proved = await person.form("/.gateway/code/check", {
    ...{ email: ana, code, to: "/.gateway/account" },
  });
  assert.equal(proved.headers.get("location"), "/.gateway/account?done=proved");
  const signed = await visitor(person.device).signIn();
  assert.equal(signed.status, 200);
  const again = visitor(person.device);
  await again.signIn();
  await again.get("/panel");
  assert.equal(decodeJwt(app.lastRequest()!.headers.get(header)!).email_verified, true);
});

scene("a code for another address proves nothing of this passkey", async (at) => {
  const { app, member, mailbox, visitor } = at;
  const person = await member("eva@shop.example");
  await app.addMember(ana, 1);
  await person.form("/.gateway/code", { email: ana });
  await person.form("/.gateway/code/check", { email: ana, code: await mailbox.code(ana) });
  const eva = visitor(person.device);
  await eva.signIn();
  await eva.get("/panel");
  assert.equal(decodeJwt(app.lastRequest()!.headers.get(header)!).relevo_company, 1);
});

scene("nobody learns by words which address is known", async (at) => {
  const { app, visitor, mailbox, opened } = at;
  await app.addMember(ana, 1);
  const learned = [];
  for (const email of [ana, nobody]) {
    const person = visitor();
    const answer = await person.form("/.gateway/code", { email });
    await opened.gateway.background.idle();
    const wrong = [];
    for (let tries = 0; tries < 5; tries++) {
      wrong.push(await person.form("/.gateway/code/check", { email, code: wrongFor(mailbox) }));
    }
    learned.push(
      [answer, ...wrong].map(({ status, headers, text }) => [
        status,
        // The cookie is random.
        [...headers].filter(([name]) => name !== "date").map(([name, value]) => [
          name,
          value.replace(/(?<=^__Host-relevo_browser=)[\w-]{43}(?=;)/, "…"),
        ]),
        text.replaceAll(email, "them"),
      ]),
    );
  }
  assert.deepEqual(learned[0], learned[1]);
  assert.deepEqual(mailbox.messages.map(({ to }) => to), [ana]);
});

/** A code that no message has. */
function wrongFor({ messages }: Scene["mailbox"]): string {
  return messages.some(({ text }) => text.includes("000000")) ? "111111" : "000000";
}

scene("no answer's time tells which address is known", async (at) => {
  const { app, visitor, opened } = at;
  await app.addMember(ana, 1);
  // While the app is silent, the answers are there all the same.
  const { db } = opened.gateway.database;
  for (const email of [ana, nobody]) {
    await app.stop();
    assert.equal((await visitor().form("/.gateway/code", { email })).status, 200);
    app.start();
  }
  await opened.gateway.background.idle();
  // A guess costs the same work: each address has a code to compare with.
  for (const email of [ana, nobody]) {
    await db.deleteFrom("verification").execute();
    await visitor().form("/.gateway/code", { email });
    await opened.gateway.background.idle();
    const [row, ...more] = await db.selectFrom("verification").select(["identifier", "value"])
      .execute();
    assert.deepEqual(more, [], email);
    assert.match(row!.value, /^[\w-]{43}:0$/, "a digest, and no try yet");
    assert.match(row!.identifier, /^[\w-]{43}$/, "which says neither address nor browser");
  }
});

scene("guessing ends after three tries, and a resend does not go on for ever", async (at) => {
  const { app, visitor, mailbox, opened } = at;
  await app.addMember(ana, 1);
  const person = visitor();
  await person.form("/.gateway/code", { email: ana });
  const code = await mailbox.code(ana);
  for (let tries = 0; tries < 3; tries++) {
    const guess = await person.form("/.gateway/code/check", {
      email: ana,
      code: wrongFor(mailbox),
    });
    assert.equal(guess.status, 400);
  }
  const right = await person.form("/.gateway/code/check", { email: ana, code });
  assert.equal(right.status, 400, "the code is locked");
  assert.equal(person.cookies.has("__Host-relevo"), false);

  const { most } = browserLimits[0]!;
  for (let sent = 1; sent < most; sent++) {
    assert.equal((await person.form("/.gateway/code", { email: ana })).status, 200);
  }
  for (const email of [ana, "Ana@Shop.example"]) {
    const refused = await person.form("/.gateway/code", { email });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) > 3_000);
  }
  await opened.gateway.background.idle();
  assert.equal(mailbox.messages.length, most);
});

scene("what is no address is said to be none", async ({ visitor, mailbox }) => {
  const wrong = ["", "ana", "ana@shop", "a b@shop.example", "ana@shop.example\r\nBcc: x@y.example"];
  for (const email of [...wrong, "K".repeat(250) + "@shop.example", "\u212A@shop.example"]) {
    const { status, text } = await visitor().form("/.gateway/code", { email });
    assert.equal(status, 422, email);
    assert.match(text, /role="alert">Write a whole address/);
  }
  assert.equal(mailbox.messages.length, 0);
});

scene("a mail server that is away is logged, and nobody waits for it", async (at) => {
  const { app, visitor, mailbox, opened, logged } = at;
  await app.addMember(ana, 1);
  await mailbox[Symbol.asyncDispose]();
  assert.equal((await visitor().form("/.gateway/code", { email: ana })).status, 200);
  await opened.gateway.background.idle();
  const line = logged.find((one) => one.includes("background_work_failed"))!;
  assert.match(line, /ECONNREFUSED/);
  assert.doesNotMatch(logged.join("\n"), /ana@shop/);
});

scene("without a mail server there are no codes, and pages offer none", async ({ visitor }) => {
  const page = await visitor().get("/.gateway/login");
  assert.doesNotMatch(page.text, /name="email"/);
  assert.equal((await visitor().form("/.gateway/code", { email: ana })).status, 404);
  const check = await visitor().form("/.gateway/code/check", { email: ana, code: "1" });
  assert.equal(check.status, 404);
}, { mail: false });
