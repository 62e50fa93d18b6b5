import { expect } from 'vitest';
import { reads } from '../../../src/conform/reads.ts';
import type { CallName } from '../../../src/contract/calls.ts';
import { codes } from '../../../src/contract/errors.ts';
import { minute } from '../../../src/server/platform/clock.ts';
import { driveCase, request } from '../../harness/cases.ts';
import { addListed, drive, place } from '../../harness/market.ts';
import { moneyWrites } from './money-writes.ts';
import { orderWrites } from './order-writes.ts';
import { personWrites } from './person-writes.ts';
import { shopWrites } from './shop-writes.ts';
import { ask, type Desk } from './write.ts';

export const writes = [...personWrites, ...shopWrites, ...orderWrites, ...moneyWrites];

/** Sends every call that reads, and returns what each was asked for. */
export async function readAll(desk: Desk): Promise<Map<CallName, Record<string, unknown>>> {
  const lists = new Map<CallName, readonly Record<string, unknown>[]>();
  const inputs = new Map<CallName, Record<string, unknown>>();
  for (const [name, inputFrom] of Object.entries(reads)) {
    const input = inputFrom(lists);
    const { code, data } = await ask<{ list?: Record<string, unknown>[] }>(desk, name, input);
    expect([name, input !== undefined, code]).toEqual([name, true, codes.ok]);
    lists.set(name as CallName, data.list ?? []);
    inputs.set(name as CallName, { ...input });
  }
  return inputs;
}

/** Gives a shop what its calls that read ask for: an order, a parcel and a case. */
export async function openReader(desk: Desk): Promise<Map<CallName, Record<string, unknown>>> {
  const { server, user } = desk;
  const { id: goodsId } = await addListed(server, user);
  const order = async (to: Parameters<typeof drive>[2]) =>
    drive(server, await place(server, user, goodsId), to);
  await order('pending_payment');
  const complained = await order('to_be_accepted');
  await driveCase(server, await request(server, complained.id), 'merchant_due');
  // The newest, and so the first of those with a parcel.
  server.clock.advance(minute);
  const toShip = await order('to_be_shipped');
  await server.decide('ship', { order: toShip.id, carrier: 'Meridian Post', tracking: 'MP1' }, 'test');
  return readAll(desk);
}
