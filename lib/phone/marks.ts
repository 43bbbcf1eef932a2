/** Reports of the phone on its notifications; kept until the server has them. */
import { callPhone } from "@/lib/phone/api.ts";
import { inStore, resultOf } from "@/lib/phone/database.ts";

/** `readThrough` marks everything unread up to a notification, loaded or not. */
export type Mark = "delivered" | "read" | "dismissed" | "readThrough";

interface KeptMark {
  id: string;
  device: string;
  mark: Mark;
  notificationId: string;
}

const batch = 200;

export async function reportMarks(
  device: string,
  mark: Mark,
  notificationIds: string[],
): Promise<void> {
  const rows = notificationIds.map((notificationId): KeptMark => ({
    // The newest "read through" stands for those before.
    id: mark === "readThrough" ? `${device}:${mark}` : `${device}:${mark}:${notificationId}`,
    device,
    mark,
    notificationId,
  }));
  try {
    await inStore("marks", "readwrite", (store) => rows.forEach((row) => store.put(row)));
  } catch {
    await sendMarks(device, rows);
    return;
  }
  await sendKeptMarks();
}

export async function sendKeptMarks(): Promise<void> {
  const rows: KeptMark[] = await inStore("marks", "readonly", (store) => resultOf(store.getAll()))
    .catch(() => []);
  for (const device of new Set(rows.map((row) => row.device))) {
    const all = rows.filter((row) => row.device === device);
    for (let at = 0; at < all.length; at += batch) {
      const some = all.slice(at, at + batch);
      if (!await sendMarks(device, some)) return;
      await inStore("marks", "readwrite", (store) => some.forEach(({ id }) => store.delete(id)));
    }
  }
}

/** @returns whether there is nothing left to try: what the server refuses, it will refuse again */
async function sendMarks(device: string, rows: KeptMark[]): Promise<boolean> {
  const json: Partial<Record<Exclude<Mark, "readThrough">, string[]>> & { readThrough?: string } =
    {};
  for (const { mark, notificationId } of rows) {
    if (mark === "readThrough") json.readThrough = notificationId;
    else (json[mark] ??= []).push(notificationId);
  }
  const outcome = await callPhone("notifications/marks", {
    device,
    method: "POST",
    json,
    keepalive: true,
  });
  if (outcome.ok) return true;
  return outcome.why === "refused" && outcome.status < 500 && outcome.status !== 429;
}
