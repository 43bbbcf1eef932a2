import { cpuUsage } from "node:process";
import { count, type Gauges } from "@/lib/metrics/registry.ts";

const startedAt = (Date.now() - performance.now()) / 1_000;
let countedMs = 0;

/** Reads what every process tells of itself. */
export function processGauges(): Gauges {
  const { user, system } = cpuUsage();
  const usedMs = Math.floor((user + system) / 1_000);
  count("process_cpu_seconds_total", [], Math.max(0, usedMs - countedMs) / 1_000);
  countedMs = Math.max(countedMs, usedMs);
  const { rss, heapUsed } = Deno.memoryUsage();
  return {
    process_resident_memory_bytes: [[[], rss]],
    process_heap_bytes: [[[], heapUsed]],
    process_start_time_seconds: [[[], startedAt]],
  };
}
