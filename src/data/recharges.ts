import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { command } from './command.ts';
import { resource } from './resource.ts';
import { walletFlowResource, walletResource } from './wallet.ts';

export type Channels = Output<'GET /v1/pay/channel'>;
export type Channel = Channels['list'][number];

export const channelsResource = resource<void, Channels>(async (_, signal) => {
  const answer = await call('GET /v1/pay/channel', {}, { signal });
  return { ...answer, list: answer.list ?? [] };
});

/** Reports a payment that was made. Its hash or reference can be reported once, by any shop. */
export const rechargeReport = command('POST /v1/order/channel/pay', {
  intention: 'recharge',
  invalidates: [walletFlowResource, walletResource, channelsResource],
});
