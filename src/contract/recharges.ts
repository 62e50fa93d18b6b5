import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, count, currency, file, id, money } from './fields.ts';
import { foldDigits } from './money.ts';
import { named } from './named.ts';
import { recharge } from './recharge.ts';
import { restriction } from './restriction.ts';

/** A way to bring money in. The network's full name stands before the address: a wrong network loses the money. */
export const channel = v.object({
  id,
  name: v.string(),
  rail: v.picklist(['chain', 'bank']),
  network: v.nullable(v.string()),
  asset: v.string(),
  /** Shop currency for one unit of the asset; null when they are the same. */
  rate: v.nullable(v.string()),
  /** Empty while nothing may be sent to it: see `unavailable`. */
  address: v.string(),
  /** The text of a QR code, where there is something to scan. */
  qr: v.nullable(v.string()),
  min: amount,
  /** The most that may be reported at once; a new shop's cap counts in. */
  max: v.nullable(amount),
  fee: amount,
  confirmations: v.nullable(count),
  expectedMinutes: v.nullable(count),
  /** Set on channels that must not be used: the demo's. */
  doNotSend: v.boolean(),
});

/** 64 hex digits, with 0x on Ethereum-like networks; which form fits the channel is checked by the server. */
const txHash = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^(0x)?[0-9a-f]{64}$/, named('tx_hash')),
);

/** A transaction hash or a reference of the bank, one of them, and the proof as a file. */
export const rechargeInput = rechargeWith(money);

/** Why nothing can be recharged: the operator is unknown, has no channel, or the merchant is not verified or frozen. */
export const unavailableReasons = ['operator', 'channel', 'identity', 'wallet_frozen'] as const;

/**
 * A new shop recharges little until a first withdrawal has been paid: `trialWithdrawal` is the sum that is offered
 * to see that money comes out before more of it goes in.
 */
export const newShopCap = v.object({ cap: amount, left: amount, trialWithdrawal: amount });

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

/** What a recharge needs, its amount read by `amount`. */
export function rechargeWith(amount: v.GenericSchema<string, string>) {
  return v.pipe(
    v.object({
      channelId: id,
      amount,
      txHash: v.optional(txHash),
      bankRef: v.optional(
        v.pipe(v.string(), v.transform(foldDigits), v.trim(), v.nonEmpty(), v.maxLength(64)),
      ),
      certificate: file,
    }),
    v.forward(
      v.check((input) => Boolean(input.txHash || input.bankRef), named('required')),
      ['txHash'],
    ),
  );
}
