import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { after, day } from '../clock.ts';
import { newId } from '../ids.ts';
import { isBrand, openAuthorisation } from '../levels/brands.ts';
import { refuse } from '../refuse.ts';
import { brandAuthorisations } from '../schema/shops.ts';
import { decision } from './decision.ts';
import { text, whole } from './flags.ts';

const brand = v.pipe(text, v.check(isBrand));

export const brandDecisions = {
  'brand-authorise': decision(
    "Stores the authorisation to use another company's name: what paper says so, and for how many days.",
    { brand, document: text, days: whole(1, 3660) },
    async ({ db, clock, random }, { brand: name, document, days }, actor) => {
      const at = clock.now();
      const validUntil = after(at, days * day);
      const row = { id: newId(random, 'brd'), brand: name, document, actor, at, validUntil };
      await db.insert(brandAuthorisations).values(row);
      return { id: row.id, brand: name, validUntil: validUntil.toISOString() };
    },
  ),

  'brand-withdraw': decision(
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
