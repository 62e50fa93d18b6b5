import type { Handlers } from '../../platform/context.ts';
import { stateOfKey } from './idempotency.ts';

/** Handles the query for the state and reply of a keyed call. */
export const operationHandlers = {
  'POST /v1/operation': async ({ db, caller }, { key }) => {
    const { state, reply } = await stateOfKey(db, caller.shopId, key.toLowerCase());
    if (reply === null) return { state, code: null, data: null };
    const { code, data } = JSON.parse(reply) as { code: number; data: unknown };
    return { state, code, data };
  },
} satisfies Handlers<'POST /v1/operation'>;
