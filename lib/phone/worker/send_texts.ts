import { askForSync } from "@/lib/phone/background_sync.ts";
import { conversationSlot, refusalOf, type Send, wordsOf } from "@/lib/phone/conversations/send.ts";
import { listSends, sendTexts } from "@/lib/phone/conversations/sends.ts";
import { spokenWords } from "@/lib/phone/worker/language.ts";
import { worker } from "@/lib/phone/worker/scope.ts";
import { isAppVisible } from "@/lib/phone/worker/windows.ts";

/** Sends what waits for a connection; what needs the person is shown where the app is not open. */
export async function sendKeptTexts(): Promise<void> {
  const settled = await sendTexts({ force: true });
  const questions = settled.flatMap(({ after }) => after ? [after] : []);
  if (questions.length > 0 && !await isAppVisible()) await Promise.all(questions.map(ask));
  const isWaiting = (await listSends()).some(({ state }) => state === "waiting");
  if (isWaiting) await askForSync(worker.registration);
}

async function ask(send: Send): Promise<void> {
  const { kept: words } = await spokenWords();
  const { device, state, name } = send;
  const slot = conversationSlot(send);
  await worker.registration.showNotification(words.title(name), {
    body: `${state === "moved" ? words.moved : refusalOf(send) ?? ""}\n${wordsOf(send)}`.trim(),
    tag: slot,
    data: { id: send.id, device, actions: [], slot },
  });
}
