import type { InferOutput } from 'valibot';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import type { channel } from '../../../contract/recharges.ts';
import type { Config } from '../../platform/config/config.ts';
import { type ChannelRow, hashPrefixes, networkNames } from './channels.ts';

export type Channel = InferOutput<typeof channel>;

function lowestMinimum(sums: bigint[]): bigint {
  const [first = 0n, ...others] = sums;
  let least = first;
  for (const one of others) if (one < least) least = one;
  return least;
}

/** Returns the least and the greatest amount of one report over a channel. */
export function boundsOf(
  row: ChannelRow,
  { limits }: Pick<Config, 'limits'>,
  capLeft: bigint | null,
): { min: bigint; max: bigint } {
  const most = [parseMoney(limits.maximumDeposit), ...(row.max === null ? [] : [row.max])];
  return {
    min: row.min ?? parseMoney(limits.minimumDeposit),
    max: lowestMinimum(capLeft === null ? most : [...most, capLeft]),
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
