import assert from "node:assert/strict";
import { flagsOf } from "@/lib/panel/channels/meta/accounts/meta_start.ts";
import {
  assetKey,
  type GuideApp,
  isSecretWrong,
  newGuide,
  stepsDone,
} from "@/lib/panel/channels/meta/guide/guide.ts";

const never = { handshakeAt: null, lastHookAt: null };
const app: GuideApp = {
  id: 1,
  version: 1,
  name: "Taller",
  appId: "1517776481860111",
  hook: "https://relevo.example/api/hooks/meta/x",
  verifyToken: "token",
  changedAt: "2026-11-29T10:00:00.000Z",
  companies: [],
  fields: { whatsapp_business_account: ["messages"], page: [], instagram: [] },
  objects: { whatsapp_business_account: never, page: never, instagram: never },
  refused: { count: 0, lastAt: null },
};
const account = {
  ...{ id: 1, kind: "facebook" as const, name: "Taller", address: null },
  ...{ isFailing: false, error: null, receivedAt: null },
};
const doneIn = (...call: Parameters<typeof stepsDone>) =>
  Object.entries(stepsDone(...call)).flatMap(([step, isDone]) => isDone ? [step] : []);

Deno.test("each step is done once what it leads to was seen", () => {
  assert.deepEqual(doneIn(newGuide, false), []);
  assert.deepEqual(doneIn({ ...newGuide, app }, false), ["app"]);
  const shaken = {
    ...app,
    objects: { ...app.objects, page: { ...never, handshakeAt: app.changedAt } },
  };
  assert.deepEqual(doneIn({ ...newGuide, app: shaken }, false), ["app", "hook"]);
  assert.deepEqual(doneIn({ ...newGuide, app: shaken }, true), ["app", "hook", "token"]);
  const accounts = [account, { ...account, id: 2, receivedAt: app.changedAt }];
  const all = ["app", "hook", "token", "accounts", "message"];
  assert.deepEqual(doneIn({ app: shaken, shared: null, accounts }, false), all);
  assert.deepEqual(
    doneIn({ app: shaken, shared: null, accounts: [account] }, false),
    all.slice(0, 4),
  );
});

Deno.test("another company's app has its secret and hook seen to", () => {
  const shared = { id: 7, name: "Taller" };
  assert.deepEqual(doneIn({ app: null, shared, accounts: [] }, false), ["app", "hook"]);
});

Deno.test("a secret is wrong while the newest call did not fit it", () => {
  const [before, at, after] = ["09:59", "11:00", "11:01"].map((time) =>
    `2026-11-29T${time}:00.000Z`
  );
  const refused = { count: 14, lastAt: at! };
  const heard = (lastHookAt: string) => ({
    ...app.objects,
    instagram: { handshakeAt: null, lastHookAt },
  });
  assert.equal(isSecretWrong(app), false);
  assert.equal(isSecretWrong({ ...app, refused }), true);
  assert.equal(isSecretWrong({ ...app, refused: { ...refused, count: 0 } }), false);
  assert.equal(isSecretWrong({ ...app, refused, objects: heard(before!) }), true);
  assert.equal(isSecretWrong({ ...app, refused, objects: heard(after!) }), false);
  assert.equal(isSecretWrong({ ...app, refused, changedAt: after! }), false);
});

Deno.test("what a token reaches is told apart by its own id", () => {
  const settings = { page_id: "1", ig_id: "2" };
  assert.equal(assetKey({ kind: "facebook", settings }), "facebook:1");
  assert.equal(assetKey({ kind: "instagram", settings }), "instagram:2");
  const number = { phone_number_id: "3", waba_id: "4" };
  assert.equal(assetKey({ kind: "whatsapp", settings: number }), "whatsapp:3");
});

Deno.test("a form offers the settings that its kind has", () => {
  const settings = {
    meta_app_id: 1,
    phone_number_id: "3",
    read_marks: true,
    import_history: false,
  };
  assert.deepEqual(flagsOf(settings), [
    { name: "read_marks", isOn: true },
    { name: "import_history", isOn: false },
  ]);
});
