import type { CallName } from './calls.ts';

/**
 * Calls of the contract that the server has no handler for. Such a call answers 204 with a sentence, its feature is
 * not named in `/v1/me`, and the app does not call it. Whoever adds a handler takes its line out; the server's table of
 * handlers does not compile otherwise.
 */
export const absent = [
  'POST /v1/home/qa',
  'POST /v1/home/qa_detail',
] as const satisfies readonly CallName[];

/** The calls that answer 204. */
export type Absent = (typeof absent)[number];

/** The calls that the server answers. */
export type Present = Exclude<CallName, Absent>;

/** Whether the server has no handler for a call; the document marks it `x-absent`. */
export const isAbsent = (name: CallName): name is Absent => (absent as readonly CallName[]).includes(name);
