import type { Planted } from '../../harness/processes.ts';

/** Takes the check for a known key out of a copy of the server, and leaves all else as it is. */
export const withoutKeys: Planted[] = [
  {
    file: 'run-call.ts',
    find: 'const stored = call && (await storedReply(db, call));',
    put: 'const stored = null;',
  },
  {
    file: 'run-call.ts',
    find: '(call ? once(tx, call, context.clock.now(), () => run(tx)) : run(tx))',
    put: 'run(tx)',
  },
];
