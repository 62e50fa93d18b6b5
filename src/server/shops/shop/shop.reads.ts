import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { shopLevels } from '../../../contract/status.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { maybeTime, money, time } from '../../platform/decisions/output-types.ts';
import { shopIdOf } from '../find-rows.ts';
import { shopOf } from '../shop-row.ts';

const shop = v.object({
  id: v.string(),
  no: v.string(),
  name: v.string(),
  level: v.picklist(shopLevels),
  currency: v.string(),
  timeZone: v.string(),
  credit: v.nullable(v.number()),
  depositRequired: money,
  createdAt: time,
  closesAt: maybeTime,
  closedAt: maybeTime,
});

export const shopReads = {
  shop: defineRead({
    about: "A shop by its id, its number or its merchant's name.",
    on: 'shop',
    roles: ['shop_front', 'finance', 'support'],
    input: { shop: v.optional(text) },
    output: v.object({ shop }),
    run: async ({ db }, input) => {
      const row = await shopOf(db, await shopIdOf(db, input.shop));
      const { id, no, name, level, currency, timeZone, credit } = row;
      return {
        shop: {
          id,
          no,
          name,
          level,
          currency,
          timeZone,
          credit,
          depositRequired: formatMoney(row.depositRequired),
          createdAt: row.createdAt.toISOString(),
          closesAt: row.closesAt?.toISOString() ?? null,
          closedAt: row.closedAt?.toISOString() ?? null,
        },
      };
    },
  }),
};
