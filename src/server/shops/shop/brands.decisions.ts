import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { after, day } from '../../platform/clock.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { integer, text } from '../../platform/decisions/flag-types.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { brandAuthorisations } from '../../schema/shops.ts';
import { isBrand, openAuthorisation } from './brands.ts';

const brand = v.pipe(text, v.check(isBrand));

export const brandDecisions = {
  'brand-authorise': defineDecision(
    "Stores the authorisation to use another company's name: what document says so, and for how many days.",
    { brand, document: text, days: integer(1, 3660) },
    async ({ db, clock, random }, { brand: name, document, days }, actor) => {
      const at = clock.now();
      const validUntil = after(at, days * day);
      const row = { id: newId(random, 'brd'), brand: name, document, actor, at, validUntil };
      await db.insert(brandAuthorisations).values(row);
      return { id: row.id, brand: name, validUntil: validUntil.toISOString() };
    },
  ),

  'brand-withdraw': defineDecision(
    "Ends the authorisation to use another company's name: its level is neither named nor sold any more.",
    { brand, reason: text },
    async ({ db, clock }, { brand: name, reason }) => {
      const ended = await db
        .update(brandAuthorisations)
        .set({ withdrawnAt: clock.now(), withdrawReason: reason })
        .where(openAuthorisation(name))
        .returning({ id: brandAuthorisations.id });
      if (ended.length === 0) throw refuse(codes.recordNotFound, { field: 'brand' });
      return { brand: name, ended: ended.length };
    },
  ),
};
