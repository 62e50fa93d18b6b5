import { createHmac, timingSafeEqual } from 'node:crypto';
import { after, minute } from '../clock.ts';
import type { Deps } from '../context.ts';
import { secretKeyFor } from './secret.ts';

const lifetime = 10 * minute;

const signatureOf = async (deps: Deps, inviteCode: string, until: string): Promise<Buffer> =>
  createHmac('sha256', await secretKeyFor(deps, 'tickets'))
    .update(`${inviteCode}\n${until}`)
    .digest();

/**
 * Returns a ticket that proves for ten minutes that an invitation code was checked; any process on the database can
 * verify it.
 */
export const ticketFor = async (deps: Deps, inviteCode: string): Promise<string> => {
  const until = String(after(deps.clock.now(), lifetime).getTime());
  return `${until}.${(await signatureOf(deps, inviteCode, until)).toString('base64url')}`;
};

export const isTicketFor = async (deps: Deps, inviteCode: string, ticket: string): Promise<boolean> => {
  const [until = '', sign = ''] = ticket.split('.');
  if (!/^\d{1,15}$/.test(until) || Number(until) <= deps.clock.now().getTime()) return false;
  const expected = await signatureOf(deps, inviteCode, until);
  const received = Buffer.from(sign, 'base64url');
  return received.length === expected.length && timingSafeEqual(received, expected);
};
