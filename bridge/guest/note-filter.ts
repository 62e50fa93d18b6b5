import { parse, stringify } from '../captured.ts';
import { mask } from '../mask.ts';
import type { NoteName } from '../protocol.ts';
import type { Timers } from './guest-api.ts';

/** What of a note may leave: `log` at most 20 times a minute, `log` and `track` with secrets masked. */
export const createNoteFilter = (timers: Timers) => {
  let logs: number[] = [];
  return (name: NoteName, params: object, token: string | null | undefined): object | null => {
    if (name !== 'log' && name !== 'track') return params;
    if (name === 'log') {
      const now = timers.now();
      logs = logs.filter((at) => at > now - 60_000);
      if (logs.push(now) > 20) return null;
    }
    return parse(mask(stringify(params), token ? [token] : []));
  };
};
