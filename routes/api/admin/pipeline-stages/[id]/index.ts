import { deleteStage } from "@/lib/crm/stages/delete_stage.ts";
import { stageDelete, stagePatch, stageRecord } from "@/lib/crm/stages/stage.ts";
import { changeStage, findStage } from "@/lib/crm/stages/stages.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a stage",
    description: "What is in it is read at `GET /opportunities/board?stage_id=`.",
    params: idParams,
    returns: stageRecord,
    run: ({ trx, member, params }) => findStage(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change any of a stage's fields",
    description:
      "Fields that are absent stay as they are, null empties one. Its place is set by `PUT " +
      "/pipeline-stages/order`. 409 `duplicate` where another stage has the name, whatever " +
      "its case.",
    params: idParams,
    body: stagePatch,
    returns: stageRecord,
    errors: ["version_conflict", "duplicate"],
    run: ({ trx, member, params, body }) => changeStage(trx, member, params.id, body),
  }),
  DELETE: asMember({
    summary: "Delete a stage for good",
    description: "With opportunities in it, closed ones too, say by `reassign_to` where they go: " +
      "409 `stage_in_use` (`details.count`) otherwise. The last stage stays: 409 `in_use`. With " +
      "`version` and `count` it goes only as you saw it: `details.current` and `details.count` of " +
      "409 `version_conflict` are those of now.",
    params: idParams,
    query: stageDelete,
    returns: stageRecord,
    errors: ["stage_in_use", "in_use", "version_conflict"],
    run: ({ trx, member, params, query }) => deleteStage(trx, member, params.id, query),
  }),
});
