import { eq } from 'drizzle-orm';
import type { Parsed } from '../../../contract/calls.ts';
import type { Deps, Handlers } from '../../platform/context.ts';
import { removeFile } from '../../platform/files/remove-file.ts';
import { newId } from '../../platform/ids.ts';
import { masked } from '../../platform/mask.ts';
import { type ShopChange, shopChanges, shops } from '../../schema/shops.ts';
import { attachFile } from '../../shops/files/uploads.ts';
import { notify } from '../../shops/notices/notify.ts';
import { addQualifications } from '../../shops/shop/qualifications.ts';
import { lockShop, type ShopRow } from '../../shops/shop-row.ts';
import { shopView } from './shop-view.ts';

type Edit = Parsed<'POST /v1/shop/edit'>;

const logFormats = { name: String, address: String, phone: (phone: string) => masked(phone) } as const;
const textFields = Object.keys(logFormats) as (keyof typeof logFormats)[];

const replaceLogo = async (deps: Deps, shop: ShopRow, fileId: string): Promise<void> => {
  await attachFile(deps, { fileId, shopId: shop.id, purpose: 'logo', field: 'logoFileId' });
  await removeFile(deps, shop.logoFileId);
};

/** Changes a shop's fields and logs what was changed; equal values are no change. */
async function editShop(deps: Deps, shopId: string, actor: string, edit: Edit): Promise<void> {
  const { db, clock, random } = deps;
  const shop = await lockShop(db, shopId);
  const { logoFileId, qualificationFileIds = [] } = edit;
  const changed = textFields.filter((field) => edit[field] !== undefined && edit[field] !== shop[field]);
  const set: Partial<ShopRow> = Object.fromEntries(changed.map((field) => [field, edit[field]]));
  const log: ShopChange = Object.fromEntries(
    changed.map((field) => [field, [logFormats[field](shop[field]), logFormats[field](edit[field] ?? '')]]),
  );
  if (logoFileId !== undefined) {
    await replaceLogo(deps, shop, logoFileId);
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
  const notice = { shopId, at };
  const { phone, ...others } = log;
  if (Object.keys(others).length > 0) await notify(db, { ...notice, kind: 'shop_changed', params: {} });
  // Says where codes go from here on, to the person who may not be the one who changed it.
  if (phone) await notify(db, { ...notice, kind: 'shop_phone_changed', params: { phone: phone[1] } });
}

export const shopEditHandlers = {
  'POST /v1/shop/edit': async (context, input) => {
    const { shopId, userId } = context.caller;
    await editShop(context, shopId, userId, input);
    return { shop: await shopView(context, shopId, context.lang) };
  },
} satisfies Partial<Handlers>;
