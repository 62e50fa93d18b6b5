import { eq } from 'drizzle-orm';
import type { Parsed } from '../../contract/calls.ts';
import type { Basics, Handlers } from '../context.ts';
import { removeFile, takeFile } from '../files/uploads.ts';
import { newId } from '../ids.ts';
import { masked } from '../mask.ts';
import { notify } from '../notices/notify.ts';
import { type ShopChange, shopChanges, shops } from '../schema/shops.ts';
import { addQualifications } from './qualifications.ts';
import { lockShop, type ShopRow } from './shop-row.ts';
import { shopView } from './shop-view.ts';

type Edit = Parsed<'POST /v1/shop/edit'>;

const asLogged = { name: String, address: String, phone: (phone: string) => masked(phone) } as const;
const typed = Object.keys(asLogged) as (keyof typeof asLogged)[];

const exchangeLogo = async (deps: Basics, shop: ShopRow, fileId: string): Promise<void> => {
  await takeFile(deps, { fileId, shopId: shop.id, purpose: 'logo', field: 'logoFileId' });
  await removeFile(deps, shop.logoFileId);
};

/** Changes a shop as its merchant asks, and writes down what was changed; what is the same already is no change. */
async function editShop(deps: Basics, shopId: string, actor: string, edit: Edit): Promise<void> {
  const { db, clock, random } = deps;
  const shop = await lockShop(db, shopId);
  const { logoFileId, qualificationFileIds = [] } = edit;
  const changed = typed.filter((field) => edit[field] !== undefined && edit[field] !== shop[field]);
  const set: Partial<ShopRow> = Object.fromEntries(changed.map((field) => [field, edit[field]]));
  const log: ShopChange = Object.fromEntries(
    changed.map((field) => [field, [asLogged[field](shop[field]), asLogged[field](edit[field] ?? '')]]),
  );
  if (logoFileId !== undefined) {
    await exchangeLogo(deps, shop, logoFileId);
    set.logoFileId = logoFileId;
    log.logo = [shop.logoFileId ?? shop.logo, logoFileId];
  }
  if (qualificationFileIds.length > 0) {
    await addQualifications(deps, shopId, qualificationFileIds);
    log.qualifications = ['', qualificationFileIds.join(' ')];
  }
  if (Object.keys(log).length === 0) return;
  if (Object.keys(set).length > 0) await db.update(shops).set(set).where(eq(shops.id, shopId));
  const at = clock.now();
  await db.insert(shopChanges).values({ id: newId(random, 'chg'), shopId, actor, changes: log, at });
  await notify(db, { shopId, kind: 'shop_changed', params: {}, link: '/shop', at });
}

export const shopEditHandlers = {
  'POST /v1/shop/edit': async (context, input) => {
    const { shopId, userId } = context.actor;
    await editShop(context, shopId, userId, input);
    return { shop: await shopView(context, shopId, context.lang) };
  },
} satisfies Handlers<'POST /v1/shop/edit'>;
