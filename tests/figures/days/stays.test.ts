import assert from "node:assert/strict";
import { medianOf, type Width } from "@/lib/figures/days/stays.ts";

const hour = 3_600;

/** As the database keeps them. */
function keep(stays: number[]): Width[] {
  const widths = new Map<number, Width>();
  for (const seconds of stays) {
    let width = 0;
    while (width < 23 && seconds >= Math.round(hour * 1.6 ** width)) width++;
    const own = widths.get(width) ?? { width, count: 0, seconds: 0 };
    widths.set(width, { width, count: own.count + 1, seconds: own.seconds + seconds });
  }
  return [...widths.values()];
}

Deno.test("a median of few stays is exact", () => {
  assert.equal(medianOf([]), null);
  assert.equal(medianOf([{ width: 3, count: 0, seconds: 0 }]), null);
  for (const stays of [[0], [5 * hour], [hour, 90 * hour], [4.1 * hour, 4.9 * hour]]) {
    const exact = stays.reduce((sum, one) => sum + one, 0) / stays.length;
    assert.ok(Math.abs(medianOf(keep(stays))! - exact) < 1e-6, stays.join(" "));
  }
  assert.equal(medianOf(keep([hour / 2, 7 * hour, 900 * hour])), 7 * hour);
  assert.equal(medianOf(keep([-5, -5, -5])), -5, "clocks that went back");
});

Deno.test("a median of many stays lies near the exact one", () => {
  for (const growth of [1, 1.01, 1.1, 1.5]) {
    const stays = Array.from({ length: 41 }, (_, at) => 2 * hour * growth ** at);
    const [near, exact] = [medianOf(keep(stays))!, stays[20]!];
    assert.ok(Math.abs(near - exact) < 0.3 * exact, `${growth}: ${near}, not ${exact}`);
  }
  const same = Array.from({ length: 1000 }, () => 50 * hour);
  assert.equal(medianOf(keep(same)), 50 * hour);
  const forever = [30_000 * hour, 40_000 * hour, 60_000 * hour, 90_000 * hour];
  assert.ok(medianOf(keep(forever))! > 28_000 * hour);
});
