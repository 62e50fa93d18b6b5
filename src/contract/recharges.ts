import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, count, currency, file, id, money, operatorTexts, time } from './fields.ts';
import { problemMessage } from './messages.ts';
import { restriction } from './restriction.ts';
import { rechargeSteps, results } from './status.ts';
import { foldDigits } from './typed-text.ts';

/** A reported payment; `amount` is the reported amount, `received` the amount that arrived. */
export const recharge = v.object({
  id,
  no: v.string(),
  status: v.picklist(results),
  step: v.picklist(rechargeSteps),
  currency,
  amount,
  /** The amount that arrived, once it is known; it is the amount credited. */
  received: v.nullable(amount),
  /** The channel's name; null for money that arrived without a report. */
  channel: v.nullable(v.string()),
  /** The transaction hash or the bank's reference, as reported. */
  proof: v.string(),
  /** Why it failed, or why another amount arrived than was reported: a closed code, its text, and what to do now. */
  reasonCode: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  operatorTexts,
  nextStep: v.nullable(v.string()),
  createdAt: time,
  expectedBy: time,
  /** Still under review after `expectedBy`. */
  overdue: v.boolean(),
  /**
   * Money that arrived for a refused recharge and is returned to its sender: by when, whether that date has passed,
   * and, once returned, when and by which reference. An appeal against the refusal moves the date behind its answer.
   * Null where nothing arrived.
   */
  sendBack: v.optional(
    v.nullable(
      v.object({
        amount,
        by: time,
        overdue: v.boolean(),
        sentAt: v.nullable(time),
        proof: v.nullable(v.string()),
        appealUrl: v.nullable(v.string()),
      }),
    ),
  ),
  timeline: v.array(v.object({ step: v.picklist(rechargeSteps), at: time })),
});

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
