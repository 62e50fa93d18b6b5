import * as v from 'valibot';
import { type CallSpecs, moneyCodes, userCodes } from './call-spec.ts';
import { amount, count, currency, id, payPassword } from './fields.ts';
import { shop } from './shop.ts';
import { levelRequirements, shopLevels } from './status.ts';
import { wallet } from './wallet.ts';

/** How this shop stands to a requirement of a level; the two amounts of a deposit, null for what is not counted. */
const requirementState = v.object({
  code: v.picklist(levelRequirements),
  needed: v.nullable(amount),
  reached: v.nullable(amount),
  isMet: v.boolean(),
});

/** A level of shop, as it is compared before an upgrade. */
const level = v.object({
  id,
  key: v.picklist(shopLevels),
  name: v.string(),
  goodsCap: count,
  deposit: amount,
  fee: amount,
  requirements: v.array(v.string()),
  /** The requirements by code, met or not. */
  requirementStates: v.optional(v.array(requirementState)),
  refundRule: v.string(),
  /** Whether the operator may sell a level that carries a brand; `none_needed` for the others. */
  authorisation: v.picklist(['none_needed', 'granted', 'missing']),
});

/** `typeId` is the id of the level wanted; `quoteId` where its price was quoted before. */
const upgradeInput = v.object({ typeId: id, quoteId: v.optional(id), payPassword });

export const levelsCalls = {
  'GET /v1/shop/type': {
    about: 'Levels of shop, and the one this shop has. With an invitation code, what that code offers.',
    input: v.object({ code: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64))) }),
    output: v.object({ list: v.array(level), currentId: id, currency }),
    codes: userCodes(404, 438),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/shop/upgrade': {
    about: 'Move the shop to another level: the deposit stays refundable, the fee does not.',
    input: upgradeInput,
    output: v.object({ shop, deposit: amount, fee: amount, depositRefundRule: v.string(), currency, wallet }),
    codes: moneyCodes(404, 409, 448),
    auth: 'user',
    effect: 'keyed',
    proof: 'payPassword',
    money: true,
  },
} as const satisfies CallSpecs;
