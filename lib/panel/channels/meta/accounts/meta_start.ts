/** An account of Meta, as the form that changes it takes it. */

export const metaFlags = ["read_marks", "human_agent", "import_history"] as const;
export type MetaFlag = (typeof metaFlags)[number];

export interface MetaStart {
  id: number;
  version: number;
  name: string;
  address: string;
  /** Settings that its kind has, which are on or off. */
  flags: { name: MetaFlag; isOn: boolean }[];
}

/** Settings of an account that are on or off. */
export function flagsOf(settings: object): MetaStart["flags"] {
  const values = settings as Partial<Record<MetaFlag, unknown>>;
  return metaFlags.filter((name) => typeof values[name] === "boolean")
    .map((name) => ({ name, isOn: values[name] === true }));
}
