import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { intent } from './intent.ts';
import { resource } from './resource.ts';

type Accounts = Output<'POST /v1/user/bank/list'>;
export type Account = Accounts['list'][number];

/** Where withdrawals can go. A server of the specification alone does not count them, nor say when they can be used. */
export const accounts = resource<void, Accounts>(async (_, signal) => {
  const answer = await call('POST /v1/user/bank/list', {}, { signal });
  const list = answer.list ?? [];
  return { ...answer, list, used: answer.used ?? list.length };
});

const changed = () => accounts.stale();

/** A new account; the payment password goes with it. */
export const accountAdd = intent('POST /v1/user/bank/add', 'account-add', changed);
export const accountEdit = (id: string) => intent('POST /v1/user/bank/edit', `account-edit:${id}`, changed);
export const accountRemoval = (id: string) => intent('POST /v1/user/bank/del', `account-del:${id}`, changed);
