import type { InferOutput } from 'valibot';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import type { channel } from '../../../contract/recharges.ts';
import { lowest } from '../../ledger/amounts.ts';
import type { Config } from '../../platform/config/config.ts';
import { type ChannelRow, hashPrefixes, networkNames } from './channels.ts';

export type Channel = InferOutput<typeof channel>;

/** Returns the least and the greatest amount of one report over a channel. */
export function boundsOf(
  row: ChannelRow,
  { limits }: Pick<Config, 'limits'>,
  capLeft: bigint | null,
): { min: bigint; max: bigint } {
  const bounds = [row.max, capLeft].filter((bound) => bound !== null);
  return {
    min: row.min ?? parseMoney(limits.minimumDeposit),
    max: lowest(parseMoney(limits.maximumDeposit), ...bounds),
  };
}

/**
 * Returns a channel as a merchant sees it. `open` is false for a merchant who could not be credited: then the address
 * is hidden, unless it is the demo's, to which nothing can be sent.
 */
export function shownChannel(
  row: ChannelRow,
  { config, capLeft, open }: { config: Config; capLeft: bigint | null; open: boolean },
): Channel {
  const { min, max } = boundsOf(row, config, capLeft);
  const address = open || row.doNotSend ? row.address : '';
  return {
    id: row.id,
    name: row.name,
    rail: row.rail,
    asset: row.asset,
    rate: row.rate,
    address,
    network: row.network && networkNames[row.network],
    hashPrefix: row.network && hashPrefixes[row.network],
    // A QR code invites to send at once, so it is shown only where money may be sent.
    qr: row.rail === 'chain' && open && !row.doNotSend ? address : null,
    min: formatMoney(min),
    max: formatMoney(max),
    fee: formatMoney(0n),
    confirmations: row.confirmations,
    expectedMinutes: row.expectedMinutes,
    doNotSend: row.doNotSend,
  };
}
