import type { Planted } from '../../harness/processes.ts';

/** Takes the check for a known key out of a copy of the server, and leaves all else as it is. */
export const withoutKeys: Planted[] = [
  {
    file: 'http/app/run-call.ts',
    find: 'const stored = await storedReply(db, call);',
    put: 'const stored: string | null = null;',
  },
  {
    file: 'http/app/run-call.ts',
    find: 'runIdempotent(tx, call, now, () => run(tx))',
    put: 'run(tx)',
  },
];
