import type * as z from "zod";
import { say } from "@/lib/input/errors.ts";

/**
 * What is said of a value that does not fit its schema: how to put it right, in the words of a
 * person who has never heard of types. Where nothing is said here, zod's own words stand.
 */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return say("is missing", "falta");
  switch (issue.code) {
    case "invalid_type":
      return typeWords[issue.expected as string] ?? undefined;
    case "invalid_value":
      return oneOf((issue.values as unknown[]).map(String));
    case "invalid_format":
      return formatWords[issue.format as string] ?? say("is not right", "no es correcto");
    case "invalid_union":
      return unionWords(issue.errors as z.core.$ZodIssue[][]);
    case "too_small":
    case "too_big":
      return boundWords(issue as unknown as Bound);
  }
}

/**
 * The issues of a value, those within a union's alternative as its own: of the alternatives, the one
 * that was meant is the one whose kind of value was given.
 */
export function flatIssues(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    const meant = issue.code === "invalid_union" ? meantBranch(issue.errors) : undefined;
    if (!meant) return [issue];
    return flatIssues(meant).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}

const typeWords: Record<string, string> = {
  string: say("must be text", "debe ser un texto"),
  number: say("must be a number", "debe ser un número"),
  int: say("must be a whole number", "debe ser un número entero"),
  boolean: say("must be true or false", "debe ser true o false"),
  array: say("must be a list", "debe ser una lista"),
  object: say("must be an object", "debe ser un objeto"),
  record: say("must be an object", "debe ser un objeto"),
};

const formatWords: Record<string, string> = {
  email: say("must be an e-mail address", "debe ser una dirección de correo"),
  date: say("must be a day, such as 2026-12-31", "debe ser un día, como 2026-12-31"),
  datetime: say(
    "must be an instant, such as 2026-12-31T09:30:00Z",
    "debe ser un instante, como 2026-12-31T09:30:00Z",
  ),
};

function oneOf(values: string[]): string {
  if (values.length === 1) return say(`must be ${values[0]}`, `debe ser ${values[0]}`);
  const all = values.join(", ");
  return say(`must be one of ${all}`, `debe ser uno de ${all}`);
}

function meantBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  return branches.find((branch) => branch.length > 0 && !branch.some(isOfAnotherKind));
}

function isOfAnotherKind({ code, path }: z.core.$ZodIssue): boolean {
  return path.length === 0 && (code === "invalid_type" || code === "invalid_value");
}

/** Nothing given is of any kind that fits: the first alternative says what is expected. */
function unionWords(branches: z.core.$ZodIssue[][]): string | undefined {
  return branches[0]?.[0]?.message;
}

interface Bound {
  code: "too_small" | "too_big";
  origin: string;
  minimum?: number;
  maximum?: number;
  inclusive?: boolean;
}

function boundWords({ code, origin, minimum, maximum, inclusive }: Bound): string | undefined {
  const bound = code === "too_small" ? minimum : maximum;
  const small = code === "too_small";
  switch (origin) {
    case "number":
    case "int":
      if (!inclusive) {
        return small
          ? say(`must be more than ${bound}`, `debe ser mayor que ${bound}`)
          : say(`must be less than ${bound}`, `debe ser menor que ${bound}`);
      }
      return small
        ? say(`must be at least ${bound}`, `debe ser como mínimo ${bound}`)
        : say(`must be at most ${bound}`, `debe ser como máximo ${bound}`);
    case "array":
      return small
        ? say(`must have at least ${bound}`, `debe tener al menos ${bound}`)
        : say(`must have at most ${bound}`, `admite como mucho ${bound}`);
    case "string":
      return small
        ? say(`must have at least ${bound} characters`, `debe tener al menos ${bound} caracteres`)
        : say(`must have at most ${bound} characters`, `admite como mucho ${bound} caracteres`);
  }
}
