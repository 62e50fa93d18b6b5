interface Restriction {
  id: string;
  /** The path in the app of its appeal. */
  appeal?: string | null;
}

/** Returns what an appeal against a restriction names: the decision that placed it, else the restriction itself. */
export const appealRef = ({ id, appeal }: Restriction): string =>
  /[?&]ref=(\w+)$/.exec(appeal ?? '')?.[1] ?? id;
