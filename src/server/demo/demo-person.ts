import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { applyForIdentity } from '../identity/apply.ts';
import type { DemoShop } from './demo-shop.ts';
import { paperPicture } from './paper-picture.ts';

const person = {
  realName: 'Amina Demo',
  idType: 'id_card',
  idNumber: 'DEMO 0000 4477',
  consentVersion: 'demo',
} as const;

/** The demo's merchant applies for verification, with papers that show nobody. */
export async function demoApplies(deps: Deps, { shopId, userId }: DemoShop): Promise<void> {
  const input = { ...person, front: paperPicture('front'), back: paperPicture('back') };
  await inTransaction(deps.db, (db) => applyForIdentity({ ...deps, db }, { shopId, actor: userId, input }));
}
