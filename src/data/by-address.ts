import { currentToken, offeredToken } from './session.ts';

/** Whether nothing but an address signed this person in: no host stands behind it, and anybody can have sent it. */
export const isByAddress = (): boolean => currentToken() !== null && currentToken() === offeredToken();
