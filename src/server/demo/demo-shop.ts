import type { Deps } from '../context.ts';
import { addCredit } from '../credit.ts';
import { newId, newNo } from '../ids.ts';
import { nameKeyOf } from '../names.ts';
import { hashPassword } from '../passwords.ts';
import { users } from '../schema/session.ts';
import { shops } from '../schema/shops.ts';
import { shopLogo } from './drawings/logo.ts';
import { keepDrawing } from './pictures.ts';

export const demoLogin = { username: 'amina', password: 'souk-demo-1', payPassword: '135790' };

export interface DemoShop {
  shopId: string;
  userId: string;
}

/** The demo's merchant and her shop, opened at the clock's time. */
export async function openDemoShop(deps: Deps): Promise<DemoShop> {
  const { db, clock, config, random } = deps;
  const createdAt = clock.now();
  const shopId = newId(random, 'shop');
  const userId = newId(random, 'usr');
  await db.insert(shops).values({
    ...{ id: shopId, no: `SH-${newNo(random, createdAt)}`, name: 'Olive & Oak Home', demo: true, createdAt },
    ...{ address: '14 Fountain Street, Demo Town', phone: '+000 555 010 4477', level: 'shop' },
    ...{
      timeZone: config.timeZone,
      currency: config.currency,
      logo: await keepDrawing(deps, 'logo', shopLogo()),
    },
  });
  await db.insert(users).values({
    ...{ id: userId, shopId, username: demoLogin.username, createdAt },
    nameKey: nameKeyOf(demoLogin.username),
    passwordHash: await hashPassword(demoLogin.password, config.passwordCost, random),
    payPasswordHash: await hashPassword(demoLogin.payPassword, config.passwordCost, random),
    permissions: ['product_support'],
  });
  await addCredit(deps, { shopId, no: '' }, 'opened');
  return { shopId, userId };
}
