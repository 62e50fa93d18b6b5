import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';

/**
 * `unknown`: no call with this key has arrived within 24 hours, so that of a younger one nothing happened. `running`: ask
 * again.
 */
const operationStates = ['unknown', 'running', 'done'] as const;

/** A key that a client makes when a form or quote opens. */
const operationKey = v.pipe(v.string(), v.uuid());

/** The state of a keyed call, and its stored answer. */
const operation = v.object({
  state: v.picklist(operationStates),
  /** Code and data of the stored answer; null until it is done. */
  code: v.nullable(v.number()),
  data: v.unknown(),
});

export const operationCalls = {
  'POST /v1/operation': {
    about:
      'Ask after a keyed call that was sent but not answered. The call itself is never repeated in order to ask.',
    input: v.object({ key: operationKey }),
    output: operation,
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
    feature: 'operation',
  },
} as const satisfies CallSpecs;
