import type { CallName } from '../contract/calls.ts';
import type { Handlers } from './context.ts';
import { operationHandlers } from './operation.ts';
import { operatorHandlers } from './operator.ts';
import { sessionHandlers } from './session.ts';

/** Every call this server answers. A call of the contract that is neither here nor in `absent` does not compile. */
export const handlers = {
  ...sessionHandlers,
  ...operatorHandlers,
  ...operationHandlers,
} satisfies Partial<Handlers<CallName>>;
