import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, count, currency, file, id, money, time } from './fields.ts';
import { named } from './named.ts';
import { rechargeSteps, results } from './status.ts';

/** A way to bring money in. The network's full name stands before the address: a wrong network loses the money. */
export const channel = v.object({
  id,
  name: v.string(),
  rail: v.picklist(['chain', 'bank']),
  network: v.nullable(v.string()),
  asset: v.string(),
  /** Shop currency for one unit of the asset; null when they are the same. */
  rate: v.nullable(v.string()),
  address: v.string(),
  qr: v.nullable(v.string()),
  min: amount,
  max: v.nullable(amount),
  fee: amount,
  confirmations: v.nullable(count),
  expectedMinutes: v.nullable(count),
  /** Set on channels that must not be used: the demo's. */
  doNotSend: v.boolean(),
});

/** A payment that was reported; `amount` is what was said, `received` what came. */
export const recharge = v.object({
  id,
  no: v.string(),
  status: v.picklist(results),
  step: v.picklist(rechargeSteps),
  currency,
  amount,
  /** What arrived, once it is known; it is what gets credited. */
  received: v.nullable(amount),
  reason: v.nullable(v.string()),
  createdAt: time,
  expectedBy: time,
});

/** 64 hex digits, with 0x on Ethereum-like networks; which form fits the channel is checked by the server. */
const txHash = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^(0x)?[0-9a-f]{64}$/, named('tx_hash')),
);

/** A transaction hash or a reference of the bank, one of them, and the proof as a file. */
export const rechargeInput = v.pipe(
  v.object({
    channelId: id,
    amount: money,
    txHash: v.optional(txHash),
    bankRef: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64))),
    certificate: file,
  }),
  v.forward(
    v.check((input) => Boolean(input.txHash || input.bankRef), named('required')),
    ['txHash'],
  ),
);

export const rechargesCalls = {
  'GET /v1/pay/channel': {
    about: 'Ways to recharge, and the operator who receives the money; empty while the operator is unknown.',
    input: v.object({}),
    output: v.object({
      list: v.array(channel),
      currency,
      operator: v.nullable(v.object({ legalName: v.string(), licence: v.string(), contact: v.string() })),
    }),
    codes: userCodes(),
    auth: 'user',
  },
  'POST /v1/order/channel/pay': {
    about: 'Report a payment made: credited after a check, with the amount that arrived.',
    input: rechargeInput,
    output: v.object({ recharge }),
    codes: userCodes(203, 404, 409, 448, 450),
    auth: 'user',
    keyed: true,
    multipart: true,
  },
} as const satisfies CallSpecs;
