import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { intent } from './intent.ts';
import { resource } from './resource.ts';
import { wallet, walletFlow } from './wallet.ts';

export type Channels = Output<'GET /v1/pay/channel'>;
export type Channel = Channels['list'][number];
export type Recharge = Output<'POST /v1/order/channel/pay'>['recharge'];

export const channels = resource<void, Channels>(async (_, signal) => {
  const answer = await call('GET /v1/pay/channel', {}, { signal });
  return { ...answer, list: answer.list ?? [] };
});

/** A payment that was made is reported once; its hash or reference can be reported by nobody again. */
export const reporting = intent('POST /v1/order/channel/pay', 'recharge', () => {
  walletFlow.stale();
  wallet.stale();
  channels.stale();
});
