import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, count, currency, file, id, money } from './fields.ts';
import { foldDigits } from './money.ts';
import { problemMessage } from './problem-message.ts';
import { recharge } from './recharge.ts';
import { restriction } from './restriction.ts';

/** A channel to recharge by. The network's full name is shown before the address: a wrong network loses the money. */
export const channel = v.object({
  id,
  name: v.string(),
  rail: v.picklist(['chain', 'bank']),
  network: v.nullable(v.string()),
  /** What a transaction hash begins with on this network; null where payments have no hash. */
  hashPrefix: v.optional(v.nullable(v.picklist(['', '0x']))),
  asset: v.string(),
  /** Shop currency for one unit of the asset; null when they are the same. */
  rate: v.nullable(v.string()),
  /** Empty while nothing may be sent to it: see `unavailable`. */
  address: v.string(),
  /** The content of a QR code, where there is something to scan. */
  qr: v.nullable(v.string()),
  min: amount,
  /** The highest amount of one report; a new shop's cap is included. */
  max: v.nullable(amount),
  fee: amount,
  confirmations: v.nullable(count),
  expectedMinutes: v.nullable(count),
  /** Set on channels that must not be used: the demo's. */
  doNotSend: v.boolean(),
});

/** Returns what a transaction hash begins with: networks differ by it. */
export const hashPrefixOf = (hash: string): '' | '0x' => (hash.startsWith('0x') ? '0x' : '');

/** 64 hex digits, with 0x on Ethereum-like networks; which form fits the channel is checked by the server. */
const txHash = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^(0x)?[0-9a-f]{64}$/, problemMessage('tx_hash')),
);

/** Either a transaction hash or a bank's reference, and the proof as a file. */
const rechargeInput = v.pipe(
  rechargeWith(money),
  v.forward(
    v.check((input) => Boolean(input.txHash || input.bankRef), problemMessage('required')),
    ['txHash'],
  ),
);

/** Why nothing can be recharged: the operator is unknown, has no channel, or the merchant is not verified or frozen. */
const unavailableReasons = ['operator', 'channel', 'identity', 'wallet_frozen'] as const;

/**
 * The cap of a new shop until a first withdrawal has been paid: `trialWithdrawal` is the sum offered to check that
 * withdrawals work before more is recharged.
 */
const newShopCap = v.object({ cap: amount, left: amount, trialWithdrawal: amount });

export const rechargesCalls = {
  'GET /v1/pay/channel': {
    about: 'Ways to recharge, and the operator who receives the money; empty while the operator is unknown.',
    input: v.object({}),
    output: v.object({
      list: v.array(channel),
      currency,
      operator: v.nullable(v.object({ legalName: v.string(), licence: v.string(), contact: v.string() })),
      unavailable: v.nullable(v.picklist(unavailableReasons)),
      restriction: v.nullable(restriction),
      newShop: v.nullable(newShopCap),
    }),
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/order/channel/pay': {
    about: 'Report a payment made: credited after a check, with the amount that arrived.',
    input: rechargeInput,
    output: v.object({ recharge }),
    codes: userCodes(203, 404, 409, 448, 450),
    auth: 'user',
    effect: 'keyed',
    multipart: true,
  },
} as const satisfies CallSpecs;

/**
 * Returns the fields of a recharge with the given schema of its amount; the form checks which proof a channel needs.
 */
export function rechargeWith(amount: v.GenericSchema<string, string>) {
  return v.object({
    channelId: id,
    amount,
    txHash: v.optional(txHash),
    bankRef: v.optional(v.pipe(v.string(), v.transform(foldDigits), v.trim(), v.nonEmpty(), v.maxLength(64))),
    certificate: file,
  });
}
