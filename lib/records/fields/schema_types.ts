import type * as z from "zod";
import type { reference } from "@/lib/input/fields.ts";
import type { FieldTable, ShownName } from "@/lib/records/fields/field.ts";

export type Special<T extends FieldTable> = { readonly [N in ShownName<T>]?: z.ZodType };

interface InputTypes {
  name: string;
  text: string;
  long: string;
  email: string;
  phone: string;
  link: string;
  country: string;
  color: string;
  day: string;
  instant: Date;
  whole: number;
  money: number;
  price: number;
  percent: number;
  quantity: number;
  person: number;
  record: number;
  id: number;
  flag: boolean;
  tags: string[];
}

interface Answered extends Omit<InputTypes, "instant" | "person" | "record"> {
  instant: string;
  person: z.output<typeof reference>;
  record: z.output<typeof reference>;
}

type ValueOf<F, Values> = F extends { kind: "choice"; values: readonly (infer V)[] } ? V
  : F extends { kind: infer K extends keyof Values } ? Values[K]
  : never;

type OrNull<F, V> = F extends { empty: true } ? V | null : V;

type SchemaOf<N, F, S, Values> = N extends keyof S ? S[N] extends z.ZodType ? S[N] : never
  : z.ZodType<OrNull<F, ValueOf<F, Values>>>;

/** The fields that a body may have: all but those that are written by the other one, or by none. */
type WrittenBy<T extends FieldTable, Body> =
  & {
    [N in ShownName<T>]: T[N] extends { write: infer W } ? W extends Body ? N : never
      : N;
  }[ShownName<T>]
  & string;

export type CreateShape<T extends FieldTable, S> = {
  [N in WrittenBy<T, "create">]: T[N] extends { required: true } ? SchemaOf<N, T[N], S, InputTypes>
    : z.ZodOptional<SchemaOf<N, T[N], S, InputTypes>>;
};

export type PatchShape<T extends FieldTable, S> =
  & { [N in WrittenBy<T, "patch">]: z.ZodOptional<SchemaOf<N, T[N], S, InputTypes>> }
  & { version: z.ZodOptional<z.ZodType<number>> };

export type Shows<N extends string, F> = F extends { kind: "person" | "record" }
  ? F extends { shows: infer Name extends string } ? Name
  : N extends `${infer Name}_id` ? Name
  : N
  : N;

export type RecordShape<T extends FieldTable, S> = {
  [N in ShownName<T> as Shows<N, T[N]>]: SchemaOf<N, T[N], S, Answered>;
};
