import assert from "node:assert/strict";
import { createLocalClock } from "@/lib/values/local_clock.ts";

const hourMs = 3_600_000;

/** Zones of whole, half and quarter hours, of 24 h leaps, and of seconds a century ago. */
const zones = ["Europe/Madrid", "America/Havana", "Asia/Kathmandu", "Australia/Lord_Howe"]
  .concat("Africa/Casablanca", "Pacific/Apia", "Africa/Monrovia", "America/St_Johns", "UTC");

Deno.test("instants are written as Intl writes them, also around changes of the clocks", () => {
  for (const timeZone of zones) {
    const { format } = new Intl.DateTimeFormat("sv-SE", {
      timeZone,
      dateStyle: "short",
      timeStyle: "short",
    });
    const write = createLocalClock(timeZone);
    const assertSame = (ms: number) =>
      assert.equal(write(new Date(ms)), format(new Date(ms)), `${timeZone} ${ms}`);
    for (const year of [1850, 1900, 1946, 1972, 1986, 2011, 2026]) {
      const end = Date.UTC(year + 1, 0);
      for (let ms = Date.UTC(year, 0); ms < end; ms += 7 * hourMs + 777_777) assertSame(ms);
    }
    for (const at of ["2026-03-29T00:50Z", "2026-10-25T00:50Z", "1972-01-07T00:00Z"]) {
      for (let n = -20; n < 40; n++) assertSame(Date.parse(at) + n * 149_000);
    }
    for (const at of [-62_200_000_000_000, 253_500_000_000_000, -1, 0, 1]) assertSame(at);
  }
});
