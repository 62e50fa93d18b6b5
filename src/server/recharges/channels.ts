import { and, asc, eq, isNull } from 'drizzle-orm';
import { isEtherAddress, isTronAddress } from '../../contract/address.ts';
import { codes } from '../../contract/errors.ts';
import type { Operator } from '../config/config.ts';
import type { Deps } from '../context.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import { type Network, rechargeChannels } from '../schema/recharges.ts';

export type ChannelRow = typeof rechargeChannels.$inferSelect;

/** Names that stand before an address: money sent over another network is lost. */
export const networkNames: Record<Network, string> = {
  trx: 'TRON (TRC-20)',
  etc: 'Ethereum Classic (ETC)',
};

const isAddress: Record<Network, (address: string) => boolean> = { trx: isTronAddress, etc: isEtherAddress };

export type NewChannel = Pick<ChannelRow, 'name' | 'rail' | 'network' | 'asset' | 'address'> &
  Partial<Pick<ChannelRow, 'rate' | 'min' | 'max' | 'confirmations' | 'expectedMinutes' | 'doNotSend'>>;

/** Who asks for money has to be known by name, licence, address and a contact for complaints. */
export const isIdentified = (operator: Operator | null): operator is Operator =>
  operator !== null &&
  [operator.legalName, operator.licence, operator.address, operator.complaint].every((text) => text !== '');

/**
 * Opens a way to recharge. An address must pass the checksum of its network; one that is not to be used must fail it,
 * so that nobody can send anything to it.
 */
export async function openChannel(
  { db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>,
  channel: NewChannel,
  openedBy: string,
): Promise<ChannelRow> {
  const { network, address, doNotSend = false } = channel;
  const canArrive = network === null || isAddress[network](address);
  if (canArrive === doNotSend) throw refuse(codes.invalidParameter, { field: 'address', reason: 'checksum' });
  const [row] = await db
    .insert(rechargeChannels)
    .values({ ...channel, id: newId(random, 'chn'), openedAt: clock.now(), openedBy })
    .returning();
  if (!row) throw new Error('the channel was not stored');
  return row;
}

/** Nothing new comes by it; what was reported before is still looked at. */
export async function closeChannel(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  closedBy: string,
): Promise<ChannelRow> {
  const [row] = await db
    .update(rechargeChannels)
    .set({ closedAt: clock.now(), closedBy })
    .where(and(eq(rechargeChannels.id, id), isNull(rechargeChannels.closedAt)))
    .returning();
  if (!row) throw refuse(codes.recordNotFound, { field: 'channel' });
  return row;
}

/** The channels in use: in a demo those that must not be used, and those only. None of an operator who is unknown. */
export async function openChannels({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<ChannelRow[]> {
  if (!isIdentified(config.operator)) return [];
  return db
    .select()
    .from(rechargeChannels)
    .where(and(isNull(rechargeChannels.closedAt), eq(rechargeChannels.doNotSend, config.demo)))
    .orderBy(asc(rechargeChannels.openedAt), asc(rechargeChannels.id));
}
