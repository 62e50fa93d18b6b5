import { createHash, randomUUID } from 'node:crypto';
import type { Output } from '../../src/contract/calls.ts';
import type { Operator } from '../../src/server/platform/config/operator-config.ts';
import { tron } from './bank.ts';
import { decide } from './decide.ts';
import { asFile, sendForm } from './form.ts';
import { jpeg } from './sample-files.ts';
import type { TestServer, TestUser } from './server.ts';

export type Channels = Output<'GET /v1/pay/channel'>;
export type Reported = Output<'POST /v1/order/channel/pay'>;

/** An operator with its legal identity: without one nothing can be recharged. */
export const operator: Operator = {
  legalName: 'Example Trading Ltd',
  licence: 'L-1',
  address: '1 High Street',
  complaint: 'complaints@example.com',
  hours: '9-17',
  replyTime: '1 day',
};

export const openTronChannel = (server: TestServer, more: object = {}) =>
  decide(
    server.deps,
    'channel-open',
    { name: 'USDT', asset: 'USDT', network: 'trx', address: tron[0], ...more },
    'rosa',
  ) as Promise<{ id: string }>;

/** Returns a hash as TRON writes them, another for each word. */
export const hashOf = (word: string): string => createHash('sha256').update(word).digest('hex');

export const report = (
  server: TestServer,
  user: TestUser,
  fields: Record<string, string | File>,
  key: string = randomUUID(),
) =>
  sendForm<Reported>(
    server,
    '/v1/order/channel/pay',
    { certificate: asFile(jpeg(), 'proof.jpg'), ...fields },
    { token: user.token, key },
  );
