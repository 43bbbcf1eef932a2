/** The page of the demo on which one reads and writes mail as a customer, and its mailboxes. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { keepMailAccounts } from "@/demo/mail/accounts.ts";
import { CustomerMail } from "@/demo/mail/customer_mail.ts";
import { openPost } from "@/demo/mail/post.ts";
import { putSamples } from "@/demo/mail/samples.ts";
import { delivered, goNow } from "../channels/scene.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { until } from "../support/wait.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { done, formOf, mailOwners, openFront, ownPage } from "./scene.ts";

/** The demo's gateway before a world, with a mailbox of each company. */
async function openMail(world: World, { isFilled = false } = {}) {
  const folder = await Deno.makeTempDir({ prefix: "relevo-mail-" });
  const dir = join(folder, "mail");
  let post = await openPost(dir, mailOwners);
  const now = new Date();
  if (isFilled) { for (const mailbox of post.mailboxes) await putSamples(mailbox, now); }
  const mails = post.mailboxes.map((mailbox) => new CustomerMail(mailbox));
  const front = await openFront({ appUrl: world.url, mails });
  const day = Temporal.Now.plainDateISO("UTC").subtract({ days: 14 }).toString();
  const connect = () =>
    keepMailAccounts(world.services.database.db, post, {
      cipher: world.services.secretCipher!,
      importSince: isFilled ? day : null,
    });
  const ana = apiOf(world, people.ana);
  const accounts = () => expectData(ana("GET", "/channels"));
  await connect();
  return {
    ana,
    accounts,
    connect,
    post: () => post,
    read: async () => world.services.mailboxes.read(1, (await accounts())[0].id),
    async restart() {
      await post.close();
      post = await openPost(dir, mailOwners);
      await connect();
    },
    ask: (path: string, init: RequestInit = {}) =>
      fetch(`${front.origin}/.gateway/mail/${path}`, {
        redirect: "manual",
        ...init,
        headers: { ...ownPage(front.origin), ...init.headers },
      }),
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      await world.services.mailboxes.stop();
      await post.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const elena = { name: "Elena <b>", address: "Elena@correo.example" };

testOnEach("a customer writes a mail, is answered, and answers", async (world) => {
  await using scene = await openMail(world);
  const { ana, ask, read } = scene;
  assert.match(await (await ask("1")).text(), /There are no mails yet/);
  const [account] = await scene.accounts();
  const { steps } = await expectData(ana("POST", `/channels/${account.id}/test`));
  assert.deepEqual(steps.map(({ ok }: { ok: boolean }) => ok), Array(5).fill(true));
  await read();

  const file = new File(["two doors"], "doors.txt");
  const letter = formOf({ ...elena, subject: "Doors & tables", text: "Two doors", file });
  const sent = await done(ask("1", { method: "POST", body: letter }));
  assert.deepEqual([sent.status, sent.headers.get("location")], [
    303,
    "/.gateway/mail/1?name=Elena+%3Cb%3E&address=elena%40correo.example",
  ]);
  await read();
  const [contact] = await until(async () => {
    const contacts = await expectData(ana("GET", "/contacts?q=Elena"));
    return contacts.length > 0 && contacts;
  });
  assert.deepEqual([contact.name, contact.email, contact.status], [
    ...["Elena <b>", "elena@correo.example", "new"],
  ]);
  const messages = () => expectData(ana("GET", `/contacts/${contact.id}/messages`));
  const [message] = await messages();
  assert.deepEqual([message.subject, message.body], ["Doors & tables", "Two doors"]);
  assert.deepEqual([message.files[0].name, message.mail.verified], ["doors.txt", true]);

  const events = await ask("1/events");
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, "data: new\n\n");
  const reply = await expectData(
    ana("POST", `/contacts/${contact.id}/messages`, {
      ...{ direction: "out", via: account.id, body: "<i>On</i> Tuesday: https://a.example/?b&c." },
    }),
    201,
  );
  await goNow(world);
  assert.equal((await reader.read()).value, "data: new\n\n");
  await reader.cancel();
  await delivered({ api: ana }, contact.id, reply.id, "sent");
  const lines = await (await ask("1/lines")).text();
  assert.match(lines, /Re: Doors &amp; tables[^]*Ana Ruiz &lt;taller@talleres\.example&gt;/);
  assert.match(lines, /&lt;i&gt;On&lt;\/i&gt; Tuesday: <a href="https:\/\/a.example\/\?b&amp;c"/);
  const [, id] = /\?answer=(\d+)/.exec(lines)!;
  const page = await ask(`1/html?id=${id}`);
  assert.match(page.headers.get("content-security-policy")!, /default-src 'none'.*; sandbox /);
  assert.match(await page.text(), /&lt;i&gt;On&lt;\/i&gt;/);

  const form = await (await ask(`1?answer=${id}`)).text();
  assert.match(form, /name="address" type="email" value="elena@correo\.example"/);
  assert.match(form, /name="subject" value="Re: Doors &amp; tables"/);
  const answer = formOf({ ...elena, subject: "Anything", text: "At ten", answers: id! });
  await done(ask("1", { method: "POST", body: answer }));
  await read();
  const said3 = await until(async () => {
    const all = await messages();
    return all.length === 3 && all.find(({ body }: { body: string }) => body === "At ten");
  });
  assert.match(said3.subject, /Anything/);
  assert.match(await (await ask("1")).text(), /At ten[^]*Quoted text[^]*On .* wrote:\n&gt; &lt;i/);
  assert.match(await (await ask("2")).text(), /There are no mails yet/, "another company's");
  await until(() => scene.post().mailboxes[0]!.list("sent").length === 1, { what: "the copy" });
});

testOnEach("what a customer wrote is had again, and nothing else", async (world) => {
  await using scene = await openMail(world);
  const { ask } = scene;
  const file = new File(["<script>"], "páge.html", { type: "text/html" });
  await done(ask("1", { method: "POST", body: formOf({ ...elena, subject: "", text: "", file }) }));
  assert.match(await (await ask("1/lines")).text(), /\(no subject\)[^]*páge\.html/);
  const had = await ask("1/file?id=1&at=0");
  assert.equal(await had.text(), "<script>");
  assert.equal(had.headers.get("content-type"), "application/octet-stream");
  assert.match(had.headers.get("content-disposition")!, /^attachment; .*''p%C3%A1ge\.html$/);
  const refused = async (fields: Record<string, string | File>, status: number, words: RegExp) => {
    const answer = await ask("1", { method: "POST", body: formOf({ ...elena, ...fields }) });
    assert.deepEqual([answer.status, words.test(await answer.text())], [status, true]);
  };
  await refused({ text: " " }, 422, /Write something/);
  await refused({ name: " ", text: "kept" }, 422, /Say who writes[^]*>kept</);
  await refused({ name: "x".repeat(300), text: "kept" }, 422, /too long[^]*>kept</);
  await refused({ address: "nobody", text: "kept" }, 422, /no e-mail address[^]*>kept</);
  await refused({ text: "x", file: new File([new Uint8Array(26_600_000)], "l") }, 413, /25 MB/);
  const status = async (path: string, init?: RequestInit) => (await done(ask(path, init))).status;
  assert.equal(await status("1", { method: "POST", body: "x" }), 400);
  const foreign = { origin: "https://elsewhere.example" };
  const body = formOf({ ...elena, text: "x" });
  assert.equal(await status("1", { method: "POST", body, headers: foreign }), 403);
  for (const path of ["1/file?id=1&at=1", "1/file?id=9&at=0", "1/html?id=1", "1/nothing", "9"]) {
    assert.equal(await status(path), 404, path);
  }
  assert.equal(await status("1/lines", { method: "POST" }), 405);
  assert.equal(scene.post().mailboxes[0]!.list("inbox").length, 1);
});

testOnEach("mailboxes outlive the demo, and accounts follow their servers", async (world) => {
  await using scene = await openMail(world);
  const { ana, ask } = scene;
  const write = (text: string) =>
    done(ask("1", { method: "POST", body: formOf({ ...elena, text }) }));
  await write("before");
  await scene.read();
  const [account] = await scene.accounts();
  assert.equal(account.state, "working");
  await scene.restart();
  const [same] = await scene.accounts();
  assert.equal(same.id, account.id);
  assert.notEqual(same.settings.imap.port, account.settings.imap.port);
  assert.equal(scene.post().mailboxes[0]!.list("inbox").length, 1);
  await scene.read();
  assert.equal((await scene.accounts())[0].state, "working");
  await expectData(ana("DELETE", `/channels/${same.id}`));
  await scene.connect();
  const [mailAccount] = await scene.accounts();
  assert.notEqual(mailAccount.id, same.id);
  await scene.read();
  assert.equal((await scene.accounts())[0].state, "working");
});

testOnEach("a new demo has a conversation and a newsletter in each mailbox", async (world) => {
  await using scene = await openMail(world, { isFilled: true });
  const { ana, ask, read } = scene;
  await read();
  const messages = await until(async () => {
    const [contact] = await expectData(ana("GET", "/contacts?q=Llorente"));
    const all = contact && await expectData(ana("GET", `/contacts/${contact.id}/messages`));
    return all?.length === 3 && all;
  });
  const entries = messages as { direction: string; files: { name: string }[] }[];
  assert.deepEqual(entries.map(({ direction }) => direction).sort(), ["in", "in", "out"]);
  assert.deepEqual(entries.flatMap(({ files }) => files).map(({ name }) => name), ["medidas.txt"]);
  const [account] = await scene.accounts();
  const automatic = await until(async () => {
    const all = await expectData(ana("GET", `/channels/${account.id}/automatic`));
    return all.length > 0 && all;
  });
  assert.deepEqual(automatic.map(({ kind }: { kind: string }) => kind), ["auto_reply"]);
  assert.equal(account.problems, 0);
  for (const company of [1, 2]) {
    const page = await (await ask(String(company))).text();
    assert.equal(page.match(/<article /g)!.length, 4);
    assert.match(page, /Quoted text[^]*Automatic[^]*As HTML[^]*\?answer=/);
  }
  const login = await (await ask("../login")).text();
  assert.match(login, /By mail: <a href="\/\.gateway\/mail\/1">Talleres Relevo<\/a>/);
});

testOnEach("many mails come in pages, and what cannot be read hides no other", async (world) => {
  await using scene = await openMail(world, { isFilled: true });
  const mailbox = scene.post().mailboxes[1]!;
  for (let n = 0; n < 27; n++) await mailbox.add("inbox", new TextEncoder().encode("\r\n\r\n"));
  const numbersOn = async (path: string) => {
    const page = await (await scene.ask(path)).text();
    const has = (pattern: RegExp) => page.match(pattern)?.length ?? 0;
    return [/<article /g, /cannot be read/g, />Older</g, />Newer</g, /data-events="/g].map(has);
  };
  assert.deepEqual(await numbersOn("2"), [30, 27, 1, 0, 1]);
  assert.deepEqual(await numbersOn("2?page=2"), [1, 0, 0, 1, 0]);
  assert.deepEqual(await numbersOn("2?page=9"), [1, 0, 0, 1, 0]);
});
