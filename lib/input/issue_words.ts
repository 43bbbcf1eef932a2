import type * as z from "zod";
import { message } from "@/lib/input/messages.ts";

export function issueWords(issue: z.core.$ZodRawIssue): string {
  return wordsOf(issue) ?? message("notRight");
}

function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return message("missing");
  switch (issue.code) {
    case "invalid_type":
      return typeWords[issue.expected as string];
    case "invalid_value":
      return oneOf((issue.values as unknown[]).map(String));
    case "invalid_format":
      return formatWords[issue.format as string];
    case "invalid_union":
      return unionWords(issue.errors as z.core.$ZodIssue[][]);
    case "too_small":
    case "too_big":
      return boundWords(issue as unknown as Bound);
  }
}

/** Replaces a union's issue by those of the alternative that has the value's type. */
export function flatIssues(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    const branch = issue.code === "invalid_union" ? meantBranch(issue.errors) : undefined;
    if (!branch) return [issue];
    return flatIssues(branch).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}

const typeWords: Record<string, string> = {
  string: message("text"),
  number: message("number"),
  int: message("integer"),
  boolean: message("boolean"),
  array: message("list"),
  object: message("object"),
  record: message("object"),
};

const formatWords: Record<string, string> = {
  email: message("email"),
  date: message("day"),
  datetime: message("instant"),
};

function oneOf(values: string[]): string {
  if (values.length === 1) return message("exactly", values[0]!);
  return message("oneOf", values.join(", "));
}

function meantBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  return branches.find((branch) => branch.length > 0 && !branch.some(isOfAnotherKind));
}

function isOfAnotherKind({ code, path }: z.core.$ZodIssue): boolean {
  return path.length === 0 && (code === "invalid_type" || code === "invalid_value");
}

function unionWords(branches: z.core.$ZodIssue[][]): string | undefined {
  return branches[0]?.[0]?.message;
}

interface Bound {
  code: "too_small" | "too_big";
  origin: string;
  minimum: number;
  maximum: number;
  inclusive?: boolean;
}

function boundWords({ code, origin, minimum, maximum, inclusive }: Bound): string | undefined {
  const bound = code === "too_small" ? minimum : maximum;
  const small = code === "too_small";
  switch (origin) {
    case "number":
    case "int":
      if (!inclusive) {
        return message(small ? "moreThan" : "lessThan", bound);
      }
      return message(small ? "atLeast" : "atMost", bound);
    case "array":
      return message(small ? "fewestItems" : "mostItems", bound);
    case "string":
      return small ? message("fewestCharacters", bound) : message("mostCharacters", bound);
  }
}
