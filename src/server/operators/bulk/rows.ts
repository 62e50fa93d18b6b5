import type { Refusal } from '../../platform/refuse.ts';

/** A row of a file as it was read, by its first line in the file. */
export type BulkRow = { line: number; input: unknown } | { line: number; refusal: Refusal };

/** The longest row, in letters: as long as the body of a decision that is sent by itself. */
export const maxRowLength = 100_000;
