import type { Deps } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { hashPassword } from '../platform/passwords.ts';
import { users } from '../schema/session.ts';
import { nameKeyOf } from '../shops/session/usernames.ts';
import { openShop } from '../shops/shop/open-shop.ts';
import { shopLogo } from './drawings/logo.ts';
import { storeDrawing } from './pictures.ts';

export const demoLogin = { username: 'amina', password: 'souk-demo-1', payPassword: '135790' };
/** The shop's helper: the same orders and goods, but no product support, and no payment password yet. */
const demoHelper = { username: 'yusuf', password: 'souk-demo-2' };

export interface DemoShop {
  shopId: string;
  userId: string;
}

/** Opens the demo's shop with its merchant and helper, as of the clock's time. */
export async function openDemoShop(deps: Deps): Promise<DemoShop> {
  const { db, clock, config, random } = deps;
  const hash = (secret: string) => hashPassword(secret, config.passwordCost, random);
  const opened = await openShop(deps, {
    username: demoLogin.username,
    passwordHash: await hash(demoLogin.password),
    user: { payPasswordHash: await hash(demoLogin.payPassword), permissions: ['product_support'] },
    shop: {
      name: 'Olive & Oak Home',
      demo: true,
      level: 'shop',
      logo: await storeDrawing(deps, 'logo', shopLogo()),
      address: '14 Fountain Street, Demo Town',
      phone: '+000 555 010 4477',
    },
  });
  const { username, password } = demoHelper;
  await db.insert(users).values({
    id: newId(random, 'usr'),
    shopId: opened.shopId,
    username,
    nameKey: nameKeyOf(username),
    passwordHash: await hash(password),
    createdAt: clock.now(),
  });
  return opened;
}
