import { Problem, problem } from "@/lib/input/errors.ts";
import type { Text } from "@/lib/words/language.ts";

/** Names fields in errors by the part of the body that they are in. */
export async function within<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !error.extras.fields) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.extras.fields).map(([name, words]) => [`${part}.${name}`, words]),
    );
    throw problem(error.code, { ...error.extras, fields });
  }
}

/** Names wrong fields together with those that `work` finds. @throws Problem validation_failed */
export async function alongside<T>(
  wrong: Record<string, Text>,
  work: () => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
    const fields = { ...wrong, ...error.extras.fields };
    throw problem(error.code, { ...error.extras, fields });
  }
  if (Object.keys(wrong).length > 0) throw problem("validation_failed", { fields: wrong });
  return result;
}
