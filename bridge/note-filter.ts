import type { Timers } from './guest-api.ts';
import { mask } from './mask.ts';
import { parse, stringify } from './natives.ts';
import type { NoteName } from './protocol.ts';

const logsAMinute = 20;

/** What of a note may leave: `log` at most 20 times a minute, `log` and `track` with secrets masked. */
export const createNoteFilter = (timers: Timers) => {
  let since = -60_000;
  let logs = 0;
  return (name: NoteName, params: object, token: string | null | undefined): object | null => {
    if (name !== 'log' && name !== 'track') return params;
    if (name === 'log') {
      if (timers.now() - since >= 60_000) {
        since = timers.now();
        logs = 0;
      }
      logs += 1;
      if (logs > logsAMinute) return null;
    }
    return parse(mask(stringify(params), token ? [token] : []));
  };
};
