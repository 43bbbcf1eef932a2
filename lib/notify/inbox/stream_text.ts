import { beatEvent } from "@/lib/tools/heartbeat.ts";
import type { Device } from "@/lib/access/devices.ts";
import type { Batch, Follower } from "@/lib/notify/inbox/follower.ts";
import { type Cursor, writeCursor } from "@/lib/notify/streams/cursor.ts";
import { earliest } from "@/lib/notify/streams/position.ts";

export interface Sent {
  device: Device;
  ids: string[];
}

export class StreamText {
  #followers: Follower[];
  #isAhead = false;
  #isOver = false;

  /** @param unpaired pairings to tell of; without it the stream is one phone's alone */
  constructor(followers: Follower[], private readonly unpaired?: string[]) {
    this.#followers = followers;
  }

  /** Unpaired, or no database: the phone comes back and is told which. */
  get isOver(): boolean {
    return this.#isOver;
  }

  opening(): string {
    const unpaired = this.unpaired?.map(unpairedEvent) ?? [];
    return `retry: 2000\n${this.#id()}\n${unpaired.join("")}`;
  }

  heartbeat(): string {
    return this.#id() + beatEvent;
  }

  next(): { written: string; sent: Sent[] } {
    let written = "";
    const sent: Sent[] = [];
    for (const follower of this.#followers) {
      const batch = follower.take();
      if (!batch) continue;
      written += this.#events(follower, batch);
      const ids = batch.changes.filter(({ notification }) => notification.status === "queued")
        .map(({ notification }) => notification.id);
      if (ids.length > 0) sent.push({ device: follower.device, ids });
      if (batch.end) written += this.#end(follower, batch.end);
    }
    if (this.#isAhead && !this.#followers.some((follower) => follower.isAhead)) {
      this.#isAhead = false;
      written += `${this.#id()}\n`;
    }
    return { written, sent };
  }

  #events({ device }: Follower, { changes }: Batch): string {
    const others = this.#followers.filter((one) => one.device !== device);
    const cursors = others.map(({ cursor }) => cursor);
    return changes.map(({ notification, cursor }) => {
      if (cursor === null) this.#isAhead = true;
      const id = cursor === null ? "" : idLine(earliest([cursor, ...cursors]));
      const data = this.unpaired
        ? JSON.stringify({ ...notification, deviceId: device.id })
        : textOf(notification);
      return `${id}event: notification\ndata: ${data}\n\n`;
    }).join("");
  }

  #end(follower: Follower, end: NonNullable<Batch["end"]>): string {
    this.#followers = this.#followers.filter((one) => one !== follower);
    if (end === "lost" || this.#followers.length === 0) this.#isOver = true;
    return end === "unpaired" && this.unpaired ? unpairedEvent(follower.device.id) : "";
  }

  /** The cursor that every follower has reached. */
  #id(): string {
    const cursors = this.#followers.map(({ cursor }) => cursor);
    return cursors.length > 0 ? idLine(earliest(cursors)) : "";
  }
}

let latest = { notification: {}, text: "{}" };

/** One notification may go to many streams, one after the other. */
function textOf(notification: object): string {
  if (notification !== latest.notification) {
    latest = { notification, text: JSON.stringify(notification) };
  }
  return latest.text;
}

function idLine(cursor: Cursor): string {
  return `id: ${writeCursor(cursor)}\n`;
}

function unpairedEvent(deviceId: string): string {
  return `event: unpaired\ndata: ${JSON.stringify({ deviceId })}\n\n`;
}
