/** The phone app's service worker: keeps the shell, shows pushes, and answers from them. */
import { syncTag } from "@/lib/phone/background_sync.ts";
import type { PageMessage } from "@/lib/phone/messages.ts";
import { addItem } from "@/lib/phone/outbox.ts";
import { signUp } from "@/lib/phone/push.ts";
import { readSetting } from "@/lib/phone/store.ts";
import { answerClick, reportDismissed } from "@/lib/phone/worker/click.ts";
import { receivePush } from "@/lib/phone/worker/receive_push.ts";
import { worker } from "@/lib/phone/worker/scope.ts";
import { sendAfterUndo, sendAnswers } from "@/lib/phone/worker/send_answers.ts";
import { sendKeptTexts } from "@/lib/phone/worker/send_texts.ts";
import { answerFromShell, dropOtherShells, keepShell } from "@/lib/phone/worker/shell_cache.ts";

/** @param build the query that locks the build's files; a new one makes a new worker */
export function start(build: string): void {
  worker.addEventListener("install", (event) => event.waitUntil(keepShell(build)));
  worker.addEventListener("activate", (event) => event.waitUntil(takeOver(build)));
  worker.addEventListener("fetch", (event) => answerFromShell(event, build));
  worker.addEventListener("push", (event) => event.waitUntil(receivePush(event, build)));
  worker.addEventListener("notificationclick", (event) => event.waitUntil(answerClick(event)));
  worker.addEventListener("notificationclose", (event) => event.waitUntil(reportDismissed(event)));
  worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(signUpAgain()));
  worker.addEventListener("message", (event) => event.waitUntil(obey(event.data as PageMessage)));
  worker.addEventListener("sync", (event) => {
    if (event.tag === syncTag) event.waitUntil(Promise.all([sendAfterUndo(), sendKeptTexts()]));
  });
}

async function takeOver(build: string): Promise<void> {
  await dropOtherShells(build);
  await worker.clients.claim();
}

async function obey(message: PageMessage): Promise<void> {
  if (message.kind === "take-over") await worker.skipWaiting();
  if (message.kind === "send") {
    for (const item of message.unkept) await addItem(item);
    await sendAnswers({ force: true, ids: message.ids });
  }
}

/** The browser has dropped its subscription or made another one. */
async function signUpAgain(): Promise<void> {
  if (!await readSetting("push")) return;
  const pushKey = await readSetting("pushKey") ?? null;
  const devices = await readSetting("pushDevices") ?? [];
  await signUp(devices.map((deviceId) => ({ deviceId, pushKey })), worker.registration);
}
