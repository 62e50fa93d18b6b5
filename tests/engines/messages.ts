/** A message as a test reads it. */
export interface Read {
  readonly t: string;
  readonly n: string;
  readonly id?: number;
  readonly m?: string;
  readonly p?: Readonly<Record<string, unknown>>;
}
