import assert from "node:assert/strict";
import { killMidway, know, rowsByName, testKilled } from "./support/known_person.ts";

testKilled(
  ["postgres"],
  "an app killed in the midst of a merge, or of taking it back, has changed nothing",
  async (app, stage) => {
    const [goes, stays] = [await know(app, "persona1x"), await know(app, "persona2x")];
    const ofClient = (id: number) =>
      stage.sql((sql) =>
        sql<{ id: number }>(`select id from opportunities where client_id = ${id} order by id`)
      );
    const apart = [await ofClient(goes), await ofClient(stays)];
    const both = apart.flat();
    const steps = [
      {
        call: () => app.call("POST", `/clients/${goes}/merge`, { into_id: stays }),
        after: [[], both],
      },
      { call: () => app.call("POST", `/clients/${goes}/unmerge`, {}), after: apart },
    ];
    for (const { call, after } of steps) {
      const before = await stage.sql(rowsByName);
      await killMidway(stage, app, call);
      await app.start();
      assert.deepEqual(await stage.sql(rowsByName), before);
      const answer = await call();
      assert.equal(answer?.status, 200, JSON.stringify(answer?.body));
      assert.deepEqual([await ofClient(goes), await ofClient(stays)], after);
    }
  },
);
