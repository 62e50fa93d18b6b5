import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { command } from './command.ts';
import { resource } from './resource.ts';
import { serverTime } from './server-time.ts';

type Accounts = Output<'POST /v1/user/bank/list'>;
export type Account = Accounts['list'][number];

/** The accounts for withdrawals. A server of the specification alone sends no count and no date of first use. */
export const accountsResource = resource<void, Accounts>(async (_, signal) => {
  const answer = await call('POST /v1/user/bank/list', {}, { signal });
  const list = answer.list ?? [];
  return { ...answer, list, used: answer.used ?? list.length };
});

/** Adds an account; the payment password is part of the call. */
export const accountAdd = command('POST /v1/user/bank/add', {
  intention: 'account-add',
  invalidates: [accountsResource],
});
export const accountEdit = (id: string) =>
  command('POST /v1/user/bank/edit', { intention: `account-edit:${id}`, invalidates: [accountsResource] });
export const accountRemoval = (id: string) =>
  command('POST /v1/user/bank/del', { intention: `account-del:${id}`, invalidates: [accountsResource] });

/** Until when an account cannot be withdrawn to; undefined where it can. */
export const waitsUntil = ({ usableFrom }: Account): string | undefined =>
  usableFrom && Date.parse(usableFrom) > (serverTime() ?? Date.now()) ? usableFrom : undefined;
