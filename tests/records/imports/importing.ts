/** Posts files to imports. */
import { people, type World } from "../../support/world.ts";

/** As Ana of company 1, or as someone else. */
export function importing(world: World, member: string = people.ana) {
  return (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    world.call("POST", `/api/admin/imports/${path}`, {
      member,
      body,
      headers: { "Content-Type": "text/csv", ...headers },
    });
}
