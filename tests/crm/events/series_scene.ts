import assert from "node:assert/strict";
import { people, type World } from "../../support/world.ts";
import { apiOf, expectData } from "../scene.ts";

// deno-lint-ignore no-explicit-any
export type ApiRecord = any;

/** A Tuesday far ahead: summer time ends in Madrid on 2035-10-28. */
export const tuesday = { starts_at: "2035-10-16T08:00:00Z", ends_at: "2035-10-16T09:30:00Z" };
export const starts = (events: ApiRecord[]) =>
  events.map(({ starts_at }) => starts_at.slice(0, 16));

/** Series of a company, and what is done with them. */
export function sceneOf(world: World) {
  const ana = apiOf(world, people.ana);
  const listed = async (seriesId: number, query = ""): Promise<ApiRecord[]> => {
    const { body } = await ana("GET", `/events?series_id=${seriesId}&sort=starts_at${query}`);
    assert.ok(body.success, JSON.stringify(body));
    return body.data;
  };
  const add = async (recurrence: object, more: object = {}) => {
    const event: ApiRecord = await expectData(
      ana("POST", "/events", { title: "Reunión", ...tuesday, ...more, recurrence }),
      201,
    );
    return { event, all: await listed(event.series_id) };
  };
  const change = async (event: ApiRecord, scope: string, patch: object) => {
    const { status, body } = await ana("PATCH", `/events/${event.id}?scope=${scope}`, patch);
    assert.equal(status, 200, JSON.stringify(body));
    return { event: body.data as ApiRecord, meta: body.meta as ApiRecord };
  };
  return { ana, listed, add, change };
}
