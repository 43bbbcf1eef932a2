import { currentMs } from "@/lib/tools/clock.ts";
import type { Log } from "@/lib/tools/log.ts";

const dayMs = 24 * 3_600_000;

/** Tells the operator once a day that Meta answers by another version than it was called by. */
export class VersionWatch {
  #noticeAt = new Map<string, number>();

  constructor(
    private readonly log: Pick<Log, "warn">,
    private readonly urls: { url: string; instagramUrl: string },
  ) {}

  note(api: "graph" | "instagram", answered: string | null, now = currentMs()): void {
    const url = api === "graph" ? this.urls.url : this.urls.instagramUrl;
    const called = /\/(v\d+\.\d+)$/.exec(url)?.[1];
    if (!answered || !called || answered === called) return;
    if (now < (this.#noticeAt.get(api) ?? -Infinity) + dayMs) return;
    this.#noticeAt.set(api, now);
    this.log.warn("graph_version", { api, called, answered });
  }
}
