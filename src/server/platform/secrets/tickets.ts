import { minute } from '../clock.ts';
import type { Deps } from '../context.ts';
import { isSigned, nameSigner } from './signatures.ts';

const lifetime = 10 * minute;

/**
 * Returns a ticket that proves for ten minutes that an invitation code was checked; any process on the database can
 * verify it.
 */
export const ticketFor = async (deps: Deps, inviteCode: string): Promise<string> => {
  const sign = await nameSigner(deps, 'tickets', lifetime);
  const signature = sign(inviteCode);
  return `${signature.until}.${signature.sign}`;
};

/** Returns whether a ticket was given for this invitation code and has not expired. */
export const isTicketFor = (deps: Deps, inviteCode: string, ticket: string): Promise<boolean> => {
  const [until = '', sign = ''] = ticket.split('.');
  return isSigned(deps, 'tickets', inviteCode, { until, sign });
};
