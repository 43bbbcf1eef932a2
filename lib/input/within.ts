import { Problem, problem } from "@/lib/input/errors.ts";

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
