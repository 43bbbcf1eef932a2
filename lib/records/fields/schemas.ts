import * as z from "zod";
import * as given from "@/lib/input/fields.ts";
import { linesText, nameText } from "@/lib/input/input.ts";
import type {
  CreateShape,
  PatchShape,
  RecordShape,
  Special,
} from "@/lib/records/fields/schema_types.ts";
import {
  type FieldTable,
  type ShownField,
  shownFields,
  shownName,
} from "@/lib/records/fields/field.ts";

/** Schemas made of a field table; `special` has those that no kind describes. */

type None = Record<never, never>;

export function createSchema<T extends FieldTable, const S extends Special<T> = None>(
  table: T,
  special = {} as S,
) {
  return asTyped<CreateShape<T, S>, z.core.$strict>(
    z.strictObject(bodyShape(table, "create", special)),
  );
}

/** The body of PATCH: any subset, and the version that the caller has seen. */
export function patchSchema<T extends FieldTable, const S extends Special<T> = None>(
  table: T,
  special = {} as S,
) {
  const shape = { ...bodyShape(table, "patch", special), version: given.version };
  return asTyped<PatchShape<T, S>, z.core.$strict>(z.strictObject(shape));
}

export function recordSchema<T extends FieldTable, const S extends Special<T> = None>(
  table: T,
  special = {} as S,
) {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of shownFields(table)) {
    shape[shownName(name, field)] = described(special[name] ?? answered(field), field.means);
  }
  return asTyped<RecordShape<T, S>, z.core.$strip>(z.object(shape));
}

/** The only cast: tests/records/fields/types.test.ts compares the types with what is made. */
function asTyped<Shape extends z.ZodRawShape, Config extends z.core.$ZodObjectConfig>(
  schema: z.ZodType,
): z.ZodObject<Shape, Config> {
  return schema as unknown as z.ZodObject<Shape, Config>;
}

function bodyShape(
  table: FieldTable,
  body: "create" | "patch",
  special: Readonly<Record<string, z.ZodType | undefined>>,
): z.ZodRawShape {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of shownFields(table)) {
    if ((field.write ?? body) !== body) continue;
    const schema = special[name] ?? inputSchemaOf(field);
    const isRequired = body === "create" && field.required;
    const { description = inBodies(name, field) } = schema.meta() ?? {};
    shape[name] = (isRequired ? schema : schema.optional()).meta({ description });
  }
  return shape;
}

function described(schema: z.ZodType, description: string): z.ZodType {
  return schema.meta()?.description ? schema : schema.meta({ description });
}

function inBodies(name: string, field: ShownField): string {
  if (shownName(name, field) === name) return field.means;
  return `Id of ${field.means[0]!.toLowerCase()}${field.means.slice(1)}`;
}

function inputSchemaOf(field: ShownField): z.ZodType {
  const { empty } = field;
  switch (field.kind) {
    case "name":
      return empty ? given.optionalName(field.max) : nameText(field);
    case "text":
      if (field.keepsLines) return empty ? given.optionalLines(field.max) : linesText(field);
      return empty ? given.optionalLine(field.max) : nameText(field);
    case "long":
      return empty ? given.optionalLines(field.max) : linesText(field);
    case "email":
      return empty ? given.optionalEmail : given.email;
    case "phone":
      return given.optionalPhone;
    case "link":
      return given.optionalLink;
    case "country":
      return empty ? given.optionalCountry : given.country;
    case "tags":
      return given.emptiable(given.tags);
    default:
      return empty ? takenValue(field).nullable() : takenValue(field);
  }
}

function takenValue(field: ShownField): z.ZodType {
  switch (field.kind) {
    case "color":
      return given.color;
    case "day":
      return given.day;
    case "instant":
      return given.instant;
    case "whole":
      return z.int().min(field.min).max(field.max);
    case "money":
      return given.money;
    case "price":
      return given.price;
    case "percent":
      return given.percent;
    case "quantity":
      return given.quantity;
    case "choice":
      return z.enum(field.values);
    case "person":
    case "record":
    case "id":
      return given.id;
    case "flag":
      return z.boolean();
    default:
      throw new Error(`${field.label.en} needs a schema beside its table`);
  }
}

function answered(field: ShownField): z.ZodType {
  const schema = answeredValue(field);
  return field.empty ? schema.nullable() : schema;
}

function answeredValue(field: ShownField): z.ZodType {
  switch (field.kind) {
    case "day":
      return z.iso.date();
    case "instant":
      return z.iso.datetime();
    case "whole":
    case "id":
      return z.int();
    case "money":
    case "price":
    case "percent":
    case "quantity":
      return z.number();
    case "choice":
      return z.enum(field.values);
    case "person":
    case "record":
      return given.reference;
    case "flag":
      return z.boolean();
    case "tags":
      return z.array(z.string());
    case "special":
      throw new Error(`${field.label.en} needs a schema beside its table`);
    default:
      return z.string();
  }
}
