import { and, asc, eq, isNull } from 'drizzle-orm';
import { isEtherAddress, isTronAddress } from '../../../contract/address.ts';
import { codes } from '../../../contract/errors.ts';
import type { Operator } from '../../platform/config/operator-config.ts';
import type { Deps } from '../../platform/context.ts';
import { insertOne } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { type Network, rechargeChannels } from '../../schema/recharges.ts';

export type ChannelRow = typeof rechargeChannels.$inferSelect;

/** Names shown with an address: money sent over another network may be lost. */
export const networkNames: Record<Network, string> = {
  trx: 'TRON (TRC-20)',
  etc: 'Ethereum Classic (ETC)',
};

/** What each network's transaction hashes begin with. */
export const hashPrefixes: Record<Network, '' | '0x'> = { trx: '', etc: '0x' };

const isAddress: Record<Network, (address: string) => boolean> = { trx: isTronAddress, etc: isEtherAddress };

export type NewChannel = Pick<ChannelRow, 'name' | 'rail' | 'network' | 'asset' | 'address'> &
  Partial<Pick<ChannelRow, 'rate' | 'min' | 'max' | 'confirmations' | 'expectedMinutes' | 'doNotSend'>>;

/**
 * Returns whether the operator is fully identified: only with name, licence, address and a complaint contact may it ask
 * for money.
 */
export const isIdentified = (operator: Operator | null): operator is Operator =>
  operator !== null &&
  [operator.legalName, operator.licence, operator.address, operator.complaint].every((text) => text !== '');

/**
 * Opens a channel. An address must pass the checksum of its network; one marked as not to be used must fail it, so that
 * no wallet can send anything to it.
 */
export async function openChannel(
  { db, clock, random }: Deps,
  channel: NewChannel,
  openedBy: string,
): Promise<ChannelRow> {
  const { network, address, doNotSend = false } = channel;
  const canArrive = network === null || isAddress[network](address);
  if (canArrive === doNotSend) throw refuse(codes.invalidParameter, { field: 'address', reason: 'checksum' });
  return insertOne(db, rechargeChannels, {
    ...channel,
    id: newId(random, 'chn'),
    openedAt: clock.now(),
    openedBy,
  });
}

/** Closes a channel to new reports; earlier reports over it are still decided. */
export async function closeChannel({ db, clock }: Deps, id: string, closedBy: string): Promise<ChannelRow> {
  const [row] = await db
    .update(rechargeChannels)
    .set({ closedAt: clock.now(), closedBy })
    .where(and(eq(rechargeChannels.id, id), isNull(rechargeChannels.closedAt)))
    .returning();
  if (!row) throw refuse(codes.recordNotFound, { field: 'channel' });
  return row;
}

/**
 * Returns the channels in use: in a demo only those marked as not to be used. None for an operator who is not
 * identified.
 */
export async function openChannels({ db, config }: Deps): Promise<ChannelRow[]> {
  if (!isIdentified(config.operator)) return [];
  return db
    .select()
    .from(rechargeChannels)
    .where(and(isNull(rechargeChannels.closedAt), eq(rechargeChannels.doNotSend, config.demo)))
    .orderBy(asc(rechargeChannels.openedAt), asc(rechargeChannels.id));
}
