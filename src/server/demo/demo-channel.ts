import type { Deps } from '../context.ts';
import { openChannel } from '../recharges/channels.ts';

/** Looks like an address and is none: its checksum fails, so no wallet sends anything to it. */
const noAddress = 'TDEMoDoNotSendAnythingToThisPLACEx';

/** The one way to recharge that the demo shows, marked as not to be used. */
export async function openDemoChannel(deps: Deps): Promise<void> {
  const names = { name: 'DEMO USDT on TRON', asset: 'USDT', rail: 'chain', network: 'trx' } as const;
  const waits = { confirmations: 20, expectedMinutes: 10, rate: '1' };
  await openChannel(deps, { ...names, ...waits, address: noAddress, doNotSend: true }, 'operator:demo');
}
